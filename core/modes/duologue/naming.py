"""What members want to be called."""

from __future__ import annotations

import re

import msgspec

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.config import DIRECTOR_NAME
from parley.core.modes.duologue.events import NameChosen

LONGEST = 24
_NAME = re.compile(r"[^\W\d_][\w.'’ -]*")


class _Name(msgspec.Struct):
    name: str


async def chosen(stage: Stage, member: str) -> NameChosen:
    """Ask the member; where nobody can be asked or the answer is no name, they keep the one they have."""
    config, now = stage.config, stage.clock.now()
    kept = config.member(member).name
    try:
        able = stage.capabilities(member)
        if not able.fills_forms:
            return _kept(stage, member, "the voice is too small to be asked")
        task = prompt("name_task", config.language)
        question = Question(task, task, forms.record({"name": forms.TEXT}), max_tokens=60)
        reply = await stage.ask("name", question, member=member)
        name = " ".join(forms.read(reply.text, _Name).name.split())
    except VoiceError as error:
        return _kept(stage, member, Sentence("the voice could not be asked ({kind})", kind=error.kind))
    except msgspec.DecodeError:
        return _kept(stage, member, "the answer could not be read")
    others = {called for each in config.members if each.id != member for called in (each.name.casefold(), each.id)}
    # The director's lines stand among the others', with this name before them.
    others.add(DIRECTOR_NAME[config.language].casefold())
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        return _kept(stage, member, Sentence("'{name}' is no name", name=name[:40]) if name else "the answer was empty")
    if name.casefold() in others:
        return _kept(stage, member, Sentence("somebody else is called {name}", name=name))
    return NameChosen(at=now, member=member, name=name or kept)


def _kept(stage: Stage, member: str, why: str) -> NameChosen:
    return NameChosen(
        at=stage.clock.now(), member=member, name=stage.config.member(member).name, method="rules", note=why
    )
