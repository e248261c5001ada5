"""What a story came to, as figures."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.formats import Localised
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, SHARE, Measure
from parley.core.modes.story.state import StoryState

WON = ("victory", "routed", "surrendered")


def _figures(state: State) -> dict[str, float]:
    """Count `turns` of the player; quests that were taken and `done`; fights, of them `won` (also where the foes ran or
    gave up); `defeats`; the player's `health` as a share of the most it can be; people who were `met`, and the mean
    `trust` of these; talks; things the player has; moments worth telling, and their `weight` together, which only older
    logs have."""
    story = state[StoryState]
    met = [who for one, who in story.people.items() if one != PLAYER and who.met]
    player = story.people.get(PLAYER)
    return {
        "story.turns": story.turn,
        "story.quests": len(story.quests),
        "story.done": sum(quest.done for quest in story.quests.values()),
        "story.fights": len(story.fought),
        "story.won": sum(over.outcome in WON for _began, over in story.fought),
        "story.defeats": story.defeats,
        "story.health": round(player.health / story.health, 6) if player and story.health else 0.0,
        "story.met": len(met),
        "story.trust": round(sum(who.trust for who in met) / len(met), 6) if met else 0.0,
        "story.talks": len(story.talks),
        "story.things": sum(player.items.values()) if player else 0,
        "story.moments": len(story.moments),
        "story.weight": sum(moment.weight for moment in story.moments),
    }


STORY = Measure(
    "story",
    Localised(en="The story", de="Die Geschichte"),
    ("story.",),
    _figures,
    ranges={"story": COUNT, "story.health": SHARE, "story.trust": (-100.0, 100.0)},
)
