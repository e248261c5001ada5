"""Which tools a story's voice calls: what the rules of moves ask about the player's words, and what they call with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.cast.member import PLAYER
from core.log.events.turn import CallAnswered
from core.modes.story.rehearsal.phrases import asked_for, is_about
from core.modes.story.rules.intents import named, words_of
from core.voices.rehearsal.phrases import one_of, read

STRANGERS = 0.04
"""Chance that somebody new comes by in a turn of exploration."""

CROWD = 5
"""People at a place among whom nobody new is looked for."""

_BARGAINS = read("story")["bargains"]
PRICES: dict[str, int] = _BARGAINS["prices"]
FEELINGS: dict[str, dict[str, Any]] = _BARGAINS["feelings"]
FOLLOWERS: dict[str, int] = _BARGAINS["followers"]


def newcomer(t: Any) -> str:
    """The archetype of somebody who comes in; empty: nobody. Where there is one already, that is who was meant."""
    wanted, crowded = asked_for(t.act, t.language), len(t.figures) >= CROWD
    if crowded or (wanted != "townsperson" and wanted in [each.archetype for each in t.figures]):
        wanted = ""
    idle = t.intent.kind == "none" and not crowded and t.number("story_turn") > 2
    if not wanted and idle and t.random.random() < STRANGERS:
        wanted = one_of(("townsperson", "merchant", "guard", "companion"), t.random)
    return wanted


def handled(t: Any) -> dict[str, Any]:
    """What of the player's things comes or goes by the act."""
    # Whoever takes everything that lies about takes one of each: how many lie there is not said.
    kind, name, count = t.intent.kind, t.intent.item, max(1, t.intent.quantity)
    if kind in {"pick", "take"} and name in t.lying:
        return {"items_gained": [{"item_name": name, "quantity": count}]}
    had, item = t.carried(PLAYER).get(name), t.setting.item(name)
    # What is not eaten or drunk is still there when it was used.
    if had and (kind == "drop" or (kind == "use" and item is not None and item.kind == "draught")):
        return {"items_lost": [{"item_name": name, "quantity": min(count, had[1])}]}
    return {}


def wanted(t: Any) -> str:
    """The thing that the player would have of whom they talk with; empty: none."""
    if t.intent.item and t.intent.kind in {"take", "pick"}:
        return str(t.intent.item)
    theirs = {item: name for item, (name, _count) in t.carried(t.me).items()}
    return named(words_of(t.act), theirs) or t.intent.item if is_about(t.act, "buy", t.language) else ""


def handed_over(t: Any) -> str:
    """What a call of this turn handed over, the player's own before what they gave for it, else what it is about."""
    exchanged = [call for call in t.calls if call.name == "exchange_item"]
    if not exchanged:
        return str(t.known.items.get(t.about) or t.setting.item_name(t.about, t.language)) if t.about else ""
    got = [call for call in exchanged if call.arguments.get("receiver_id") == PLAYER and not t.refused]
    call: CallAnswered = (got or exchanged)[0]
    name = t.setting.item_name(str(call.arguments.get("item_name", "")), t.language)
    count = call.arguments.get("quantity", 1)
    return name if count == 1 else f"{count} × {name}"


def _count(t: Any, owner: str) -> int:
    return int(t.carried(owner).get(t.about, ("", 0))[1])


def _price(t: Any) -> int:
    thing = t.setting.item(t.about)
    return (t.intent.quantity or _count(t, t.me)) * PRICES[thing.kind if thing else "thing"]


def _purse(t: Any) -> list[tuple[int, str]]:
    """The kinds of coins there are, and how many of them the player has."""
    return [(t.carried(PLAYER).get(each.id, ("", 0))[1], each.id) for each in t.setting.items if each.kind == "coin"]


def _exchange(t: Any, giver: str, count: int, item: str) -> dict[str, Any]:
    receiver = t.me if giver == PLAYER else PLAYER
    form = {"item_name": item, "giver_id": giver, "receiver_id": receiver, "quantity": max(1, min(1_000, count))}
    return {"exchange_item": form}


