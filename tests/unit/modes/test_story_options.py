"""What the player may do in a fight or with an offer: the rules understand each of the lines, and know their odds."""

from __future__ import annotations

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import changes, combat
from parley.core.modes.story.events import DialogueOpened, HealthChanged, Offer, OfferMade, PlayerDid, Stack
from parley.core.modes.story.fighters import act
from parley.core.modes.story.knowing import known
from parley.core.modes.story.options import options, summed_up
from parley.core.modes.story.rules.parser import intents
from parley.core.modes.story.state import StoryState
from tests.fight_states import Lang, on_the_way
from tests.story_configs import a_setting

ACTIONS = {"drink": "use"}


def fight(setting: str, lang: Lang, place: str, kinds: list[str]) -> State:
    state = on_the_way(lang, a_setting(setting))
    state[StoryState].player.location = place
    state[StoryState].player.items = {"salt": 1, "lamp": 1, "gentian": 1, "lantern": 1, "elderberry": 1}
    hurt = HealthChanged(who="player", before=12, after=6)
    effects = (hurt, *changes.called(state, kinds).effects)
    apply(state, PlayerDid(at=REHEARSAL_EPOCH, what="go", text="", effects=effects))
    apply(state, combat.started(state, SeededRandom(1), REHEARSAL_EPOCH))
    state[StoryState].did = ()
    return state


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("setting", "place", "kinds"),
    [
        ("varn", "old_varn", ["silt_hound", "mire_lamp"]), ("varn", "belfry", ["sexton"]),
        ("varn", "weir", ["weir_crab"]),
        ("varn", "quarry", ["quarry_hand"]), ("ferry", "alders", ["moor_dog", "reed_thief"]),
        ("ferry", "jetty", ["reed_thief"]),
    ],
)  # fmt: skip
def test_the_rules_understand_every_option_of_a_fight(lang: Lang, setting: str, place: str, kinds: list[str]) -> None:
    state = fight(setting, lang, place, kinds)
    found = options(state)
    assert {"attack", "defend", "flee"} <= {each.what for each in found}
    for each in found:
        state[StoryState].act = each.text
        assert act(state).action == ACTIONS.get(each.what, each.what), each.text
        assert each.odds is None or 0 <= each.odds <= 1
    assert len({each.text for each in found}) == len(found)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_understand_what_may_be_said_to_an_offer(lang: Lang) -> None:
    state = on_the_way(lang, a_setting("varn"))
    story = state[StoryState]
    story.player.location, story.player.items = "market", {"coin": 5}
    wants = (Stack(item="coin", quantity=5),)
    offer = Offer(character="bruno", gives=(Stack(item="candle", quantity=2),), wants=wants, bound=3)
    effects = (DialogueOpened(character="bruno"), OfferMade(offer=offer))
    apply(state, PlayerDid(at=REHEARSAL_EPOCH, what="price", text="", effects=effects))
    story = state[StoryState]
    found = options(state)
    assert [each.what for each in found] == ["accept", "decline"]
    for each in found:
        (wish,) = intents(each.text, known(story, state.setup))
        assert wish.kind == each.what, each.text
    assert summed_up(state) == {
        "en": "Bruno wants 5 × coin for 2 × candle.", "de": "Bruno verlangt 5 × Münze für 2 × Kerze.",
    }[lang]  # fmt: skip
    story.player.items = {"coin": 4}
    assert [each.what for each in options(state)] == ["decline"]
