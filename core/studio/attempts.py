"""Other ways in which a turn could have gone: played by the engine on forks that are no runs of the library until one
of them is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import RunError
from parley.core.base.sentences import Sentence
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked
from parley.core.log.played import get_behaviour_of
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.studio.comparing import act_of
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.core.voices.provider import VOICES

STEPS = 8
"""Times that the gate is opened for one turn: breakpoints and the pauses between two scenes close it before."""
REMEMBERED = 12
"""Replies that the expected cost is the mean of."""


@dataclass(frozen=True)
class Attempt:
    """A turn drawn again: `member` said `text` in the run with the log `path`, with the chances of `seed`.

    `probability` is that with which they were drawn, −1 where nobody was. `more` are the lines that were drawn together
    with it, as (member, words). `cost` in US dollars. Where nothing came of it `problem` says why.
    """

    turn: int
    seed: int
    run: str = ""
    path: Path | None = None
    member: str = ""
    text: str = ""
    more: tuple[tuple[str, str], ...] = ()
    probability: float = -1.0
    cost: float = 0.0
    problem: str = ""


def ensure_drawable(replay: Replay, turn: int) -> None:
    """Raise `RunError` where a turn was drawn by nobody and cannot be drawn again."""
    said = get_spoken_turn(replay.live, turn)
    if said.started is None and _find_joint_draw_start(replay, said) is None:
        raise RunError("Turn {number} was drawn by nobody.", number=turn, hint="Choose another turn to draw again.")


def get_spoken_turn(state: State, turn: int) -> Turn:
    """Return a turn that was spoken here, by no person. Raises `RunError`."""
    if not 1 <= turn <= len(state.turns):
        raise RunError("There is no turn {turn} yet.", turn=turn)
    if state.foreign:
        raise RunError("An imported run cannot be played again: it was not played here.")
    said = state.turns[turn - 1]
    if said.ended.author in ("director", "user", "script") or said.author.kind == "person":
        raise RunError("Turn {number} was written by hand.", number=turn, hint="Choose another turn to draw again.")
    return said


@dataclass(frozen=True)
class Draw:
    """Turns `first` to `last`, which are drawn at once; nothing of it is in the first `since` events."""

    first: int
    last: int
    since: int


def draw_of(replay: Replay, turn: int) -> Draw:
    """Return what is drawn again with a turn: itself, or all lines that were made with it. What the director did since
    the turn before it stays.
    """
    turns = replay.live.turns
    together = _find_joint_draw_start(replay, turns[turn - 1])
    if together is not None:
        first = len(replay.find_state_at(together).turns) + 1
        last = turn
        while (
            last < len(turns)
            and turns[last].started is None
            and _find_joint_draw_start(replay, turns[last]) == together
        ):
            last += 1
        return Draw(first, last, together)
    since = replay.seq_of_turn(turn - 1)
    for seq in range(since, turns[turn - 1].seq):
        if _is_manual_act(replay.events[seq], turn):
            since = seq + 1
    return Draw(turn, turn, since)


def _find_joint_draw_start(replay: Replay, said: Turn) -> int | None:
    if said.started is not None:
        return None
    return get_behaviour_of(replay.live.setup).drawn_since(replay.find_state_at, said)


def _is_manual_act(event: Event, turn: int) -> bool:
    act = act_of(event, turn)
    return act is not None and act.what != "retried" and not isinstance(event, RunForked)


def draw_seeds(state: State, turn: int, count: int, drawn: Sequence[int] = ()) -> list[int]:
    """Return other seeds than the run's own and those that were `drawn` already; the same ones for the same turn."""
    chances, number = SeededRandom(state.setup.seed), 0
    found: list[int] = []
    while len(found) < count:
        seed = int(chances.draw_float(turn, f"what-if:{number}", 0, 1 << 31))
        number += 1
        if seed not in (state.setup.seed, *drawn, *found):
            found.append(seed)
    return found


