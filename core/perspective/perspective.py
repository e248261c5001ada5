"""The run as one member witnessed it: the only place where what a voice is sent is built.

One's own lines are `assistant`, all that was witnessed of others is `user`, what was not witnessed is absent. It only
ever grows at its end, so that a provider's prompt cache holds; what changes every turn is not in here but in the
stage direction, which goes last and is never kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Literal

import msgspec

from parley.core.base.prompts import prompt
from parley.core.cast.member import Member
from parley.core.log.config import DIRECTOR_NAME, RunConfig
from parley.core.log.events.turn import CallAnswered
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import DIRECTOR, Entry, State
from parley.core.perspective.weight import BLOCK, sum_tokens

Role = Literal["user", "assistant"]
WHISPERS = {"en": "Director (whispers to you alone)", "de": "Regie (flüstert nur dir zu)"}
TELLS = {"en": "Director (to everybody)", "de": "Regie (an alle)"}
"""What stands before what the director put in."""


class Block(msgspec.Struct, frozen=True, gc=False):
    """One witnessed entry as it is sent. `seq` −1 is the premise, or the summary behind it.

    Tool calls make two blocks without words: the calls as `assistant`, right behind them their results as `user`.
    """

    seq: int
    role: Role
    speaker: str
    name: str
    said: str
    calls: tuple[CallAnswered, ...] = ()

    @property
    def text(self) -> str:
        """As a content block: one's own words bare, others' with their name."""
        return self.said if self.role == "assistant" or not self.name else f"{self.name}: {self.said}"

    @property
    def cost(self) -> int:
        """About how many tokens it is as it is sent, with its tool calls or their results."""
        if not self.calls:
            return sum_tokens(self.text) + BLOCK
        if self.role == "assistant":
            called = (call.name + msgspec.json.encode(call.arguments).decode() for call in self.calls)
            return sum(sum_tokens(one) + BLOCK for one in called)
        return sum(sum_tokens(call.text) + BLOCK for call in self.calls)


@dataclass(frozen=True, slots=True)
class Message:
    """Consecutive blocks of one role."""

    role: Role
    blocks: tuple[Block, ...]


class Perspective(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A moment of one member's view. `blocks` is shared and grows; only its first `count` belong to this moment.

    What stands before `start` was cut off for want of room; `summary` is what it came to, as far as it was summed up.
    `tail` are the tool calls of the turn in flight where they are not kept in the history.
    """

    config: RunConfig
    me: Member
    premise: str
    blocks: Sequence[Block]
    count: int
    start: int = 0
    tail: tuple[Block, ...] = ()
    called: bool = False
    summary: str = ""
    sums: list[int] = msgspec.field(default_factory=lambda: [0])

    @property
    def recap(self) -> str:
        """What stands in the first message in place of all that was cut off; empty where nothing does."""
        return format_recap(self.config.language, self.summary) if self.summary else ""

    @property
    def summed(self) -> int:
        """About how many tokens the summary is as it is sent."""
        return sum_tokens(self.recap) + BLOCK if self.summary else 0

    def get_size(self) -> int:
        """Return about how many tokens the blocks of this moment and the summary before them are.

        It costs only what is new since the last call.
        """
        # Shared as the blocks are: the sum of the costs of so many from the first.
        for at in range(len(self.sums) - 1, self.count):
            self.sums.append(self.sums[-1] + self.blocks[at].cost)
        return self.summed + self.sums[self.count] - self.sums[self.start]

    def witnessed(self, last: int = 0) -> Sequence[Block]:
        """Return the blocks of this moment that have words; with `last`, only that many from the end."""
        if self.called:
            spoken = [block for block in self.blocks[self.start : self.count] if not block.calls]
            return spoken[-last:]  # [-0:] is all of them
        # A long talk is not copied to see its end.
        return self.blocks[max(self.start, self.count - last) if last else self.start : self.count]

    def list_sent(self) -> Sequence[Block]:
        """Return the blocks of this moment with tool calls and their results, as a voice with tools is sent them."""
        return [*self.blocks[self.start : self.count], *self.tail]

    def get_system_text(self, temperature_words: str = "") -> str:
        """Return the stable system prompt: persona, others, rules. `temperature_words` where no sampling parameter is
        taken.
        """
        return system_prompt(self.config, self.me, temperature_words)

    @property
    def tells_temperature(self) -> bool:
        """Whether the run's temperature is told in words where no sampling parameter is taken."""
        return get_behaviour_of(self.config).tells_temperature(self.config)

    def messages(self) -> list[Message]:
        """Alternating messages, beginning with the premise as user; consecutive blocks of a role are joined."""
        opening = [Block(-1, "user", "", "", self.premise)]  # as the user's: APIs require that of the first message
        if self.summary:
            opening.append(Block(-1, "user", "", "", self.recap))
        joined: list[tuple[Role, list[Block]]] = [("user", opening)]
        for block in self.list_sent():
            if joined[-1][0] == block.role:
                joined[-1][1].append(block)
            else:
                joined.append((block.role, [block]))
        return [Message(role, tuple(blocks)) for role, blocks in joined]


