from __future__ import annotations

from parley.core.base.schema import fits
from parley.core.modes.story.rules.tools import FORMS

TRADE = {"item_name": "knife", "giver_id": "player", "receiver_id": "marta", "quantity": 2}


CASES = [
    ("exchange_item", TRADE, True),
    ("exchange_item", TRADE | {"quantity": 0}, False),
    ("exchange_item", TRADE | {"quantity": 10**9}, False),
    ("exchange_item", TRADE | {"quantity": "2"}, False),
    ("exchange_item", TRADE | {"quantity": True}, False),
    ("exchange_item", TRADE | {"quantity": float("nan")}, False),
    ("exchange_item", TRADE | {"item_name": ""}, False),
    ("exchange_item", TRADE | {"item_name": "x" * 61}, False),
    ("exchange_item", TRADE | {"price": 3}, False),
    ("exchange_item", {"item_name": "knife"}, False),
    ("end_dialogue", {}, True),
    ("end_dialogue", {"why": "late"}, False),
    ("update_relationship", {"trait": "trust", "change": -100}, True),
    ("update_relationship", {"trait": "love", "change": 1}, False),
    ("update_game_state", {"items_gained": [{"item_name": "rope", "quantity": 1}]}, True),
    ("update_game_state", {"items_gained": [{"item_name": "rope"}]}, False),
    ("update_game_state", {"items_gained": "rope"}, False),
    ("update_game_state", {"foes": ["wolf"] * 5}, False),
    ("start_dialogue", [], False),
]


def test_arguments_fit_or_do_not() -> None:
    for tool, arguments, right in CASES:
        assert fits(arguments, FORMS[tool].schema) is right, (tool, arguments)
