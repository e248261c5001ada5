"""What is remembered of a story: who the player is, what was promised, what happened, and the cards of it."""

from __future__ import annotations

import asyncio

import pytest

from parley.core.base.errors import ParleyError, UsageError
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.export.registry import EXPORTS, Options
from parley.core.home import Home
from parley.core.log.events.turn import ContextCut, TurnEnded
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story.cards import Card, cards, promises, so_far
from parley.core.modes.story.directing import direction
from parley.core.modes.story.director import StoryDirector
from parley.core.modes.story.events import (
    CardEdited,
    DialogueClosed,
    DialogueOpened,
    DialogueSummarised,
    ItemMoved,
    Moved,
    PlayerDid,
    Promise,
)
from parley.core.modes.story.naming import exits
from parley.core.modes.story.parting import by_rules
from parley.core.modes.story.remembering import recalled
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.state import StoryState
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from tests.small_story import AT, begun, says
from tests.story_configs import of, the_fifty_turns, told

REHEARSAL = VoiceSpec(provider="rehearsal")


def talked(*lines: tuple[str, str], effects: tuple[ItemMoved, ...] = ()) -> State:
    """A talk with somebody of the small world that has just ended."""
    state = begun()
    other = state[StoryState].present()[0]
    apply(state, PlayerDid(at=AT, what="talk", text="They talk.", effects=(DialogueOpened(character=other),)))
    for who, text in lines:
        heard = (PLAYER, other, "jester")
        member = PLAYER if who == PLAYER else other
        apply(state, TurnEnded(at=AT, turn=state.next_turn, member=member, text=text, heard_by=heard))
    if effects:
        apply(state, PlayerDid(at=AT, what="give", text="It is given.", effects=effects))
    apply(state, PlayerDid(at=AT, what="part", text="They part.", effects=(DialogueClosed(character=other),)))
    return state


def summed_up(state: State) -> State:
    apply(state, by_rules(state, AT))
    return state


def card(state: State, one: str) -> Card:
    return next(each for each in cards(state) if each.id == one)


def test_what_was_promised_is_kept_in_mind_until_it_is_kept() -> None:
    state = talked((PLAYER, "I am cold. I'll bring you the cordial."), ("other", "I'll wait for you here."))
    other = state[StoryState].parting
    vows = (Promise(by=PLAYER, to=other, text="I'll bring you the cordial."),
            Promise(by=other, to=PLAYER, text="I'll wait for you here."))  # fmt: skip
    apply(state, DialogueSummarised(at=AT, character=other, summary="They talked.", promises=vows))
    mine, theirs = promises(state)
    assert (mine.by, mine.to, mine.text, mine.open) == (PLAYER, other, "I'll bring you the cordial.", True)
    assert (theirs.by, theirs.text) == (other, "I'll wait for you here.")
    assert "I'll bring you the cordial." in direction(state, "narrator", "line", tools=False)
    assert card(state, "said:1").title == f"To {state.name_of(other)}"
    given = ItemMoved(item="cordial", quantity=1, giver=PLAYER, receiver=other)
    apply(state, PlayerDid(at=AT, what="give", text="It is given.", effects=(given,)))
    assert promises(state)[0].kept
    assert "I'll bring you" not in direction(state, "narrator", "line", tools=False)
    assert card(state, "said:1").over


def test_what_is_refused_is_never_told_as_done() -> None:
    state = begun()
    says(state, "I go to the moon.")
    apply(state, PlayerDid(at=AT, what="go", text="There is no way to the moon.", by="rules", refused=True))
    told = direction(state, "narrator", "line", tools=True)
    assert "This did not happen: There is no way to the moon." in told
    assert "done already" not in told


