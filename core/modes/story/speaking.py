"""One turn of a story: a voice is asked, its tool calls are answered, and what it said becomes a line.

There is one place that interprets replies, whoever speaks: `handle_reply`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from parley.core.base.line import Line, clean
from parley.core.base.sentences import Sentence
from parley.core.cast.member import PLAYER
from parley.core.engine import context_window as room
from parley.core.engine import summing
from parley.core.engine.requests import turn_request
from parley.core.engine.stage import BreakpointHit, Stage
from parley.core.log.authors import author_of_reply, is_stage_direction
from parley.core.log.events.turn import Author, CallAnswered, TurnAbandoned, TurnKind
from parley.core.log.state import OpenTurn, State
from parley.core.modes.story import intents, tools
from parley.core.modes.story.asking import NARRATOR, get_abilities
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.directing import (
    PARTNER_WORDS,
    asked_next,
    direction,
    in_sentences,
    in_words,
    keeper_room,
    keeps_to,
    list_decisions,
    look_up_wording,
    narrator_words,
)
from parley.core.modes.story.events import DialogueClosed, DialogueOpened, FoesCalled
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.tools import DIALOGUE, FORMS, NARRATIVE
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import get_sentence
from parley.core.modes.story.written_words import PART, find_meant
from parley.core.perspective.perspective import Block
from parley.core.perspective.weight import BLOCK, sum_tokens
from parley.core.turn_taking.moves import injected_for
from parley.core.voices.base import Delta

DICE = frozenset({"check", "fight_round"})
"""Tools whose result has to be known before it is told."""
MOST_REPLIES = 3
"""Replies of one turn: a voice that only calls tools is asked on until it has had so many."""


async def speak(stage: Stage, member: str, kind: TurnKind) -> None:
    """Have `member` take the turn that is next; or first have summed up what they are no longer sent.

    Raises `TurnFailure` and `BreakpointHit` as `Stage.speak` does.
    """
    offered = list_tools(stage, member, kind)
    able = get_abilities(stage, member)
    told = direction(stage.state, member, kind, tools=bool(offered), brief=able.led)
    # Who is sent nothing needs no room.
    if not is_written_for(stage, member, kind) and make_room(stage, member, told, offered):
        return
    if able.staged:
        await find_meant(stage, member, kind)  # first: the turn's request is built from the log
    stage.begin(member, kind=kind, direction=told, tools=offered)
    await go_on(stage)


async def go_on(stage: Stage) -> None:
    """Finish the turn in flight: a committed reply is used, calls that were answered are not answered again."""
    open_turn = stage.state.open
    assert open_turn is not None
    member = open_turn.started.member
    if member == PLAYER:
        # Nobody but the player can say what they were about to do.
        stage.append(
            TurnAbandoned(
                at=stage.clock.now(), turn=open_turn.started.turn, member=member, reason="the run was interrupted"
            )
        )
    else:
        if open_turn.reply is None:  # else the reply is paid for already
            if _say_without_voice(stage, open_turn):
                return
            await stage.ask_on()
        await handle_reply(stage)


def _say_without_voice(stage: Stage, open_turn: OpenTurn) -> bool:
    """End a turn whose words need no voice; False: it needs one.

    A voice that has but written words says nothing that the rules have said. A small model plays the people alone, and
    these where no answer is written: of what one of 1.5 billion parameters told as the narrator a strict reader marked
    fifteen lines of sixteen, and of what it told in the place of written answers five of eight.
    """
    member, kind = open_turn.started.member, open_turn.started.kind
    small = is_written_for(stage, member, kind)
    spared = small or get_abilities(stage, member).staged
    if member == "keeper" and spared:
        _say_by_rules(stage)
    elif kind == "question" and spared:
        writer = Author(kind="writer", name=stage.config[StoryConfig].setting.id)
        stage.end_turn(asked_next(stage.state), author="rules", words_by=writer)
    elif get_abilities(stage, member).led:
        started, state = open_turn.started, stage.state
        request = turn_request(state.setup, stage.perspective(member), started, state)
        chance = stage.rng().generator(request.turn, "written")
        # What the rules have offered is meant as it is written.
        certain = not intents.is_offered(state)
        said = PART.line(request, chance) if small else PART.find_answer(request, certain=certain)
        if said is None or (not small and injected_for(state, member)):  # written answers ignore an injection
            return False
        stage.end_turn(said.text, author="rules", words_by=said.author)
    else:
        return False
    return True


def can_call(stage: Stage, member: str) -> bool:
    """Return whether the voice of `member` can call tools, its own way or by a structured reply."""
    able = get_abilities(stage, member)
    return able.tools or (able.fills_forms and not able.led)


def has_reader(stage: Stage) -> bool:
    """Return whether whoever answers the player's words reads them by tools, so that the rules do not.

    What the rules themselves have offered is theirs to read, and a written story goes by its own deeds.
    """
    story = stage.state[StoryState]
    member = story.partner if story.phase == "dialogue" and story.partner else NARRATOR
    able = can_call(stage, member) and not get_abilities(stage, member).written
    return able and member not in stage.state.muted and not intents.is_offered(stage.state)


def tells_choices(stage: Stage) -> bool:
    """Return whether the narrator's voice names what the player may do next with its line, and not by a call of its
    own.
    """
    return can_call(stage, NARRATOR) and not get_abilities(stage, NARRATOR).written


def is_written_for(stage: Stage, member: str, kind: TurnKind) -> bool:
    """Return whether a small model's part in this turn is said without it: by what is written, or by the rules."""
    return get_abilities(stage, member).led and (kind == "question" or member in AGENTS)


