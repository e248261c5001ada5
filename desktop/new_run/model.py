"""What the new-run dialog and its kin offer: casts, voices, policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parley.core.base.errors import ParleyError
from parley.core.cast.cast import Cast
from parley.core.cast.letters import assign_letters
from parley.core.cast.providers import simulated, split
from parley.core.engine.composing import get_greetings_of
from parley.core.studio.hand_written import WrittenRun, get_topics_of
from parley.core.studio.studio import Studio
from parley.core.turn_taking.policies import POLICIES
from parley.core.voices.provider import VOICES, Provider
from parley.core.voices.servers import list_voices, named_voices
from parley.desktop.new_run.figures import CastFigure, GreetingFigure, VoiceFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.language import get_language_of, said


@dataclass(frozen=True)
class Offer:
    """What all kinds of runs can be made of, and what is chosen at first.

    `firm`: somebody chose the voice, in the settings or the last time; where it does not speak the cast's language,
    another cast is offered and not another voice. `language` is the interface's. The `written` runs can be watched.
    `own` is the voice for a topic of one's own, where what is written comes first.
    """

    casts: tuple[CastFigure, ...]
    voices: tuple[VoiceFigure, ...]
    cast: str = "startup"
    voice: str = "rehearsal"
    firm: bool = False
    language: str = "en"
    written: tuple[WrittenRun, ...] = ()
    own: str = ""


def language(studio: Studio) -> str:
    """Return the interface's language."""
    return get_language_of(studio.settings.look.language)


def policies(speaks: str) -> tuple[tuple[str, str], ...]:
    """Return the ways of choosing who speaks next, as (id, title)."""
    return tuple((name, policy.title.text(speaks)) for name, policy in POLICIES.items())


def for_own_topics(found: Sequence[VoiceFigure], usual: str) -> str:
    """Return the `usual` voice where no other real one can be used and it has plain models alone: written lines are
    offered first then, and it speaks on topics of one's own. Else "".
    """
    able = [each for each in found if not each.problem and not simulated(each.provider)]
    return usual if [each.provider for each in able] == [usual] and able[0].is_plain else ""


def list_casts(studio: Studio, *, rehearsed: bool) -> tuple[tuple[CastFigure, ...], Sequence[ParleyError]]:
    """Return all casts, and what is wrong with those that cannot be read; where they are `rehearsed`, what was written
    for them comes first among their topics.
    """
    found, faults = studio.library.list_casts()
    written = {each.id: tuple(get_topics_of(each.id, each.language)) if rehearsed else () for each in found}
    own = studio.library.is_own
    return tuple(
        CastFigure(
            each.id, each.name, each.language, _make_all(each), tuple(dict.fromkeys((*written[each.id], *each.topics))),
            written[each.id], own(each.id), find_greetings_in(each),
        )
        for each in found
    ), faults  # fmt: skip


def _make_all(cast: Cast) -> tuple[MemberFigure, ...]:
    marks = assign_letters(cast.members)
    return tuple(
        MemberFigure(each.id, each.name, marks[each.id], each.colour, each.role, portrait=each.portrait)
        for each in cast.assign_colours()
    )


def find_greetings_in(cast: Cast) -> tuple[GreetingFigure, ...]:
    return tuple(
        GreetingFigure(
            member.id, member.name, get_greetings_of(member, several=False), get_greetings_of(member, several=True)
        )
        for member in cast.members
        if member.card is not None
    )


def voices(studio: Studio) -> tuple[VoiceFigure, ...]:
    """Return the voices that can be chosen, and what is wrong with those that cannot."""
    found = {provider.name: figure for provider, figure in VOICES.ask(lambda each: _build_voice(each, studio))}
    found |= {voice: _build_voice(VOICES[voice], studio) for voice in named_voices(studio.settings)}  # `ask` lacks them
    return tuple(found[each.name] for each in list_voices(studio.settings) if each.name in found)


def _build_voice(provider: Provider, studio: Studio) -> VoiceFigure:
    speaks, offer = language(studio), provider.offer(studio.home, studio.settings)
    return VoiceFigure(
        provider.name,
        provider.title.text(speaks),
        (offer.detail or provider.detail).text(speaks),
        said(offer.problem),
        models=offer.models,
        model=offer.model,
        spoken=offer.spoken,
        modelled=provider.modelled,
        servers=provider.servers and not split(provider.name)[1],  # its address is in the settings
        abilities=tuple((model, said(told)) for model, told in offer.abilities),
        trouble=str(offer.problem),  # in English: what mends it is found by words of this text
        plain=offer.plain,
    )
