"""Which tools a story's voice calls, and when: what the player's words ask for, and what somebody makes of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.cast.member import PLAYER
from core.log.events.turn import CallAnswered, ToolCall
from core.modes.story.rehearsal.context import Figure, StoryContext
from core.modes.story.rehearsal.phrases import asked_for, is_about, kind_of_talk
from core.modes.story.rules.intents import named, words_of
from core.voices.rehearsal.phrases import one_of, read

STRANGERS = 0.04
"""Chance that somebody new comes by in a turn of exploration."""

CROWD = 5
"""People at a place among whom nobody new is looked for."""

SILENT = 0.1
"""Chance that the Narrator leaves the beginning of a talk without words."""

TRIED = 0.5
"""Chance that a bargain is tried that cannot come off."""

_BARGAINS = read("story")["bargains"]
PRICES: dict[str, int] = _BARGAINS["prices"]
FEELINGS: dict[str, dict[str, Any]] = _BARGAINS["feelings"]
FOLLOWERS: dict[str, int] = _BARGAINS["followers"]


class Move(NamedTuple):
    """What somebody does beside their words: `what` names the phrases, `calls` are made.

    `silent`: the calls come first and the words when they are answered.
    """

    what: str = ""
    calls: tuple[ToolCall, ...] = ()
    silent: bool = False
    item: str = ""
    price: int = 0


def _moved(t: StoryContext, what: str, *made: tuple[str, dict[str, Any]], silent: bool = True, **more: Any) -> Move:
    """The move with these calls, whose ids are its own."""
    calls = tuple(
        ToolCall(id=f"call_{t.request.chance:08x}_{number}", name=name, arguments=arguments)
        for number, (name, arguments) in enumerate(made, 1)
    )
    return Move(what, calls, silent and bool(calls), **more)


def _tried(t: StoryContext, what: str, *made: tuple[str, dict[str, Any]], **more: Any) -> Move:
    """What cannot be: sometimes it is tried, else only said."""
    return _moved(t, what, *made if t.random.random() < TRIED else (), **more)


# ---------------------------------------------------------------- who tells the story


def narrator_move(t: StoryContext) -> Move:
    """What the player's act changes in the world; nothing where it was changed already."""
    done = t.calls or t.did or t.denied or t.facts_told
    if done or not t.act or t.phase != "exploration" or t.request.kind != "line":
        return Move()
    meant = t.intent
    if meant.kind == "talk" and meant.target and t.may_call("start_dialogue"):
        call = ("start_dialogue", {"character_id": meant.target})
        if t.figure(meant.target) is None:
            return _tried(t, "absent", call)
        return _moved(t, "talk", call, silent=t.random.random() < SILENT)
    if t.may_call("update_game_state"):
        if meant.kind == "go" and meant.target and meant.target != t.one("place"):
            call = ("update_game_state", {"location": meant.target})
            return _moved(t, "go", call) if meant.target in t.exits else _tried(t, "far", call)
        if found := _handled(t):
            return _moved(t, "items", ("update_game_state", found))
        if meant.kind in {"pick", "drop"} and meant.item:
            return Move("missing")
    if t.may_call("create_character") and (wanted := _newcomer(t)):
        # Nobody else has the name.
        known = {name.casefold() for name in t.names_taken()}
        names = t.bank.lists.get(f"names.{wanted}") or t.bank.lists["names.townsperson"]
        name = one_of([name for name in names if name.casefold() not in known] or names, t.random)
        form = {"archetype": wanted, "location": t.one("place"), "name_hint": name}
        return _moved(t, "created", ("create_character", form))
    return Move()


def _newcomer(t: StoryContext) -> str:
    """The archetype of somebody who comes in; empty: nobody. Where there is one already, that is who was meant."""
    wanted, crowded = asked_for(t.act, t.language), len(t.figures) >= CROWD
    if crowded or (wanted != "townsperson" and wanted in [each.archetype for each in t.figures]):
        wanted = ""
    idle = t.intent.kind == "none" and not crowded and t.number("story_turn") > 2
    if not wanted and idle and t.random.random() < STRANGERS:
        wanted = one_of(("townsperson", "merchant", "guard", "companion"), t.random)
    return wanted


def _handled(t: StoryContext) -> dict[str, Any]:
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


# ---------------------------------------------------------------- whom the player talks with