def list_tools(stage: Stage, member: str, kind: TurnKind) -> tuple[str, ...]:
    """Return the tools that are offered: always the same ones to the narrator and to whom the player talks with.

    A history with tool calls may only be sent with the tools, and a cached beginning holds as long as they stay the
    same. A voice that calls them by a structured reply has neither care: it is offered them where they are of use.
    """
    story = stage.state[StoryState]
    if not can_call(stage, member):
        return ()
    if member == NARRATOR:
        return tuple(NARRATIVE) if get_abilities(stage, member).tools else _select_useful_tools(story, kind)
    if kind != "question" and member == story.partner and not story.parting:
        # Who takes their leave has nothing left to do; of their calls none are kept, so that none need be explained.
        return tuple(DIALOGUE)
    return ()


def _select_useful_tools(story: StoryState, kind: TurnKind) -> tuple[str, ...]:
    """Return those of the narrator's tools that are of use now, for a voice that calls them by a structured reply."""
    if kind == "opening":
        return ("offer_choices",)
    if kind != "line" or story.phase not in ("exploration", "combat"):
        return ()
    fights = story.phase == "combat"
    if fights:
        return ("fight_round",) if story.resolved < story.turn else ()  # one round a turn
    return tuple(name for name in NARRATIVE if name != "fight_round")


async def handle_reply(stage: Stage) -> None:
    """Answer every tool call of the reply in flight, then end the turn with its words, or have the voice reply again.

    It is asked on where it had no words, spoke of something that was then refused, or before it knew what the dice say,
    and the story did not turn to somebody else meanwhile.
    Raises `TurnFailure`, and `BreakpointHit` at a breakpoint or a pause.
    """
    state = stage.state
    while True:
        open_turn = state.open
        assert open_turn is not None
        assert open_turn.reply is not None
        called = bool(open_turn.reply.tool_calls and open_turn.started.tools)  # ignored where no tools were offered
        if called:
            _answer(stage, open_turn)
        line = _build_spoken_line(stage, open_turn)
        if not called and stage.ask_again(line):
            await stage.ask_on()
            continue
        leaves = bool(open_turn.reply.tool_calls and state[StoryState].parting == open_turn.started.member)
        if not line.text and not called and not leaves and not open_turn.answers:
            name = state.name_of(open_turn.started.member)
            raise stage.make_failure("empty", Sentence("{name}'s voice returned no words.", name=name))
        # `called` guards the slice: where nothing was answered, `[-0:]` would be all answers of the turn.
        refused = called and any(answer.error for answer in open_turn.answers[-open_turn.answered :])
        waits = called and any(each.name in DICE for each in open_turn.answers[-open_turn.answered :])
        whole = bool(line.text) and not refused and not waits
        if whole or not called or has_turned(open_turn.answers) or open_turn.rounds >= MOST_REPLIES:
            break
        if state.status == "paused":
            # The reply is kept and gone on with: nothing more is asked of the voice while the run stands.
            raise BreakpointHit
        if line.text:
            # What it said is taken back, for it did not come about, or is told anew with what is there.
            stage.watcher.on_delta(open_turn.started.member, Delta("", restart=True))
        await stage.ask_on()
    _end_turn(stage, line)


def _answer(stage: Stage, open_turn: OpenTurn) -> None:
    """Answer the calls that nobody answered yet, in order. Raises `BreakpointHit` at a breakpoint on tool calls."""
    member = open_turn.started.member
    values = {
        "name": stage.state.name_of(member),
        "tool": ", ".join(call.name for call in open_turn.unanswered),
    }
    stage.hold_calls(get_sentence(stage.state.setup.language, "tool_break", part="speaking", **values))
    for call in open_turn.unanswered:
        while decided := tools.decide_call(stage.state, call, member, stage.rng(), stage.clock.now()):
            stage.append(decided)  # a round, then perhaps the fight's end
        stage.append(tools.answer_call(stage.state, call, member, stage.clock.now()))


