"""`parley play` and `stories`."""

from __future__ import annotations

from functools import partial
from typing import Any

from parley.core.base.errors import UsageError
from parley.core.cli.common import HomeOption, JsonOption, get_studio_of, show_all
from parley.core.cli.options import Shared, build_options, command, make_argument, shared, values
from parley.core.cli.run import compose_config, voice_spec
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.request import DialogueRequest, StoryRequest
from parley.core.modes.story.rules.setting import Setting

KINDS = ("story", "dialogue")


def _play_kind(wish: Shared, *, what: str, **given: Any) -> None:
    # Only who plays needs the rules and the words of a story, which take their time to load.
    from parley.core.cli.modes import story_playing

    studio = get_studio_of(wish.home, wish.allow)
    request: StoryRequest = DialogueRequest(**values(DialogueRequest, given), voice=voice_spec(wish))
    if what not in KINDS:
        if request != DialogueRequest():  # options were given that only a new story takes
            hint = "Leave these options out, or begin another one."
            raise UsageError("A story that was begun goes on as it is.", hint=hint)
        story_playing.go_on(studio, what)
        return
    if what == "story" and not given["partner"]:
        request = StoryRequest(**{name: value for name, value in request if name in StoryRequest.model_fields})
    config = compose_config(studio, request, fast=wish.fast)
    story_playing.play(studio, partial(studio.start, config, copy_to=wish.out), wish)


play = command(
    _play_kind,
    [
        make_argument("what", "story, dialogue, or a story's run to go on with."),
        *build_options(DialogueRequest, without=("script", "fresh")),
        *shared("voice", "model", "fast", "allow", "home", "out"),
    ],
    "Play a story or a dialogue here in the terminal, or go on with one.",
)


def _play_dialogue(wish: Shared, *, who: str, **given: Any) -> None:
    _play_kind(wish, what="dialogue", partner=who, **given)


talk = command(
    _play_dialogue,
    [
        make_argument("who", "A character card's file, CAST/MEMBER, or run:ID for whom that run was with."),
        *build_options(DialogueRequest, without=("partner", "script", "fresh", "concept", "jester")),
        *shared("voice", "model", "fast", "allow", "home", "out"),
    ],
    "Talk with a character here in the terminal: a dialogue in their own scenario, or in a --setting.",
)


def list_stories(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the settings that stories can be played in."""

    def format_lines(each: Setting) -> str:
        people = ", ".join(one.name for one in each.people)
        concepts = ", ".join(one.id for one in each.concepts)
        about = f"{'':<14} {len(each.places)} places · with {people} · begin as {concepts}"
        return f"{each.id:<14} {each.name.en} / {each.name.de}\n{about}"

    def make_row(each: Setting) -> dict[str, Any]:
        return each.model_dump(mode="json", exclude_defaults=True)

    show_all(*get_studio_of(home).library.list_all(SETTINGS), make_row, format_lines, as_json=as_json)