@lru_cache(maxsize=256)
def format_recap(language: str, summary: str) -> str:
    """Return a summary as it is sent, marked as one; it stays the same until the next cut."""
    return prompt("recap", language, summary=summary)


def system_prompt(config: RunConfig, me: Member, temperature_words: str = "") -> str:
    """Return the stable part of what `me` is told: who they are, who else is there, how to speak."""
    return get_behaviour_of(config).system_prompt(config, me, temperature_words)


def get_premise(config: RunConfig) -> str:
    """Return what everybody knows when it begins."""
    return get_behaviour_of(config).premise(config)


class Witness:
    """One member's growing perspective, derived from the state's entries as they come.

    It is a cache of the fold and nothing more: a new one over the same state gives the same blocks. `opening` is the
    premise, where somebody has it already.
    """

    def __init__(self, config: RunConfig, me: Member, opening: str | None = None) -> None:
        self._config = config
        self._me = me
        behaviour = get_behaviour_of(config)
        self._premise = get_premise(config) if opening is None else opening
        self._names = {**config.names, DIRECTOR: DIRECTOR_NAME[config.language]}
        self._blocks: list[Block] = []  # shared with the moments that were handed out: appended to, never changed
        self._sums = [0]
        self._seen = 0
        self._revision = 0
        self._called = False
        self._moment: Perspective | None = None
        self._keeps_calls = behaviour.keeps_calls(me.id)
        self._names_others = behaviour.names_others(config)

    def get_at(self, state: State) -> Perspective:
        """Return the perspective at `state`; costs only what is new since the last call."""
        if state.revision != self._revision or len(state.entries) < self._seen:
            # A turn was taken back: the shared list of earlier moments must not change under them.
            self._blocks, self._sums, self._seen, self._revision = [], [0], 0, state.revision
            self._moment = None
        for entry in state.entries[self._seen :]:
            if entry.kind == "calls":
                if self._keeps_calls and entry.speaker == self._me.id:  # calls of others are witnessed by nobody
                    self._blocks += _build_pair(entry)
                    self._called = True
            elif entry.witnessed_by(self._me.id):
                self._blocks.append(self._build_block(entry, state))
        self._seen = len(state.entries)
        count, cut = len(self._blocks), state.cuts.get(self._me.id, 0)
        start = bisect_left(self._blocks, cut, key=lambda block: block.seq) if cut else 0  # they are in the log's order
        tail, summary, last = self._build_tail(state), state.summaries.get(self._me.id, ""), self._moment
        if last is not None and (last.count, last.start, last.tail, last.summary) == (count, start, tail, summary):
            return last  # Before a turn it is looked at for its size, and then to be sent
        self._moment = Perspective(
            self._config,
            self._me,
            self._premise,
            self._blocks,
            count,
            start,
            tail,
            self._called,
            summary,
            self._sums,
        )
        return self._moment

    def _build_tail(self, state: State) -> tuple[Block, ...]:
        # Also the calls of an attempt that failed after them: what they changed stands.
        if self._keeps_calls:
            return ()
        if state.open is None or state.open.started.member != self._me.id:
            return ()
        turn = state.open.started.turn
        of_turn = list(takewhile(lambda entry: entry.turn >= turn, reversed(state.entries)))
        mine = [entry for entry in reversed(of_turn) if entry.kind == "calls" and entry.speaker == self._me.id]
        return tuple(block for entry in mine for block in _build_pair(entry))

    def _build_block(self, entry: Entry, state: State) -> Block:
        if entry.kind == "topic":
            language = self._config.language
            if entry.name:
                return Block(entry.seq, "user", "", entry.name, entry.text)
            name = (WHISPERS if entry.heard_by else TELLS)[language]
            return Block(entry.seq, "user", "", name, entry.text)
        if entry.kind != "line":
            # A scene's opening, and what one saw of other people's talk: no name before it.
            return Block(entry.seq, "user", "", entry.name, entry.text)
        role: Role = "assistant" if entry.speaker == self._me.id else "user"
        said = _get_line(entry, state)
        if not self._names_others and self._config.has(entry.speaker):  # the director is named all the same
            return Block(entry.seq, role, entry.speaker, "", said)
        # Whoever is not in the room any more, for a fork goes on without them, still has a name.
        name = self._names.get(entry.speaker) or state.names.get(entry.speaker, entry.speaker)
        return Block(entry.seq, role, entry.speaker, name, said)


def _get_line(entry: Entry, state: State) -> str:
    """Return a line with what its speaker did meanwhile, written as voices are asked to write it."""
    turn = state.turns[entry.turn - 1] if 0 < entry.turn <= len(state.turns) else None
    return entry.text if turn is None or turn.seq != entry.seq else turn.written


def _build_pair(entry: Entry) -> tuple[Block, Block]:
    return (
        Block(entry.seq, "assistant", entry.speaker, "", "", entry.calls),
        Block(entry.seq, "user", "", "", "", entry.calls),
    )


def perspective(state: State, member_id: str) -> Perspective:
    """Return what the member had witnessed at `state`. Raises `KeyError` for a stranger."""
    return Witness(state.setup, state.setup.member(member_id)).get_at(state)
