"""What is asked of a story: who hears whom, whose turn it is, what may be taken again, what a voice is sent.

That is the moment in labelled pieces, by which a voice that follows rules goes, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import HIGHEST, LOWEST
from parley.core.cast.member import PLAYER, Member
from parley.core.log.behaviour import Behaviour, Refusal, Remembered, RequestParts, mood_towards, muted
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import SummaryAsked, TurnStarted
from parley.core.log.material import Piece
from parley.core.log.state import DIRECTOR, Entry, State, Turn
from parley.core.modes.story.arc import is_leaving
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.tools import FORMS
from parley.core.modes.story.shown import so_far
from parley.core.modes.story.state import StoryState, get_audience

ROOM = 600
"""Tokens for a line and its tool calls: the longest is an epilogue."""


class StoryBehaviour(Behaviour):
    """A dialogue is a story that begins with a talk."""

    prompts = "story"

    def find_hearers(self, state: State, speaker: str) -> tuple[str, ...]:
        """Return those who tell it, or the two who talk with the Jester."""
        # Who tells the story is not heard in a talk that they have just begun.
        return (PLAYER, *AGENTS) if speaker in {"narrator", "keeper"} else get_audience(state[StoryState])

    def known_to(self, state: State, member: str) -> Iterable[Piece]:
        """Yield how a character stands to the player: trust as an affinity."""
        who = state[StoryState].people.get(member)
        if who is not None and member != PLAYER:
            yield Piece("affinity", PLAYER, f"{LOWEST + (who.trust + 100) / 200 * (HIGHEST - LOWEST):.4f}")

    def remembers(self, state: State, member: str) -> Iterable[Remembered]:
        """Yield what happened that they know of."""
        for turn, text in so_far(state, member):
            yield Remembered("card", "note", text, turn)

    def person_next(self, state: State) -> bool:
        """Return whether it is the player's turn, and neither a script nor chance says what they do."""
        story = state[StoryState]
        return story.is_answered() and not story.goes_by_itself(state.setup)

    def floor_refused(self, state: State, member: str) -> Refusal | None:
        """Refuse the floor before and after the story itself, and to whoever has no part in what is under way."""
        story = state[StoryState]
        if member == PLAYER:
            return Refusal("The player has the floor whenever the story waits for them.", "Play on until it does.")
        if story.phase in ("creation", "epilogue"):
            return Refusal("The floor is given between the interview and the epilogue.", "Take the turn yourself.")
        if member not in AGENTS and member != story.partner:
            return Refusal(
                Sentence("{name} is in no talk with the player.", name=state.name_of(member)),
                "Talk to them first, or take the turn yourself.",
            )
        if story.called or story.parting or story.routed is None or story.routed.story_turn < story.turn:
            return Refusal("It is not decided yet what comes of what the player did.", "Play on first.")
        return None

    def retry_refused(self, state: State, last: Turn) -> Refusal | None:
        """Refuse to repeat a line that changed something, or on which something was built already."""
        if last.answers or last.member == PLAYER:  # effects in the log cannot be undone: fork instead
            why = Sentence("Turn {number} changed the story.", number=last.number)
        elif not _can_repeat_last_line(state[StoryState], last):
            why = Sentence("The story has gone on since turn {number}.", number=last.number)
        else:
            return muted(state, last)
        return Refusal(why, "Fork at the turn before it instead.")

    def prompt_values(self, config: RunConfig, me: Member | None = None) -> Mapping[str, Any]:
        """Return the story itself."""
        return {"story": config[StoryConfig]}

    def keeps_calls(self, member: str) -> bool:
        """Return whether a member keeps tool calls: who tells the story does, a character only what was said."""
        return member in AGENTS

    def request_parts(self, state: State, started: TurnStarted) -> RequestParts:
        """Return the moment of the story, the tools, and how much the speaker trusts the player."""
        member, last, people = started.member, state.last_speaker, state[StoryState].people
        trusts = member not in {last, DIRECTOR} and member in people
        mood = people[member].trust / 100 if trusts else mood_towards(state, member, last)
        tools = tuple(FORMS[name] for name in started.tools if name in FORMS)
        return RequestParts(mood, None, ROOM, tools, tuple(yield_pieces(state)))

    def get_occasion(self, state: State, purpose: str, member: str) -> str:
        """Return what a question's chance is drawn by: the player's turn, as there are several questions in one."""
        return f"{purpose}:{member}:{state[StoryState].turn}"

    def recount_events(self, state: State, asked: SummaryAsked) -> Sequence[str]:
        """Return what happened before the member's history will begin, as far as they know of it."""
        # `before` is a seq, while what happened is kept by turn.
        turn = next((entry.turn for entry in state.entries if entry.seq >= asked.before), len(state.turns))
        return [text for at, text in so_far(state, asked.member) if at < turn]

    def get_overview(self, state: State, since: int) -> Sequence[Entry]:
        """Return all that was said and all that happened."""
        # What the narrator had to let go of for want of room, nobody else is shown as a whole either.
        since = max(since, state.cuts.get("narrator", 0))
        return [entry for entry in state.entries if entry.seq >= since and entry.kind in {"line", "event"}]


