"""Another way to say a line: its voice, or any other, is asked once more, until one of the ways is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from parley.core.base.errors import RunError, VoiceError
from parley.core.base.line import Line, clean
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine.calling import Aside, Calls, make_record
from parley.core.engine.requests import get_chance_of, get_temperature_of, turn_request
from parley.core.engine.retake import to_take_back
from parley.core.engine.run import Run, find_used_up
from parley.core.engine.stage import Stage
from parley.core.log.authors import author_of_reply, is_stage_direction
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ALTERNATIVE, CallFailed, Swipe, TurnEnded, TurnRetried, Usage, VoiceReplied
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.log.ways import get_line_of, get_own_way, list_ways
from parley.core.perspective.perspective import perspective
from parley.core.studio.attempts import get_spoken_turn, is_free
from parley.core.studio.studio import Studio, get_clock_of


def get_ways(state: State, turn: int) -> tuple[Swipe, ...]:
    """Return the ways of a turn, of which one at least is there. Raises `RunError` where it was not said yet."""
    if not 1 <= turn <= len(state.turns):
        raise RunError("There is no turn {turn} yet.", turn=turn)
    said = state.turns[turn - 1]
    return list_ways(state, said) or (get_own_way(said),)


def ensure_drawable(state: State, turn: int) -> Turn:
    """Return the turn, where its words are a voice's, which may be asked again. Raises `RunError`."""
    said = get_spoken_turn(state, turn)
    if said.author.kind == "rules":
        raise RunError("Turn {number} is by the rules.", number=turn, hint="Choose one that is written, or a model's.")
    if said.started is None or said.reply is None:
        raise RunError("Turn {number} was drawn in one go with others.", number=turn, hint="Choose another turn.")
    if (over := find_used_up(state)) is not None:
        raise RunError(over[1])
    return said


async def draw_variant(
    studio: Studio, replay: Replay, turn: int, write: Callable[[Event], object], voice: VoiceSpec | None = None
) -> None:
    """Have the line of `turn` said in another way, by its member's voice or by `voice`; `write` gets what is to be
    written down of it.

    Raises `RunError` where it cannot be drawn, `VoiceError` where no words came, and `HostNotAllowed`.
    """
    live = replay.live
    said, there = ensure_drawable(live, turn), get_ways(live, turn)
    assert said.started is not None
    spec, before = voice or live.get_voice_of(said.member), replay.find_state_at(said.asked_seq)
    if voice is not None:
        studio.choose(voice)
    if not is_free(spec.provider):
        if live.setup.simulated:
            # What it cost would stand on another day than that which paid.
            raise RunError("This run is a rehearsal on a simulated clock.", hint="Fork it with another voice instead.")
        if (left := studio.compute_left_today()) is not None and left <= 0:
            raise RunError("The day's budget is used up: nobody can be asked today.")
    before = replace(before, voices={**before.voices, said.member: spec})  # a new state: the replay keeps the old one
    request = turn_request(before.setup, perspective(before, said.member), said.started, before)
    request = msgspec.structs.replace(
        request, tools_over=bool(request.tools), purpose=ALTERNATIVE,  # another wording makes no tool calls
        temperature=get_temperature_of(before, said.member, request.temperature),
        chance=get_chance_of(before.setup.seed, turn, f"{said.member}:{ALTERNATIVE}:{len(there)}"),
    )  # fmt: skip
    aside = Aside(before, write, get_clock_of(live.setup, live.now))
    try:
        reply = await Calls(aside, studio.get_voices_aside()).ask_voice(said.member, request, aside=True)
        drawn = make_record(reply, aside.clock, turn, said.member, ALTERNATIVE)
        line = get_line_of(live, drawn)
        if not line.text and not line.acts:
            raise VoiceError(
                "empty", Sentence("{name}'s voice returned no words.", name=live.name_of(said.member)),
                tokens=reply.usage.counts, cost=reply.cost, request_id=reply.request_id,
            )  # fmt: skip
    except VoiceError as error:
        if error.cost or any(error.tokens.values()):
            write(
                CallFailed(
                    at=aside.clock.now(), turn=turn, member=said.member, purpose=ALTERNATIVE, kind=error.kind,
                    usage=Usage(**error.tokens), cost=error.cost, request_id=error.request_id,
                )
            )  # fmt: skip
        raise
    known = author_of_reply(drawn).kind == "writer" and line.text in {way.text for way in there}
    if known or is_stage_direction(drawn):
        # What is written is not found anew: the same words a second time would be no choice.
        raise RunError("Nothing else is written for turn {number}.", number=turn, hint="Choose a model's voice.")
    write(drawn)


def find_branching_reason(state: State, turn: int) -> str:
    """Return why a way of the turn is kept in a branch; empty where the run itself goes on from it."""
    if state.status == "ended":
        return Sentence("This run has ended.")
    if turn < len(state.turns):
        return Sentence("The talk has gone on since.")
    try:
        to_take_back(state, turn)
    except RunError as refused:
        return refused.sentence
    put_in = any(entry.kind == "topic" and entry.seq > state.turns[-1].seq for entry in state.entries)
    return Sentence("Something was put in since.") if put_in else ""


async def keep_variant(run: Run, number: int) -> None:
    """Have the last turn say its way `number`, from 0; the talk goes on from it.

    Raises `RunError` where somebody speaks, and where this run cannot.
    """
    run.ensure_writable()
    if run.speaking or run.state.status == "playing":
        raise RunError("Somebody is speaking.", hint="Pause first.")
    async with run.floor:
        stage, state = run.stage, run.state
        said = state.turns[-1]
        ways = get_ways(state, said.number)
        if state.open is not None:  # no turn is taken back while one is open
            stage.append(TurnRetried(at=stage.clock.now(), turn=state.next_turn))
        stage.append(TurnRetried(at=stage.clock.now(), turn=said.number))
        _append_turn(stage, said, ways, number)


def branch(studio: Studio, path: str, replay: Replay, turn: int, number: int) -> Run:
    """Return a fork in which `turn` says its way `number`, from 0, and that goes on from there; its gate is closed."""
    said, ways = replay.live.turns[turn - 1], get_ways(replay.live, turn)
    # What somebody did before they spoke, they have done in the branch too.
    since = said.seq if said.started is None or said.answers else said.started_seq
    run = studio.fork(path, turn - 1, {"simulated": False}, since=since)
    _append_turn(run.stage, said, ways, number)
    return run


def _append_turn(stage: Stage, said: Turn, ways: tuple[Swipe, ...], number: int) -> None:
    way, now = ways[number], stage.clock.now()
    by = way.words_by or said.author
    if said.started is not None and stage.state.open is None:  # a branch behind its tool calls has begun it already
        stage.append(msgspec.structs.replace(said.started, at=now, attempt=stage.state.attempt))
        # It was paid for when it was drawn.
        stage.append(
            VoiceReplied(
                at=now, turn=said.number, member=said.member, text=way.text, provider=way.provider, model=way.model,
                words_by=by,
            )
        )  # fmt: skip
    line = clean(way.text, acts=True) if stage.behaviour.acts else Line(way.text)
    stage.append(
        TurnEnded(
            at=now, turn=said.number, member=said.member, text=line.text, thoughts=way.thoughts,
            acts=line.acts, author=said.ended.author, heard_by=said.ended.heard_by,
            hidden=said.ended.hidden, swipes=ways, swipe=number, words_by=by,
        )
    )  # fmt: skip
