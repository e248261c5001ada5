"""What somebody may ask for in a story, or in a talk with one of its characters."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from parley.core.base.errors import UsageError
from parley.core.base.registry import late
from parley.core.engine.run_request import FRESH, Bounds, FromFile, RequestSpec, RunRequest, Text, asked
from parley.core.formats import Localised

LONGEST = 10_000
"""Turns of the player that a story may have."""
LONGEST_NAME = 80
"""Characters of the name of whom the player plays."""


def _check_jester_chance(chance: float) -> None:
    if not 0 <= chance <= 1:
        raise UsageError("{jester:g} is no chance for the Jester.", jester=chance, hint="Give a number from 0 to 1.")


def _check_story_length(turns: int) -> None:
    if not 1 <= turns <= LONGEST:
        raise UsageError("{turns} turns are not possible; ask for 1 to {longest:,}.", turns=turns, longest=LONGEST)


class StoryRequest(RunRequest):
    """A story without anybody at the keys: the player's lines come from a script, or by chance.

    Without a `concept` the player is interviewed. With `autoplay` the player's lines are drawn from the choices.
    """

    setting: Text = asked(
        "", "Story", "A setting's name or TOML file. See `parley stories`.", widget="story", choices="settings"
    )
    script: Annotated[tuple[Text, ...], FromFile(late("parley.core.modes.story.composing:script_lines"))] = asked(
        (),
        "Script",
        "The player's lines, one a line; else they are drawn from the choices.",
        widget="script",
        advanced=True,
    )
    turns: Annotated[int | None, Bounds(1, LONGEST, _check_story_length)] = asked(
        None, "Turns", "The player's turns until the epilogue.", unit="turns", fallback="the setting's length"
    )
    concept: Text = asked(
        "",
        "Begin as",
        "Who the player begins as; else they are interviewed.",
        widget="concept",
        fallback="an interview",
    )
    player: Text = asked("", "Name", "What the player is called.", option="--name")
    jester: Annotated[float | None, Bounds(0, 1, _check_jester_chance)] = asked(
        None,
        "Jester",
        "The chance that the Jester joins in, 0 to 1.",
        advanced=True,
        fallback="as the setting says",
    )
    autoplay: bool = asked(
        False, "Plays by itself", "The player's lines are drawn from the choices.", advanced=True, option=None
    )
    fresh: bool = FRESH


class DialogueRequest(StoryRequest):
    """A story that begins in a talk with one of its characters, without anybody at the keys."""

    partner: Text = asked(
        "",
        "With",
        "Whom to talk with: a character's id or name; CAST/MEMBER; a character card's file; or run:ID, as in that run.",
        widget="person",
        option="--with",
    )
    greeting: Text = asked(
        "",
        "Begins with",
        "Which greeting of their character card they begin with, by its number; 0: none.",
        widget="greeting",
        fallback="the first",
    )


def _adapt_to_terminal(request: StoryRequest, _attended: bool) -> StoryRequest:
    """Return the request for a run that nobody plays: without a script, chance takes the player's choices."""
    return request.model_copy(update={"autoplay": not request.script})  # without lines the run would wait at once


STORY_REQUEST = RequestSpec(
    name="story",
    title=Localised(en="Story", de="Geschichte"),
    about=Localised(
        en="A tale that you play: a place, people, choices, dice.",
        de="Eine Geschichte zum Spielen: Orte, Leute, Würfel.",
    ),
    icon="ph.book-open",
    model=StoryRequest,
    compose=late("parley.core.modes.story.composing:compose"),
    at_terminal=_adapt_to_terminal,
)
DIALOGUE_REQUEST = replace(
    STORY_REQUEST,
    name="dialogue",
    title=Localised(en="Dialogue", de="Dialog"),
    about=Localised(
        en="You alone with one character of a story or a card.",
        de="Du allein mit einer Figur einer Geschichte oder Karte.",
    ),
    icon="ph.user-focus",
    model=DialogueRequest,
)
