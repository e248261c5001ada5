"""The row of the dock, and what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.desktop.docks import DockSpec

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel


def figure(run: RunModel) -> list[tuple[str, int]]:
    """Names and words, the most talkative first; `run.state` is the run at the shown turn."""
    if run.state.config is None:
        return []
    words = {member.id: run.state.words.get(member.id, 0) for member in run.state.setup.members}
    return sorted(((run.state.name_of(one), count) for one, count in words.items()), key=lambda each: -each[1])


TALKERS = DockSpec(
    name="talkers",
    title="Talkers",
    view="parley_talkers.view:TalkersView",
    tip="How many words everybody has said.",
    behind="inspector",
    figure=figure,
)