def _created(t: Any) -> dict[str, Any]:
    known = {name.casefold() for name in t.names_taken()}
    names = t.bank.lists.get(f"names.{t.newcomer}") or t.bank.lists["names.townsperson"]
    name = one_of([name for name in names if name.casefold() not in known] or names, t.random)
    return {"create_character": {"archetype": t.newcomer, "location": t.one("place"), "name_hint": name}}


def _trusted(t: Any) -> dict[str, Any]:
    trust = FEELINGS[t.fact("talk")]["trust"]
    return _related("trust", trust + int(t.random.random() * 4) * (1 if trust > 0 else -1))


def _marked(t: Any) -> dict[str, Any]:
    felt = FEELINGS[t.fact("talk")]
    marks = "feeling" in felt and felt["feeling"] not in t.figure_me.statuses and t.random.random() < 0.6
    return _related(felt["feeling"], felt["turns"]) if marks else {}


def _related(trait: str, change: int) -> dict[str, Any]:
    return {"update_relationship": {"trait": trait, "change": change}}


CALLS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "begin": lambda t: {"start_dialogue": {"character_id": t.intent.target}},
    "create": _created,
    "end": lambda t: {"end_dialogue": {}},
    "follow": lambda t: _related("following", 1),
    "give": lambda t: _exchange(t, PLAYER, t.intent.quantity or _count(t, PLAYER), t.about),
    "go": lambda t: {"update_game_state": {"location": t.intent.target}},
    "handle": lambda t: {"update_game_state": handled(t)},
    "hold_out": lambda t: _exchange(t, PLAYER, _price(t), _purse(t)[0][1]),
    "mark": _marked,
    "pay": lambda t: _exchange(t, PLAYER, _price(t), max(_purse(t))[1]),
    "stay": lambda t: _related("following", 0),
    "take": lambda t: _exchange(t, t.me, t.intent.quantity or _count(t, t.me), t.about),
    "trust": _trusted,
}
"""The tool that a rule calls, and with what."""

FACTS: dict[str, Callable[[Any], Any]] = {
    "affordable": lambda t: max(_purse(t))[0] >= _price(t),
    "buys": lambda t: is_about(t.act, "buy", t.language),
    "elsewhere": lambda t: t.intent.target and t.intent.target != t.one("place"),
    "exchanged": lambda t: t.calls[0].name == "exchange_item",
    "feels": lambda t: t.fact("talk") in FEELINGS,
    "for_sale": lambda t: _purse(t) and (thing := t.setting.item(t.about)) and thing.kind != "coin",
    "got": lambda t: PLAYER in [call.arguments.get("receiver_id") for call in t.calls],
    "handed_over": handed_over,
    "handled": handled,
    "names_item": lambda t: t.intent.item,
    "leaves": lambda t: t.intent.target in t.exits and "?" not in t.act,
    "loyal": lambda t: t.figure_me.trust >= FOLLOWERS.get(t.figure_me.archetype, 101),
    "meant": lambda t: t.intent.kind,
    "mine": lambda t: t.about in t.carried(PLAYER),
    "paid": lambda t: len(t.calls) > 1,
    "price": lambda t: str(_price(t)),
    "reachable": lambda t: t.intent.target in t.exits,
    "settled": lambda t: t.did or t.answers or t.denied or not t.act,
    "stays": lambda t: is_about(t.act, "stay", t.language),
    "stingy": lambda t: t.figure_me.trust < t.setting.rules.take_trust,
    "target": lambda t: t.intent.target,
    "theirs": lambda t: t.about in t.carried(t.me),
    "too_many_mine": lambda t: t.intent.quantity > _count(t, PLAYER) or not _count(t, PLAYER),
    "too_many_theirs": lambda t: t.about not in t.carried(t.me) or t.intent.quantity > _count(t, t.me),
    "wanted": wanted,
}
