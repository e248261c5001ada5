"""A voice that gives the floor, turn by turn; modes with a moderator share it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member
from parley.core.engine.deciding import deciding_policy
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.turn_taking import rule_policies, selection
from parley.core.turn_taking.selection import Selection, SelectionContext


class _Choice(msgspec.Struct):
    member: str
    reason: str = ""


async def ask_moderator(stage: Stage, here: SelectionContext, members: Sequence[Member], since: int = 0) -> Selection:
    """Ask the default voice who speaks; where it gives no usable answer, draw by affinity and say so."""
    config = stage.config
    able = sorted(here.eligible - {here.last_speaker} or here.eligible)  # a set's order differs from process to process
    if len(able) == 1:
        return selection.certain("moderator", "the only one left", here, able[0])
    schema = forms.record({"member": forms.one_of(able), "reason": forms.TEXT})
    task = prompt("select_task", config.language, format=config.format, members=members)
    question = "Who speaks next?" if config.language == "en" else "Wer spricht als Nächstes?"
    try:
        if not stage.capabilities().fills_forms:  # in the try: a voice that cannot be had raises here
            return _draw_speaker(stage, here, Sentence("the voice is too small to moderate"))
        reply = await stage.ask("selection", Question(task, question, schema, max_tokens=200, since=since))
        choice = forms.read(reply.text, _Choice)
        if choice.member in able:
            reason = " ".join(choice.reason.split())[:160] or Sentence("the moderator decided")
            return selection.certain("moderator", reason, here, choice.member)
        why = Sentence("the moderator named nobody who may speak")
    except VoiceError as error:
        why = Sentence("the moderator could not be asked ({kind})", kind=error.kind)
    except msgspec.DecodeError:
        why = Sentence("the moderator's answer could not be read")
    return _draw_speaker(stage, here, why)


def _draw_speaker(stage: Stage, here: SelectionContext, why: Sentence) -> Selection:
    drawn = rule_policies.affinity(here, stage.rng())
    return Selection(
        drawn.member, "moderator", Sentence("{why}; drawn by affinity", why=why), drawn.candidates, drawn.draw
    )


moderator = deciding_policy(en="A voice moderates", de="Eine Stimme moderiert")(ask_moderator)
