"""The duologue's loop: names, what a side is told, who is next, and whether they sound alike by now.

What a side is sent of a long talk fits into its voice's context.
"""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.engine import context_window as room
from parley.core.engine import convergence, summing
from parley.core.engine.floor import all_spoken, get_kind_of, play_greeting, selected, situation
from parley.core.engine.mode import FloorNeeded, Mode, resume_open_turn
from parley.core.engine.moderation import ask_moderator
from parley.core.engine.requests import Question, turn_request
from parley.core.engine.stage import Stage, TurnFailure
from parley.core.formats import Moves
from parley.core.log.config import DIRECTOR_NAME
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import Move, TurnKind, TurnStarted
from parley.core.log.state import State
from parley.core.modes.duologue.behaviour import describe_situation, list_recent_turns
from parley.core.modes.duologue.config import DuologueConfig, Stop
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold
from parley.core.modes.duologue.state import DuologueState
from parley.core.modes.duologue.topology import BACK, next_speaker
from parley.core.perspective.move_text import direct_move
from parley.core.perspective.perspective import Perspective
from parley.core.perspective.weight import BLOCK, sum_tokens
from parley.core.turn_taking.moves import draw_move
from parley.core.turn_taking.selection import Selection, certain
from parley.core.voices.base import Request, Voice

MARGIN = 300
"""Tokens that stay free: what a provider adds to a prompt is not ours to see."""
BOUNDARIES = (room.before_an_exchange, room.before_somebody_else)


def make_room(stage: Stage, member: str, kind: TurnKind) -> bool:
    """Cut what `member` is sent where it has grown too long for their voice, or for what the run allows.

    Room for the reply is kept. Whole exchanges go, the oldest first; where a single one is too long, as it may be with
    many sides, the oldest lines of others in it. Where it is to be summed up first, that is asked for and done in steps
    of their own, as a voice is paid for it: True.
    """
    allowed = stage.config[DuologueConfig].context
    try:
        voice = stage.voice(stage.state.get_voice_of(member))
        # Only a talk that fills a part of the context is worth a closer look.
        if allowed or stage.perspective(member).get_size() * 8 > voice.capabilities.context:
            bound = _bound(stage, member, kind, voice)
            return _cut_excess(stage, member, min(bound, allowed) if allowed else bound)
    except VoiceError:
        return False  # What is wrong with the voice is reported when the turn is taken
    return False


def cut_half(stage: Stage, member: str) -> None:
    """Cut half of what `member` is sent: the voice would not take it."""
    bound = stage.perspective(member).get_size() - 1  # one token less than it has, so that a cut is due
    room.make_room(stage, member, bound, *BOUNDARIES, note=_explain_dropped_summary(stage, "refused"))


def _cut_excess(stage: Stage, member: str, bound: int) -> bool:
    """Drop what is too much, or ask for it to be summed up: True."""
    if stage.state.summing is not None and stage.state.summing.member == member:
        return False  # The summary has just failed; the reason is reported when the turn is taken
    if stage.config[DuologueConfig].when_full == "summarise" and summing.find_space_in(bound) >= summing.LEAST:
        return summing.asked(stage, member, bound, *BOUNDARIES)
    room.make_room(stage, member, bound, *BOUNDARIES, note=_explain_dropped_summary(stage, "no room"))
    return False


def _explain_dropped_summary(stage: Stage, key: str) -> str:
    """Return why something is dropped that was to be summed up; empty where it was not to be."""
    return "" if stage.config[DuologueConfig].when_full == "drop" else summing.reason(key)


