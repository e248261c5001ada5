"""What documents tell of a story: what happened between the lines, trust in the place of affinity, the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from core.cast.member import PLAYER
from core.export.html import part
from core.export.mode import Facts, ModeExport, Page, Tie
from core.export.rows import Row, rows_between
from core.export.transcript import Transcript
from core.log.events.base import Event
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.export_frames import frames
from core.modes.story.export_rows import happened
from core.modes.story.state import StoryState


class StoryExport(ModeExport):
    """Dice, fights, acts and quests."""

    def rows(self, state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
        """Lines, what the director put in, and between them what happened."""
        return rows_between(state, events, language, happened)

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """The world, how far the story is, and whom the player may trust; the story itself says who speaks next."""
        say, state = transcript.say, transcript.state
        story = state[StoryState]
        trusted = [(transcript.name_of(one), each.trust) for one, each in story.people.items() if each.met]
        facts["format"] = [(say["world"], transcript.format_name)]
        facts["voice"] += [
            (say["story_turns"], f"{story.turn} {say['of']} {state.setup[StoryConfig].length}"),
            (say["trust"], ", ".join(f"{name} {trust:+d}" for name, trust in trusted)),
        ]
        del facts["cast"], facts["policy"]

    def ties(self, state: State) -> Sequence[Tie]:
        """The player with each character but foes, by trust."""
        return [
            Tie(PLAYER, one, _as_affinity(standing.person.trust), _as_affinity(standing.trust))
            for one, standing in state[StoryState].people.items()
            if one != PLAYER and standing.person.archetype != "foe" and state.setup.has(one)
        ]

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """The story."""
        return {"story": _section(transcript.state)}

    def page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Where the player is and with whom, and the sheet, turn by turn; a story has places, and no plan of them."""
        say = transcript.say
        return Page(
            words={"network": say["trust"], "network_hint": say["trust_hint"]},
            stage=part("story_stage.html.j2", say=say),
            data={
                "trust": True,
                "floor": None,
                "story": frames(transcript.state, events, transcript.language),
                "length": transcript.config[StoryConfig].length,
            },
        )


EXPORT = StoryExport()


def _as_affinity(trust: int) -> float:
    """A trust of −100 to 100 as 0 to 1."""
    return (trust + 100) / 200


def _section(state: State) -> dict[str, Any]:
    """The story at its end: the sheet, who is where with what, trust, quests, flags, talks and moments."""
    builtins, story = msgspec.to_builtins, state[StoryState]
    return {
        "setting": state.setup[StoryConfig].setting.id,
        "phase": story.phase,
        "turn": story.turn,
        "length": state.setup[StoryConfig].length,
        "sheet": builtins(story.sheet) if story.sheet else None,
        "people": [
            {
                "id": one,
                "name": state.name_of(one),
                "archetype": standing.person.archetype if one != PLAYER else "player",
                "location": standing.location,
                "items": standing.items,
                "trust": standing.trust,
                "statuses": standing.statuses,
                "following": standing.following,
                "health": standing.health,
            }
            for one, standing in story.people.items()
        ],
        "lying": story.lying,
        "quests": [{"quest": quest.quest, "stage": quest.stage, "done": quest.done} for quest in story.quests.values()],
        "flags": story.flags,
        "talks": [builtins(talk) for talk in story.talks],
        "moments": [
            {"turn": each.turn, "story_turn": each.story_turn, "title": each.title, "weight": each.weight}
            for each in story.moments
        ],
    }