def has_turned(answers: Iterable[CallAnswered]) -> bool:
    """Return whether a call of a turn had the story turn: to a talk, out of one, or to a fight."""
    effects = (effect for answer in answers for effect in answer.effects)
    return any(isinstance(each, DialogueOpened | DialogueClosed | FoesCalled) for each in effects)


def _build_spoken_line(stage: Stage, open_turn: OpenTurn) -> Line:
    """Return the words of the reply as a line, within what its speaker may say."""
    assert open_turn.reply is not None
    member, kind = open_turn.started.member, open_turn.started.kind
    written = author_of_reply(open_turn.reply).kind == "writer" and open_turn.reply.text.strip()
    if written or is_stage_direction(open_turn.reply):
        return Line(open_turn.reply.text)  # written text is neither cleaned nor cut
    line = clean(open_turn.reply.text, *stage.list_names(member), cap=stage.cap())
    rules = stage.config[StoryConfig].setting.rules
    if member == "jester" and kind != "question":
        text, cut = in_sentences(line.text, rules.jester_sentences)
    else:
        most = {"narrator": narrator_words(stage.state, kind)[1], "keeper": keeper_room(stage.state)}
        text, cut = in_words(line.text, PARTNER_WORDS if kind == "question" else most.get(member, PARTNER_WORDS))
    return Line(text, line.thoughts, " ".join(part for part in (cut, line.cut) if part))


def _end_turn(stage: Stage, line: Line) -> None:
    open_turn = stage.state.open
    assert open_turn is not None
    if open_turn.started.member == "keeper" and not (line.text and keeps_to(line.text, list_decisions(stage.state))):
        _say_by_rules(stage)
    elif line.text:
        by_rules = open_turn.reply is not None and is_stage_direction(open_turn.reply)
        stage.end_turn(line.text, thoughts=line.thoughts, cut=line.cut, author="rules" if by_rules else "voice")
    else:
        stage.end_turn(_describe_silent_turn(stage.state, open_turn), thoughts=line.thoughts, author="rules")


def _say_by_rules(stage: Stage) -> None:
    """Say the Keeper's line as the rules have it."""
    stage.end_turn(" ".join(list_decisions(stage.state)) or look_up_wording(stage.state, "no_roll"), author="rules")


def _describe_silent_turn(state: State, open_turn: OpenTurn) -> str:
    """Return what a turn did in which a voice only acted, as a stage direction."""
    member = open_turn.started.member
    if member != "narrator" and state[StoryState].parting == member:
        return look_up_wording(state, "farewell", name=state.name_of(member))
    told = " ".join(answer.text for answer in open_turn.answers if answer.effects)
    return f"({told})" if told else look_up_wording(state, "silent", name=state.name_of(member))


REPLY = 700
"""Tokens kept for the reply and for what its tool calls bring."""


def compute_budget(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> int:
    """Return the tokens that the history may have: as the run sets, or as the voice's context leaves; 0: not known."""
    if bound := stage.config[StoryConfig].context:
        return bound
    context = get_abilities(stage, member).context
    if not context:
        return 0  # the error is reported when the turn is taken
    view = stage.perspective(member)
    forms = sum(sum_tokens(FORMS[name].description + json.dumps(FORMS[name].schema)) + BLOCK for name in tools)
    taken = sum_tokens(view.get_system_text()) + sum_tokens(view.premise) + sum_tokens(direction) + forms + REPLY
    return max(room.LEAST, context - taken)


def make_room(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> bool:
    """Cut what `member` is sent where it has grown too long, so that half the room is free again.

    Cut is in front of a line of the player's alone: whole exchanges go, never half a pair of a tool call and its
    result, and the newest exchange stays. What goes is summed up first, where there is room for that, in a step of its
    own: True.
    """
    bound = compute_budget(stage, member, direction, tools)
    if not bound:
        return False
    if stage.state.summing is not None and stage.state.summing.member == member:
        # The summary has just failed; the reason is reported when the turn is taken.
        return False
    if summing.find_space_in(bound) >= summing.LEAST:
        return summing.asked(stage, member, bound, _is_player_block)
    room.make_room(stage, member, bound, _is_player_block)
    return False


def _is_player_block(blocks: Sequence[Block], at: int) -> bool:
    return blocks[at].speaker == PLAYER
