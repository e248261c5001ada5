"""The members of a run as every view shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from parley.core.cast.member import Member
from parley.core.log.state import State
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import get_speaker_word, word

if TYPE_CHECKING:
    from parley.desktop.modes.registry import ModeView


def build_member_figures(
    members: Sequence[Member], state: State, mode: ModeView, letters: Mapping[str, str], speaker: str
) -> tuple[MemberFigure, ...]:
    """Return the members as they are in a state; `letters` are their marks by id, `speaker` has the floor."""
    total = sum(state.words.get(member.id, 0) for member in state.setup.members)
    return tuple(
        MemberFigure(
            id=member.id,
            name=member.name,
            initial=letters.get(member.id, member.initial),
            colour=member.colour,
            role=member.role or mode.role(state, member.id),
            turns=state.spoken.get(member.id, 0),
            words=state.words.get(member.id, 0),
            share=state.words.get(member.id, 0) / total if total else 0.0,
            muted=member.id in state.muted,
            speaking=member.id == speaker,
            voice=word("person") if state.was_person(member.id) else get_speaker_word(state.get_voice_label(member.id)),
            character=member.character.name if member.character else "",
        )
        for member in members
    )