def _bound(stage: Stage, member: str, kind: TurnKind, voice: Voice) -> int:
    """Return how many tokens, as we estimate them, the history may have."""
    view = stage.perspective(member)
    bare = _build_request(stage, member, kind, replace(view, start=view.count, summary=""))  # all but the history
    payload = voice.payload(bare)
    fixed = sum(sum_tokens(item.text) + BLOCK for item in payload.items)
    context = voice.capabilities.context
    # A model that thinks before it speaks is given more tokens than were asked for; some OpenAI models rename the key.
    sent = [payload.body.get(key) for key in ("max_tokens", "max_completion_tokens")]
    # A voice of a very short memory says less than it might.
    reply = min(max([bare.max_tokens, *(most for most in sent if isinstance(most, int))]), context // 2)
    free = context - reply - MARGIN  # an estimate: where it is too high the voice refuses, and `cut_half` follows
    # Where hardly anything is left, the newest words are sent all the same.
    return max(min(room.LEAST, context // 16), free - fixed)


def _build_request(stage: Stage, member: str, kind: TurnKind, view: Perspective) -> Request:
    state = stage.state
    now = stage.clock.now()
    started = TurnStarted(
        at=now, turn=state.next_turn, member=member, kind=kind, attempt=state.attempt, lore=stage.lore(member)
    )
    return turn_request(stage.config, view, started, state)


LONGEST = 24
_NAME = re.compile(r"[^\W\d_][\w.'’ -]*")  # starts with a letter of any script


class _Name(msgspec.Struct):
    name: str


async def choose_name(stage: Stage, member: str) -> NameChosen:
    """Ask the member; where nobody can be asked or the answer is no name, they keep the one they have."""
    config, now = stage.config, stage.clock.now()
    kept = config.member(member).name
    try:
        able = stage.capabilities(member)
        if not able.fills_forms:
            return _kept(stage, member, "the voice is too small to be asked")
        task = prompt("name_task", config.language)
        question = Question(task, task, forms.record({"name": forms.TEXT}), max_tokens=60)
        reply = await stage.ask("name", question, member=member)
        name = " ".join(forms.read(reply.text, _Name).name.split())
    except VoiceError as error:
        return _kept(stage, member, Sentence("the voice could not be asked ({kind})", kind=error.kind))
    except msgspec.DecodeError:
        return _kept(stage, member, "the answer could not be read")
    others = {called for each in config.members if each.id != member for called in (each.name.casefold(), each.id)}
    # The director's lines stand among the others', with this name before them.
    others.add(DIRECTOR_NAME[config.language].casefold())
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        return _kept(stage, member, Sentence("'{name}' is no name", name=name[:40]) if name else "the answer was empty")
    if name.casefold() in others:
        return _kept(stage, member, Sentence("somebody else is called {name}", name=name))
    return NameChosen(at=now, member=member, name=name or kept)


def _kept(stage: Stage, member: str, why: str) -> NameChosen:
    return NameChosen(
        at=stage.clock.now(), member=member, name=stage.config.member(member).name, method="rules", note=why
    )


TALK = Moves(weights={"ask": 1.5, "inform": 1.5, "joke": 0.5})
"""What turns of a duologue are likely to do."""


class Duologue(Mode):
    """The mode of talks in a topology. It has no state of its own."""

    async def step(self, stage: Stage) -> None:
        """Choose a name, tell a side something, or take a turn; the end after the last one."""
        state, talk = stage.state, stage.config[DuologueConfig]
        own = state[DuologueState]
        if await resume_open_turn(stage) or await summing.gone_on(stage):
            return
        if state.open is None and await self._is_stopped_by_convergence(stage):  # judged before an open turn began
            return
        if len(state.turns) >= stage.config.turns:
            await self.finish(stage, "turns", all_spoken(state))
            return
        if talk.choose_names and (unnamed := [one.id for one in stage.config.members if one.id not in own.named]):
            stage.append(await choose_name(stage, unnamed[0]))
            return
        for told in _collect_due_tellings(stage):
            stage.append(told)  # a run that is killed between two goes on with the rest
        if play_greeting(stage):
            return
        if state.selected is None or state.selected.member in state.muted:
            stage.append(selected(stage, await _select_speaker(stage)))
        assert state.selected is not None
        await _take_turn(stage, state.selected.member)

    async def _is_stopped_by_convergence(self, stage: Stage) -> bool:
        """Return whether the last turn brought the two to the threshold: then the run ends, or stands once."""
        state, stop = stage.state, stage.config[DuologueConfig].stop
        if stop is None or len(state.turns) < _find_first_noticed_turn(state, stop):
            return False
        converged = state[DuologueState].converged
        noticed = converged is not None and converged.turn == len(state.turns)
        found = converged if noticed else find_convergence(state, stop)
        if found is None:
            return False
        if not noticed:
            stage.append(
                ConvergenceReached(
                    at=stage.clock.now(), turn=len(state.turns), members=found.members, calculator=stop.calculator,
                    profile=stop.profile, score=found.score, threshold=stop.threshold,
                )
            )  # fmt: skip
        told = convergence.describe_pair(state, found.members, found.score, stop.threshold)
        if stop.action == "stop":
            await self.finish(stage, "convergence", told)
            return True
        if noticed or state.held_turn == state.next_turn:
            return False  # it paused here already, or at a breakpoint, and was told to go on
        stage.append(RunPaused(at=stage.clock.now(), reason="convergence", detail=told))
        return True


async def _take_turn(stage: Stage, member: str) -> None:
    """Have the member take the next turn, with room for it in what their voice can take."""
    kind = get_kind_of(stage.state)
    if make_room(stage, member, kind):  # a summary was asked for, which is this step's work
        return
    led = _is_led(stage, member)
    move = await _draw_move(stage, member, kind, led=led)
    direction = ""
    if move is not None and led:
        direction = direct_move(stage.state, move, stage.rng().draw_float(stage.state.next_turn, "direction"))
    try:
        await stage.speak(member, kind=kind, direction=direction, move=move)
    except TurnFailure:
        lost = stage.state.open
        if lost is not None and lost.failed is not None and lost.failed.kind == "context_full":
            cut_half(stage, member)  # so that the turn does not fail again when it is retried
        raise


async def _draw_move(stage: Stage, member: str, kind: TurnKind, *, led: bool) -> Move | None:
    """Draw what the turn does, where the voice only shows that, or circles without it.

    Any other is told nothing: how two models talk of themselves is what is studied.
    """
    if not (led or stage.capabilities(member).staged):
        return stage.planned(member, kind, None)
    names = list(stage.config.names)
    move = draw_move(stage.state, stage.rng(), member, kind=kind, moves=TALK, members=names)
    return stage.planned(member, kind, move)


def _is_led(stage: Stage, member: str) -> bool:
    """Return whether the member is told what to do: by their voice's nature, unless they are to be told nothing."""
    return stage.capabilities(member).led and bool(describe_situation(stage.config, stage.config.member(member)))


def _find_first_noticed_turn(state: State, stop: Stop) -> int:
    """Return the first turn after which a convergence counts. What a fork inherited is how it begins, and ends
    nothing.
    """
    return max(stop.after, state.parent_turn + 1)


def find_convergence(state: State, stop: Stop) -> ConvergenceReached | None:
    """Return the convergence after the last turn, where it is at the threshold and was below it one turn before."""
    found = convergence.measure_turn(state, len(state.turns), stop.calculator, stop.profile)
    if found is None or found.score < stop.threshold:
        return None
    # At the first turn that may be noticed, it is no matter how it was before.
    if (
        stop.action == "pause"
        and len(state.turns) > _find_first_noticed_turn(state, stop)
        and not found.is_crossing(stop.threshold)
    ):
        return None
    assert state.now is not None
    return ConvergenceReached(
        at=state.now, turn=len(state.turns), members=found.members, calculator=stop.calculator, profile=stop.profile,
        score=found.score, threshold=stop.threshold,
    )  # fmt: skip


def _collect_due_tellings(stage: Stage) -> list[SideTold]:
    """Return what the sides' awareness has to tell before the next turn."""
    state, config = stage.state, stage.config
    sides, turn = config[DuologueConfig].sides, state.next_turn
    found: list[SideTold] = []
    for place, member in enumerate(config.members):
        side = sides.get(member.id)
        for number, injection in enumerate(side.awareness.injections if side else ()):
            if injection.turn > turn or (member.id, number) in state[DuologueState].told:  # overdue ones are told now
                continue
            # Where a side is called "b", that is meant by it, and not whoever comes second.
            letter = "ab"[place : place + 1]
            if injection.side in {"", member.id, "" if config.has(letter) else letter}:
                text = injection.text.text(config.language)
                found.append(SideTold(at=stage.clock.now(), member=member.id, turn=turn, text=text, injection=number))
    return found


async def _select_speaker(stage: Stage) -> Selection:
    state, config = stage.state, stage.config
    router = config[DuologueConfig].router
    here = situation(state)
    if state.floor in here.eligible:
        return certain("director", "the director gave the floor", here, state.floor)
    if not here.eligible:
        raise FloorNeeded
    said = list_recent_turns(state)
    names = {member: state.name_of(member) for member in here.members} if router.kind == "panel" else {}
    member, why = next_speaker(router, here.members, said, here.eligible, names)
    # Rules come first. Only the wording of the reason says that none of them fitted.
    if router.kind == "content" and router.voice and said and why.startswith("no rule"):
        since = state.turns[max(0, len(state.turns) - BACK * len(state.setup.members))].seq
        return await ask_moderator(stage, here, config.members, since=since)
    return certain(router.kind, why, here, member)


MODE = Duologue()
