"""Stories for tests: configurations, and the script of a story of fifty turns in which everything happens once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.modes.story.composing import SETTINGS, script_lines
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.request import DialogueRequest, StoryRequest
from parley.core.modes.story.rules.setting import Setting
from parley.core.studio.library import Library
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from tests.played_runs import played_in
from tests.run_configs import composed

REHEARSAL = VoiceSpec(provider="rehearsal")

STORIES = Path(__file__).parent / "stories"
SCRIPT = script_lines(STORIES / "fifty-turns.txt")
"""The five answers of the interview in Varn and fifty turns, in which everything happens once."""
INTERVIEW, TURNS = SCRIPT[:5], SCRIPT[5:]


def a_setting(name: str = "varn") -> Setting:
    """A setting that ships."""
    return Library(Home.find()).read(SETTINGS, name)


def a_story(setting: str = "ferry", *, context: int = 0, **wish: Any) -> RunConfig:
    """A rehearsed story on a simulated clock: an interview and the rules' own turns, unless something is wished for.

    `context` is what its setting's rules would bound it to.
    """
    kind = DialogueRequest if "partner" in wish else StoryRequest
    asked = kind(**{"setting": setting, "seed": 1, "voice": REHEARSAL, "simulated": True, **wish})
    config = composed(asked, REHEARSAL, instead={Setting: a_setting(setting)})
    return config.model_copy(update={"story": config[StoryConfig].model_copy(update={"context": context})})


def the_fifty_turns(**wish: Any) -> RunConfig:
    """The configuration of the scripted story of fifty turns."""
    return a_story("varn", **({"script": SCRIPT, "turns": 50} | wish))


def told(home: Home, config: RunConfig) -> Opened:
    """Play a run to where it stands by itself, and read it back."""
    return Studio(home).open(played_in(home, config).state.run)
