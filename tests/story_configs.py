"""Stories for tests: configurations, and the script of a story of fifty turns in which everything happens once."""

from __future__ import annotations

import asyncio
from typing import Any

from core.cast.member import VoiceSpec
from core.home import Home
from core.log.config import RunConfig
from core.log.events.base import Event
from core.modes.story.composing import SETTINGS
from core.modes.story.request import DialogueRequest, StoryRequest
from core.modes.story.rules.setting import Setting
from core.studio.library import Library
from core.studio.reading import Opened
from core.studio.studio import Studio, Watching
from tests.run_configs import composed

REHEARSAL = VoiceSpec(provider="rehearsal")

INTERVIEW = (
    "They call me Robin.",
    "From the coast, where I left a harbour that had silted up.",
    "I measure things, and I carry a map that is wrong.",
    "My head. I study a number until it tells the truth.",
    "I have come to find out where the water goes.",
)
"""Five answers for the innkeeper of Varn, on which the surveyor fits best."""

_SAID = """
I look around the room and listen to the bells. | I want to talk to Dora. |
What do you know about the lake, Dora? | Give Dora 2 coins, please. |
I trust you. You were kind to me from the first spoon of soup. | Goodbye, Dora, and thank you. |
I go to the market. | I ask Silas what he is looking at down there. | Tell me about your father. |
Give me your weir key. | Give me your parish ledger, then. | Goodbye, Silas. |
I count the chalk marks on the fountain. | I look for a guard who has seen something. | I go to the foundry. |
I talk to Tamar. | What is it with the clapper of the great bell? | Give Tamar 500 coins. | Come with me, Tamar. |
Goodbye for now, we should be on our way. | We go to the quarry. | I try to climb the timbers, DC 12. |
I attack whoever guards the gallery! | I attack. | I attack. | I defend. | I attack. | I drink the gentian. |
I attack. | I attack. | I pick up the lamp. | I go to the weir. | I lay my ear to the stone and listen. |
I go to the shore. | I look at the weathercock above the water. | I go to the boathouse. |
I look down the ladder. | I go down to Old Varn. | I read the sums on the board in the school. |
I pick up the ledger. | I look for the name that was not crossed out. |
I follow the bare footprints with my eyes. | I go to the belfry. | I lay my hand on the great bell. |
I pick up the clapper. | I greet the sexton by his name. | I hang the clapper into the bell. |
I ring, once, at the right hour. | I sit down on the uppermost step. |
I watch the lamps of the new town come on.
"""
TURNS = tuple(line.strip() for line in _SAID.split("|"))
"""Fifty turns: three talks, a trade and one that fails, trust, a companion, a stranger, a fight, three quests."""

SCRIPT = INTERVIEW + TURNS


def a_setting(name: str = "varn") -> Setting:
    """A setting that ships."""
    return Library(Home.find()).read(SETTINGS, name)


def a_story(setting: str = "ferry", **wish: Any) -> RunConfig:
    """A rehearsed story on a simulated clock: an interview and the rules' own turns, unless something is wished for."""
    kind = DialogueRequest if "partner" in wish else StoryRequest
    asked = kind(**{"setting": setting, "seed": 1, "voice": REHEARSAL, "simulated": True, **wish})
    return composed(asked, REHEARSAL, setting=a_setting(setting))


def the_fifty_turns(**wish: Any) -> RunConfig:
    """The configuration of the scripted story of fifty turns."""
    return a_story("varn", **({"script": SCRIPT, "turns": 50} | wish))


def told(home: Home, config: RunConfig) -> Opened:
    """Play a run to where it stands by itself, and read it back."""

    async def main() -> str:
        studio = Studio(home)
        try:
            run = studio.start(config, Watching())
            try:
                run.play()
                await run.live(until_paused=True)
            finally:
                await run.close()
        finally:
            await studio.close()
        return config.id

    return Studio(home).open(asyncio.run(main()))


def of(events: list[Event] | tuple[Event, ...], kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
