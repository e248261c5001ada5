"""What is remembered of a story: who the player is, what was promised, what happened, and the cards of it."""

from __future__ import annotations

from parley.core.home import Home
from parley.core.log.events.turn import ContextCut
from parley.core.log.fold import apply
from parley.core.modes.story.directing import direction
from parley.core.modes.story.events import (
    PlayerDid,
)
from parley.core.modes.story.shown import so_far
from tests.scripted_voices import of_type
from tests.small_story import AT, begun, says
from tests.story_configs import the_fifty_turns, told


def test_what_is_refused_is_never_told_as_done() -> None:
    state = begun()
    says(state, "I go to the moon.")
    apply(state, PlayerDid(at=AT, what="go", text="There is no way to the moon.", by="rules", refused=True))
    told = direction(state, "narrator", "line", tools=True)
    assert "This did not happen: There is no way to the moon." in told
    assert "done already" not in told


def test_what_is_cut_from_a_full_context_is_summed_up_by_what_happened(home: Home) -> None:
    played = told(home, the_fifty_turns(context=1_500))
    cuts = of_type(played.replay.events, ContextCut)
    assert {cut.member for cut in cuts} >= {"narrator"}
    story = so_far(played.state, "narrator")
    for cut in cuts:
        assert cut.summary, cut
    newest = [cut.summary for cut in cuts if cut.member == "narrator"][-1]
    assert any(text in newest for _turn, text in story), newest
