"""A story in the terminal: the prompt, and what is typed there."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from functools import partial

from parley.core.base.errors import ParleyError, RunError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import opened_in, say, tell
from parley.core.cli.options import Shared
from parley.core.cli.run import Begin, Telling, pause_on_signals, play_run
from parley.core.engine.run import Run
from parley.core.log.state import State
from parley.core.modes.story.mode import StoryDirector
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.terminal import PART, format_choices, list_surroundings, run_command
from parley.core.modes.story.words import get_sentence as sentence_of
from parley.core.modes.story.words import words
from parley.core.studio.going_on import explain_stop
from parley.core.studio.studio import Studio, Watching

MOST = 10
"""Lines that are shown again where somebody comes back to a story."""
LEAVING = ("/quit", "/exit", "/q", "/ende")


def go_on(studio: Studio, ref: str) -> None:
    """Play a story that was begun. Raises `RunError` for what is none or has ended."""
    opened = opened_in(studio, ref)
    if opened.state.find(StoryState) is None:
        raise RunError("This run is no story.", hint=Sentence("Go on with: parley resume {run}", run=opened.state.run))
    if opened.state.status == "ended":
        hint = Sentence("Tell another end: parley fork {run} --turn N", run=opened.state.run)
        raise RunError("This story has ended.", hint=hint)
    come_back(opened.state)
    play(studio, partial(studio.resume, ref), Shared())


def play(studio: Studio, begin: Begin, wish: Shared) -> None:
    """Play until the player leaves or the story ends; both are a good end. Who goes back goes on in a fork."""

    def get_closing(run: Run) -> str:
        return sentence_of(run.state.setup.language, "your_turn")

    while True:
        sitting = Sitting()
        state = play_run(studio, begin, Watching(), sitting.telling, sitting.play_on, wish, get_closing)
        if sitting.back is None:
            break
        say(words(state.setup.language, "undone", PART, run=state.run))
        studio = Studio(studio.home)  # `play_run` has closed the other one
        studio.allow_hosts(wish.allow or ())
        begin = partial(_rewind, studio, state.run, sitting.back)
    if state.status == "paused" and state.reason in {"player", "director"}:
        say(words(state.setup.language, "left", PART, turn=state[StoryState].turn, run=state.run))
    elif state.status != "ended":
        raise explain_stop(state)


def _rewind(studio: Studio, run: str, turn: int, watching: Watching) -> Run:
    return studio.fork(run, turn, watching=watching)


class Sitting:
    """A player at the terminal with one run, until they leave, it ends, or they go `back`, which is another run."""

    def __init__(self) -> None:
        self.back: int | None = None
        self.telling = Telling(played=True)

    async def play_on(self, run: Run) -> None:
        """Play on and ask for the player's next line, again and again."""
        if not (run.state.status == "paused" and run.state.reason == "player"):  # else it is the player's turn already
            run.play()
            await run.live(until_paused=True)
        while run.state.status == "paused" and run.state.reason == "player":
            line = self._ask_for_line(run)
            if line is None or line.casefold() in LEAVING:
                return
            if not line:
                continue
            self.telling.typed = line  # so that its event is not printed once more
            try:
                if line.lstrip().startswith("/"):
                    order = run_command(run.state, line)
                    if isinstance(order, int):
                        # Where it goes back to, which another run is for.
                        self.back = order
                        return
                    say("\n".join(order))
                    continue
                await StoryDirector.of(run).act(line)
            except ParleyError as error:
                tell(error.text)
            else:
                await run.live(until_paused=True)

    def _ask_for_line(self, run: Run) -> str | None:
        # Windows has no signal handlers on the loop; there Ctrl+C raises KeyboardInterrupt as usual.
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        line = asked(words(run.state.setup.language, "prompt", PART))  # blocks the loop and its signal handlers
        pause_on_signals(run)
        return line


def asked(prompt: str) -> str | None:
    """Return what somebody types, or pastes in one; None where they leave. Meanwhile nothing else happens, and Ctrl+C
    is theirs.
    """
    with contextlib.suppress(ImportError):
        # With it a line may be as long as it is, and what is pasted is one, however many lines it has.
        import readline

        readline.parse_and_bind("set enable-bracketed-paste on")
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()  # the shell's prompt gets a line of its own
        return None
    except UnicodeDecodeError:
        tell("This is not UTF-8 text.")
        return ""  # an empty line: they are asked again


# What is shown ----------------------------------------------------------------------------------------------------


def come_back(state: State) -> None:
    """Show where the story stands: its last lines, the place, the choices."""
    tale, config = state[StoryState], state.setup
    say(words(config.language, "again", PART, title=config.title, turn=tale.turn))
    for turn in state.turns[-MOST:]:
        say(turn.ended.line(state.name_of(turn.member)))
    if tale.sheet is not None:
        say("\n".join(list_surroundings(state)))
    if tale.offered is not None and tale.offered.story_turn == tale.turn:  # choices of an earlier turn are over
        say("\n".join(format_choices(tale.offered, one_a_line=True)))
    sys.stdout.flush()
