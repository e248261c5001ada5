"""Roundtables: a format's opening, drawn speakers, a closing, and what is left behind."""

from __future__ import annotations

import msgspec

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import VoiceError
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.engine.floor import all_spoken, choose, get_kind_of, play_greeting, selected, situation
from parley.core.engine.mode import FloorNeeded, Mode, resume_open_turn
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.formats import Localised
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.events.run import EndReason, RunEnded
from parley.core.log.events.turn import Move, TurnKind
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, Measure
from parley.core.modes.roundtable import distillation
from parley.core.perspective.move_text import direct_move, move_words
from parley.core.turn_taking import rule_policies, selection
from parley.core.turn_taking.moves import draw_move, find_overdue
from parley.core.turn_taking.policies import POLICIES, Policy
from parley.core.turn_taking.selection import Selection, SelectionContext

MINUTES_TOKENS, SUMMARY_TOKENS = 1_000, 160
"""Tokens of whole minutes, and of a summary alone."""


class Roundtable(Mode):
    """The mode of all formats. It has no state of its own."""

    async def step(self, stage: Stage) -> None:
        """Take a turn, or end the run after the last one."""
        state = stage.state
        if await resume_open_turn(stage):
            return
        if len(state.turns) >= stage.config.turns:  # more where a fork asks for fewer turns
            await self.finish(stage, "turns", all_spoken(state))
            return
        if play_greeting(stage):
            return
        if state.selected is None or state.selected.member in state.muted:
            chosen = await _select_speaker(stage)
            stage.append(selected(stage, chosen))
        assert state.selected is not None
        member = state.selected.member
        kind = get_kind_of(state)
        drawn = draw_move(
            state, stage.rng(), member, kind=kind, moves=stage.config.format.moves, members=list(stage.config.names)
        )
        move = stage.planned(member, kind, drawn)
        # `planned` gives no move where a line is written that does not say what it does.
        told = direction(state, stage.rng(), move or drawn, kind)
        await stage.speak(member, kind=kind, direction=told, move=move)

    async def finish(self, stage: Stage, reason: EndReason, detail: str) -> None:
        """Distil the run and end it. Only a run that came to its own end asks a voice to distil."""
        state = stage.state
        if state.distilled is None and state.turns:  # a run that was killed after it has it already
            stage.append(await _distil(stage, ask=reason == "turns"))
        stage.append(RunEnded(at=stage.clock.now(), reason=reason, detail=detail))


async def _select_speaker(stage: Stage) -> Selection:
    state = stage.state
    here = situation(state)
    if state.floor in here.eligible:
        return selection.certain("director", "the director gave the floor", here, state.floor)
    if not here.eligible:
        raise FloorNeeded
    policy = POLICIES[state.policy]
    # Where a run is written as a whole, the writing says who answers whom: no question is overdue.
    drawn = policy.draw is not None and policy.opening == "drawn" and not _is_written(stage)
    if drawn and (asked := find_overdue(state, here.eligible, state.setup.turns - len(state.turns))):
        return selection.certain("question", "has a question to answer", here, asked)
    if not state.turns and (opens := _select_first_speaker(state, here, policy, stage.rng())) is not None:
        return opens
    return await choose(stage, here, stage.config.members)


def _select_first_speaker(state: State, here: SelectionContext, policy: Policy, rng: SeededRandom) -> Selection | None:
    """Return who opens: the coordinator where the format says so, else anybody; None where the policy says who."""
    if policy.opening == "always":
        return None
    if state.setup.format.opener == "coordinator":
        for member in state.setup.members:
            if member.coordinator and member.id in here.eligible:
                return selection.certain(state.policy, "the coordinator opens", here, member.id)
    if policy.opening == "own":
        return None
    drawn = rule_policies.random(here, rng)  # nothing was said yet that a policy could go by
    return Selection(drawn.member, state.policy, "first speaker, equal chances", drawn.candidates, drawn.draw)


def _is_written(stage: Stage) -> bool:
    """Tell whether all of the run was written, with who answers what."""
    try:
        return stage.capabilities().written
    except VoiceError:
        return False  # the error is told when the voice is asked


def direction(state: State, rng: SeededRandom, move: Move, kind: TurnKind) -> str:
    """Write the stage direction of the next turn: where we are, the format's words, and the move."""
    config, turn = state.setup, state.next_turn
    parts = [move_words(config.language)["where"].format(turn=turn, turns=config.turns)]
    parts.append(direct_move(state, move, rng.draw_float(turn, "direction")))
    if kind == "opening":
        parts.append(config.format.opening.text(config.language))
    elif kind == "closing":
        parts.append(config.format.closing.text(config.language))
    if config.cap:
        parts.append(move_words(config.language)["short"])
    return " ".join(parts)


async def _distil(stage: Stage, *, ask: bool) -> RunDistilled:
    state, config = stage.state, stage.config
    if not ask:
        return distillation.by_rules(state, stage.clock.now(), "ended early: no voice was asked")
    try:
        able = stage.capabilities()
    except VoiceError as error:
        return distillation.by_rules(
            state, stage.clock.now(), Sentence("the voice could not be asked: {why}", why=error.sentence)
        )
    if able.staged:
        return distillation.by_rules(state, stage.clock.now(), "a rehearsal keeps no minutes")
    if not able.fills_forms:
        # A model that can only go on with a transcript fills a form with noise, and takes half a minute to.
        return distillation.by_rules(state, stage.clock.now(), "the voice is too small to keep minutes")
    task = prompt("distil_task", config.language, format=config.format, members=config.members)
    question = (
        "The talk is over. Write the minutes."
        if config.language == "en"
        else "Das Gespräch ist vorbei. Schreib das Protokoll."
    )
    try:
        form = distillation.schema(config, brief=able.led)
        asked = Question(task, question, form, max_tokens=SUMMARY_TOKENS if able.led else MINUTES_TOKENS)
        reply = await stage.ask("distillation", asked)
        return distillation.read_answer(state, reply.text, stage.clock.now())
    except VoiceError as error:
        return distillation.by_rules(
            state, stage.clock.now(), Sentence("the voice could not distil: {why}", why=error.sentence)
        )
    except msgspec.DecodeError as error:
        return distillation.by_rules(
            state, stage.clock.now(), Sentence("the voice's minutes could not be read: {why}", why=str(error))
        )


MODE = Roundtable()


def _figures(state: State) -> dict[str, float]:
    """`memories` and `actions` that were taken away, and pairs that get on better (`warmer`) or worse (`cooler`)."""
    left = state.distilled
    drifts = [] if left is None else [drift.after - drift.before for drift in left.drifts]
    return {
        "roundtable.memories": len(left.memories) if left else 0,
        "roundtable.actions": len(left.actions) if left else 0,
        "roundtable.warmer": sum(change > 0 for change in drifts),
        "roundtable.cooler": sum(change < 0 for change in drifts),
    }


ROUNDTABLE = Measure(
    "roundtable",
    Localised(en="What a roundtable came to", de="Was eine Runde ergab"),
    ("roundtable.",),
    _figures,
    ranges={"roundtable": COUNT},
)
