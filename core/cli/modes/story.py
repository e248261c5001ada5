"""`parley run story`, `run dialogue`, `play` and `stories`."""

from __future__ import annotations

from functools import partial
from typing import Any

from core.base.errors import RunError, UsageError
from core.base.sentences import Sentence
from core.cli.common import HomeOption, JsonOption, opened_in, say, show_all, studio_of
from core.cli.modes.story_terminal import come_back, converse
from core.cli.options import Shared, argument, command, options, shared, values
from core.cli.run import Begin, Telling, composed, played, stood, voice_spec
from core.engine.run import Run
from core.modes.story.composing import SETTINGS
from core.modes.story.request import DialogueRequest, StoryRequest
from core.modes.story.rules.setting import Setting
from core.modes.story.state import StoryState
from core.modes.story.terminal import PART
from core.modes.story.words import sentence as sentence_of
from core.modes.story.words import words
from core.studio.studio import Studio, Watching

KINDS = ("story", "dialogue")


def _play_kind(wish: Shared, *, what: str, **given: Any) -> None:
    studio = studio_of(wish.home, wish.allow)
    request: StoryRequest = DialogueRequest(**values(DialogueRequest, given), voice=voice_spec(wish))
    if what not in KINDS:
        if request != DialogueRequest():
            hint = "Leave these options out, or begin another one."
            raise UsageError("A story that was begun goes on as it is.", hint=hint)
        _go_on(studio, what)
        return
    if what == "story" and not given["partner"]:
        request = StoryRequest(**{name: value for name, value in request if name != "partner"})
    config = composed(studio, request, fast=wish.fast)
    _play(studio, partial(studio.start, config, copy_to=wish.out), wish)


play = command(
    _play_kind,
    [
        argument("what", "story, dialogue, or a story's run to go on with."),
        *options(DialogueRequest, without=("script", "fresh")),
        *shared("voice", "model", "fast", "allow", "home", "out"),
    ],
    "Play a story or a dialogue here in the terminal, or go on with one.",
)


def stories(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """The settings that stories can be played in."""

    def lines(each: Setting) -> str:
        people = ", ".join(one.name for one in each.people)
        concepts = ", ".join(one.id for one in each.concepts)
        about = f"{'':<14} {len(each.places)} places · with {people} · begin as {concepts}"
        return f"{each.id:<14} {each.name.en} / {each.name.de}\n{about}"

    def row(each: Setting) -> dict[str, Any]:
        return each.model_dump(mode="json", exclude_defaults=True)

    show_all(*studio_of(home).library.all(SETTINGS), row, lines, as_json=as_json)


def _go_on(studio: Studio, ref: str) -> None:
    """Play a story that was begun. Raises `RunError` for what is none or has ended."""
    opened = opened_in(studio, ref)
    if opened.state.find(StoryState) is None:
        raise RunError("This run is no story.", hint=Sentence("Go on with: parley resume {run}", run=opened.state.run))
    if opened.state.status == "ended":
        hint = Sentence("Tell another end: parley fork {run} --turn N", run=opened.state.run)
        raise RunError("This story has ended.", hint=hint)
    come_back(opened.state)
    _play(studio, partial(studio.resume, ref), Shared())


def _play(studio: Studio, begin: Begin, wish: Shared) -> None:
    """Play until the player leaves or the story ends; both are a good end."""
    telling = Telling(played=True)

    async def goes(run: Run) -> None:
        if not (run.state.status == "paused" and run.state.reason == "player"):
            run.play()
            await run.live(until_paused=True)
        await converse(run, telling)

    def closing(run: Run) -> str:
        return sentence_of(run.state.setup.language, "your_turn")

    state = played(studio, begin, Watching(), telling, goes, wish, closing)
    if state.status == "paused" and state.reason in {"player", "director"}:
        say(words(state.setup.language, "left", PART, turn=state[StoryState].turn, run=state.run))
    elif state.status != "ended":
        raise stood(state)