def test_cards_follow_what_happens_and_what_the_player_makes_of_them() -> None:
    state = summed_up(talked((PLAYER, "Good day."), ("other", "Good day to you.")))
    other = state[StoryState].talks[-1].character
    before = card(state, f"person:{other}")
    assert before.text == state[StoryState].talks[-1].summary
    assert not before.edited
    apply(state, CardEdited(at=AT, card=before.id, kind="person", text="Owes me a song.", pinned=True))
    after = card(state, before.id)
    assert (after.text, after.title, after.pinned, after.edited) == ("Owes me a song.", before.title, True, True)
    assert cards(state)[0].id == before.id
    assert "Owes me a song." in direction(state, "narrator", "line", tools=False)
    apply(state, CardEdited(at=AT, card=before.id, kind="person", forgotten=True))
    assert card(state, before.id).text == before.text
    assert before.id not in [each.id for each in recalled(state, "narrator")]
    apply(state, CardEdited(at=AT, card="own-1", kind="note", title="The count", text="Seven posts."))
    assert card(state, "own-1").text == "Seven posts."
    # Of what it does not know of, there is no card to write on.
    apply(state, CardEdited(at=AT, card="person:nobody", kind="person", title="Nobody", text="Was here."))
    assert "person:nobody" not in [each.id for each in cards(state)]


def test_a_character_is_told_what_concerns_them_and_nothing_else() -> None:
    state = summed_up(talked((PLAYER, "Good day."), ("other", "Good day to you.")))
    other = state[StoryState].talks[-1].character
    stranger = next(one for one in state[StoryState].people if one not in {other, PLAYER})
    assert f"person:{other}" in [each.id for each in recalled(state, other)]
    assert recalled(state, stranger) == []
    apply(state, CardEdited(at=AT, card="own-1", title="A secret", text="The well is dry.", pinned=True))
    assert [each.id for each in recalled(state, stranger)] == []
    assert "own-1" in [each.id for each in recalled(state, "narrator")]


def test_what_is_told_of_cards_has_a_bound() -> None:
    state = begun()
    for number in range(50):
        apply(state, CardEdited(at=AT, card=f"own-{number}", title=f"Note {number}", text="x" * 400, pinned=True))
    assert 1 <= len(recalled(state, "narrator")) <= 2


def test_the_story_so_far_is_told_in_order_and_a_place_once() -> None:
    state = begun()
    here = state[StoryState].here
    way = exits(state)[0]
    for to in (way, here, way):
        apply(state, PlayerDid(at=AT, what="go", text="On.", effects=(Moved(who=PLAYER, to=to),)))
    assert len([text for _turn, text in so_far(state) if "first time" in text]) == 2


def test_what_is_cut_from_a_full_context_is_summed_up_by_what_happened(home: Home) -> None:
    played = told(home, the_fifty_turns(context=1_500))
    cuts = of(played.replay.events, ContextCut)
    assert {cut.member for cut in cuts} >= {"narrator"}
    story = so_far(played.state, "narrator")
    for cut in cuts:
        assert cut.summary, cut
    newest = [cut.summary for cut in cuts if cut.member == "narrator"][-1]
    assert any(text in newest for _turn, text in story), newest


def exported(home: Home, opened: Opened) -> str:
    """The run as Markdown and as JSON."""
    found = []
    for name in ("md", "json"):
        out = home.path / f"written.{name}"
        EXPORTS[name].write(opened.state, opened.replay.events, out, Options())
        found.append(out.read_text("utf-8"))
    return "\n".join(found)


def test_the_player_writes_on_cards_and_every_document_has_them(home: Home) -> None:
    async def main() -> str:
        studio = Studio(home)
        wish = StoryRequest(concept="surveyor", setting="varn", voice=REHEARSAL, simulated=True, seed=4)
        run = studio.start(studio.compose(wish))
        run.play()
        await run.live(until_paused=True)
        director = StoryDirector.of(run)
        before = exported(home, studio.open(run.state.run))
        director.add_card("Tides", "Low at seven.")
        director.edit_card("place:inn", text="It hangs askew.")
        director.edit_card("own-1", forgotten=True)
        seq = run.state.seq
        director.edit_card("place:inn", text="It hangs askew.")
        assert run.state.seq == seq, "what says nothing new is not written"
        for title, text, error in (
            ("Only a title", "", "a title and a text"),
            ("Tides", "x" * 500, "at most 400"),
            ("x" * 90, "y", "at most 80"),
        ):
            with pytest.raises(ParleyError, match=error):
                director.add_card(title, text)
        with pytest.raises(UsageError, match="of your own needs a text"):
            director.edit_card("own-1", text="", forgotten=False)
        assert "The story so far" not in before
        written = exported(home, studio.open(run.state.run))
        await run.close()
        await studio.close()
        return written

    written = asyncio.run(main())
    assert "It hangs askew." in written
    assert "Low at seven" not in written