def _can_repeat_last_line(story: StoryState, last: Turn) -> bool:
    """Return whether the story is where it was when its last line was begun: then the line can be spoken again."""
    if story.phase == "creation":
        return last.member == story.host
    routed = story.routed
    if routed is None or routed.story_turn < story.turn:
        return False
    return (routed.phase == "epilogue") == (story.phase == "epilogue") and (
        routed.phase != "dialogue" or bool(story.partner)
    )


BEHAVIOUR = StoryBehaviour()


WORTH_IT = 4
"""Things that happened with which an ending is told by the rules, the newest."""


def list_facts(story: StoryState) -> list[str]:
    """Return what the rules decided in this story turn, as sentences with the numbers first."""
    told: list[str] = []
    if story.dice is not None and story.dice.story_turn == story.turn:
        told.append(story.dice.text)
    last = story.fight.last if story.fight else None
    if last is not None and last.story_turn == story.turn:
        told.append(last.text)
    if story.fought and story.fight is None and story.resolved == story.turn and story.ended_turn == story.turn:
        told += [story.last_round, story.fought[-1][1].text]  # the fold has dropped the fight itself by now
    return [text for text in told if text]


def yield_pieces(state: State) -> Iterator[Piece]:
    """Yield what written words are chosen by.

    Pieces, by `id`: act (the player's words); did (by what: talk, part, give …; denied where nothing came of it);
    bidden, where they take their leave as the run ends; place (its id); met (they have talked before) by `member`;
    has (the id of a thing) by `member`, of the player and whom they talk with; meant (the answer of `member` that the
    player asked for, empty: none of theirs), where a model told; asked (the key of the answer that a model has read in
    the player's question); facts (what the rules decided this turn); blow, where
    there was a round; at the end happened.
    """
    story = state[StoryState]
    if story.act:
        yield Piece("act", "", story.act)
    for did in story.did:
        yield Piece("denied" if did.refused else "did", did.what, did.text)
    if is_leaving(state):
        yield Piece("bidden", "", "")
    yield Piece("place", "", story.here)
    for talk in story.talks:
        yield Piece("met", talk.character, "")
    for one in dict.fromkeys((PLAYER, story.partner)):
        yield from (Piece("has", one, item) for item, count in story.get_items_of(one).items() if count)
    if story.meant is not None and story.meant.turn == state.next_turn and not story.meant.note:
        yield Piece("meant", story.meant.member, story.meant.given)
    if story.read is not None and story.read.about and story.act.rstrip().endswith("?"):
        yield Piece("asked", story.partner, story.read.about)
    for text in list_facts(story):
        yield Piece("facts", "", text)
    if story.round_fought is not None and story.round_fought.story_turn == story.turn:
        yield Piece("blow", "", story.round_fought.text)
    if story.phase == "epilogue":
        for _turn, text in so_far(state)[-WORTH_IT:]:
            yield Piece("happened", "", text)