def partner_move(t: StoryContext) -> Move:
    """What somebody does about what the player said to them."""
    me, meant = t.figure_me, t.intent
    if me is None or t.request.kind == "greeting" or not t.act or t.did or t.denied:
        return Move()
    if t.calls:
        return _after(t)
    # Whoever says that they are off somewhere is let go.
    leaves = meant.kind == "go" and meant.target in t.exits and "?" not in t.act
    if (meant.kind == "part" or leaves) and t.may_call("end_dialogue"):
        return _moved(t, "part", ("end_dialogue", {}), silent=False)
    if t.may_call("exchange_item"):
        buys = is_about(t.act, "buy", t.language)
        theirs = {item: name for item, (name, _count) in t.carried(t.me).items()}
        asked = meant.item if meant.kind in {"take", "pick"} else ""
        if meant.kind == "give" and meant.item:
            return _given(t)
        if item := asked or (named(words_of(t.act), theirs) or meant.item if buys else ""):
            return _taken(t, me, item, buys=buys)
    if not t.may_call("update_relationship"):
        return Move()
    if meant.kind == "follow":
        stays = is_about(t.act, "stay", t.language)
        if me.follows:
            return _related(t, "stays", ("following", 0)) if stays else Move("noticed")
        follows = me.trust >= FOLLOWERS.get(me.archetype, 101)
        return _related(t, "follows", ("following", 1)) if follows else Move("remains")
    kind = kind_of_talk(t.act, t.language)
    if kind not in FEELINGS:
        return Move()
    felt = FEELINGS[kind]
    changes = [("trust", felt["trust"] + int(t.random.random() * 4) * (1 if felt["trust"] > 0 else -1))]
    if "feeling" in felt and felt["feeling"] not in me.statuses and t.random.random() < 0.6:
        changes.append((felt["feeling"], felt["turns"]))
    return _related(t, kind, *changes)


def _related(t: StoryContext, what: str, *changes: tuple[str, int]) -> Move:
    made = [("update_relationship", {"trait": trait, "change": change}) for trait, change in changes]
    return _moved(t, what, *made, silent=False)


def _after(t: StoryContext) -> Move:
    """What to say when the calls of this turn were answered."""
    call = t.calls[0]
    if call.name != "exchange_item":
        return Move("failed" if t.refused else "")
    if t.refused:
        return Move("failed", item=_things(t, call))
    given = next((each for each in t.calls if each.arguments.get("receiver_id") == PLAYER), None)
    if given is None:
        return Move("received", item=_things(t, call))
    return Move("sold" if len(t.calls) > 1 else "handed", item=_things(t, given))


def _things(t: StoryContext, call: CallAnswered) -> str:
    """What a call hands over, as it is said."""
    name = t.setting.item_name(str(call.arguments.get("item_name", "")), t.language)
    count = call.arguments.get("quantity", 1)
    return name if count == 1 else f"{count} × {name}"


def _given(t: StoryContext) -> Move:
    item, asked = t.intent.item, t.intent.quantity
    name, had = t.known.items.get(item, item), t.carried(PLAYER).get(item, ("", 0))[1]
    if had and asked <= had:
        return _moved(t, "received", _exchange(item, PLAYER, t.me, asked or had), item=name)
    move = _tried(t, "received", _exchange(item, PLAYER, t.me, max(1, asked)), item=name)
    return move if move.calls else move._replace(what="empty")


def _taken(t: StoryContext, me: Figure, item: str, *, buys: bool) -> Move:
    asked, name = t.intent.quantity, t.known.items.get(item, item)
    mine = t.carried(t.me).get(item)
    if mine is None and item not in t.carried(PLAYER):
        return _tried(t, "lacking", _exchange(item, t.me, PLAYER, max(1, asked)), item=name)
    if mine is None or asked > mine[1]:
        return Move("lacking", item=name)
    count, stingy = asked or mine[1], me.trust < t.setting.rules.take_trust
    bought = _exchange(item, t.me, PLAYER, count)
    if not buys and not (me.archetype == "merchant" and stingy):
        return Move("withheld", item=name) if stingy else _moved(t, "handed", bought, item=name)
    # A purchase: the coins first, so that nobody is left without both.
    thing = t.setting.item(item)
    price = count * PRICES[thing.kind if thing else "thing"]
    money = [each.id for each in t.setting.items if each.kind == "coin"]
    if not money or thing is None or thing.kind == "coin":
        return Move("withheld", item=name)
    has, coin = max((t.carried(PLAYER).get(one, ("", 0))[1], one) for one in money)
    if has >= price:
        return _moved(t, "sold", _exchange(coin, PLAYER, t.me, price), bought, item=name, price=price)
    # The purse is held out before it is counted: the rules find it too light.
    return _tried(t, "poor", _exchange(money[0], PLAYER, t.me, price), item=name, price=price)


def _exchange(item: str, giver: str, receiver: str, count: int) -> tuple[str, dict[str, Any]]:
    form = {"item_name": item, "giver_id": giver, "receiver_id": receiver, "quantity": max(1, min(1_000, count))}
    return "exchange_item", form