def expected_cost(replay: Replay, turn: int, count: int) -> float | None:
    """Return what so many attempts probably cost, in US dollars: by the mean of the last replies. 0 where no voice that
    may speak costs anything, None where one does and has not replied yet."""
    state = replay.state_at_turn(turn - 1)
    specs = {state.get_voice_of(member.id) for member in state.setup.members}
    dear = {spec.provider for spec in specs if not is_free(spec.provider)}
    if not dear:
        return 0.0
    replies = [each.reply for each in replay.live.turns if each.reply is not None and each.reply.provider in dear]
    costs = [reply.cost for reply in replies[-REMEMBERED:]]
    return count * sum(costs) / len(costs) if costs else None


def is_free(provider: str) -> bool:
    """Return whether a voice of that name costs nothing."""
    voice = VOICES.get_usable(provider)
    return voice is not None and (voice.simulated or voice.local)  # a broken package's may cost anything


async def attempt(studio: Studio, opened: Opened, turn: int, seed: int) -> Attempt:
    """Play `turn` once more with other chances.

    What a voice could not do is told as the attempt's problem. Raises `ParleyError` where nothing can be played at all,
    `HostNotAllowed` where the user has to be asked about a server.
    """
    ensure_drawable(opened.replay, turn)
    draw = draw_of(opened.replay, turn)
    studio.home.attempts.mkdir(parents=True, exist_ok=True)
    run = await asyncio.to_thread(_fork_attempt_run, studio, opened, draw, seed)  # copying a long log takes its time
    path = run.stage.log.path
    try:
        for _ in range(STEPS + draw.last - draw.first):
            run.step()
            await run.live(until_paused=True)
            state = run.state
            if (
                state.next_turn > draw.last
                or state.status == "ended"
                or state.reason in ("failure", "unwritten", "floor")  # one more step would stop there again
            ):
                break
        return _build_attempt(run.state, path, draw, seed)
    except asyncio.CancelledError:
        await run.close()  # before its file goes: Windows deletes none that is open
        discard(Attempt(draw.first, seed, path=path, cost=run.state.own_cost))
        raise
    finally:
        await run.close()


def _fork_attempt_run(studio: Studio, opened: Opened, draw: Draw, seed: int) -> Run:
    changes = {"seed": seed, "simulated": False}
    return studio.fork(str(opened.path), draw.first - 1, changes, since=draw.since, folder=studio.home.attempts)


def _build_attempt(state: State, path: Path, draw: Draw, seed: int) -> Attempt:
    made = Attempt(draw.first, seed, state.run, path, cost=state.own_cost)
    lines = state.turns[draw.first - 1 : draw.last]
    if not lines:
        return replace(made, problem=state.detail or Sentence("Nobody took the turn."))
    said, *more = lines
    chances = get_chances_of(said)
    together = tuple((turn.member, turn.text) for turn in more)
    return replace(made, member=said.member, text=said.text, more=together, probability=chances)


def get_chances_of(said: Turn) -> float:
    """Return the probability with which whoever took a turn was drawn, −1 where nobody was."""
    candidates = said.selected.candidates if said.selected is not None else ()
    return next((each.probability for each in candidates if each.member == said.member), -1.0)


def keep_attempt(home: Home, made: Attempt) -> Path:
    """Put an attempt among the runs, a fork like any other, and return its log. Raises `RunError` where it is gone."""
    if made.path is None or not made.path.exists():
        raise RunError("What was drawn is not there any more.", hint="Draw the turn again.")
    kept = home.runs / made.path.name
    made.path.replace(kept)
    return kept


def discard(made: Attempt) -> None:
    """Let go of an attempt that nobody keeps; one that was paid for stays for a day, whose budget it counts for."""
    if made.path is not None and not made.cost:
        made.path.unlink(missing_ok=True)


def sweep(home: Home) -> None:
    """Delete what was drawn before today and not kept."""
    today = datetime.now(UTC).astimezone().date()
    for path in home.attempts.glob("*.jsonl") if home.attempts.is_dir() else []:
        with suppress(OSError):  # another process may be sweeping, too
            if datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone().date() != today:
                path.unlink()
