"""Which tools a story's voice calls, and when: what the player's words ask for, and what somebody makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from core.cast.member import PLAYER
from core.log.events.turn import CallAnswered, ToolCall
from core.modes.story.rehearsal.context import Figure, StoryContext
from core.modes.story.rehearsal.deeds import asked_for, kind_of_talk
from core.modes.story.rehearsal.phrases import PhrasePicker, story_bank
from core.modes.story.rules.intents import named, words_of
from core.voices.rehearsal.phrases import read

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


@dataclass(frozen=True)
class Move:
    """What somebody does beside their words: `what` names the phrases, `calls` are made.

    `silent`: the calls come first and the words when they are answered.
    """

    what: str = ""
    calls: tuple[ToolCall, ...] = ()
    silent: bool = False
    item: str = ""
    price: int = 0


def calls(t: StoryContext, *named: tuple[str, dict[str, Any]]) -> tuple[ToolCall, ...]:
    """The calls, with ids of their own."""
    seed = f"{t.request.chance:08x}"
    return tuple(
        ToolCall(id=f"call_{seed}_{number}", name=name, arguments=arguments)
        for number, (name, arguments) in enumerate(named, 1)
    )


# ---------------------------------------------------------------- who tells the story


def narrator_move(t: StoryContext, say: PhrasePicker, random: Random) -> Move:
    """What the player's act changes in the world; nothing where it was changed already."""
    if t.calls or t.did or t.denied or t.facts or not t.act or t.phase != "exploration" or t.request.kind != "line":
        return Move()
    meant = t.intent
    if meant.kind == "talk" and meant.target and t.may_call("start_dialogue"):
        form = {"character_id": meant.target}
        if t.figure(meant.target) is None:
            return _beyond(t, "absent", "start_dialogue", form, random)
        return Move("talk", calls(t, ("start_dialogue", form)), silent=random.random() < SILENT)
    if t.may_call("update_game_state"):
        if meant.kind == "go" and meant.target and meant.target != t.one("place"):
            return _gone(t, meant.target, random)
        if found := _handled(t):
            return Move("items", calls(t, ("update_game_state", found)), silent=True)
        if meant.kind in {"pick", "drop"} and meant.item:
            return Move("missing")
    if t.may_call("create_character"):
        wanted = asked_for(t.act, t.language)
        # Where there is one already, or a crowd, that is who was meant.
        crowded = len(t.figures) >= CROWD
        if crowded or (wanted != "townsperson" and any(each.archetype == wanted for each in t.figures)):
            wanted = ""
        idle = meant.kind == "none" and not crowded and t.number("story_turn") > 2
        if not wanted and idle and random.random() < STRANGERS:
            wanted = ("townsperson", "merchant", "guard", "companion")[int(random.random() * 4)]
        if wanted:
            name = say.name(wanted, t.names_taken())
            form = {"archetype": wanted, "location": t.one("place"), "name_hint": name}
            return Move("created", calls(t, ("create_character", form)), silent=True)
    return Move()


def _gone(t: StoryContext, target: str, random: Random) -> Move:
    """The player goes somewhere, if a way leads there."""
    form = {"location": target}
    if target not in t.exits:
        return _beyond(t, "far", "update_game_state", form, random)
    return Move("go", calls(t, ("update_game_state", form)), silent=True)


def _beyond(t: StoryContext, what: str, tool: str, form: dict[str, Any], random: Random) -> Move:
    """What cannot be: mostly it is only said, sometimes it is tried."""
    if random.random() < TRIED:
        return Move(what, calls(t, (tool, form)), silent=True)
    return Move(what)


def _handled(t: StoryContext) -> dict[str, Any]:
    """What of the player's things comes or goes by the act."""
    meant = t.intent
    if not meant.item:
        return {}
    # Whoever takes everything that lies about takes one of each: how many lie there is not said.
    count = max(1, meant.quantity)
    if meant.kind in {"pick", "take"} and meant.item in t.lying:
        return {"items_gained": [{"item_name": meant.item, "quantity": count}]}
    had = t.carried(PLAYER).get(meant.item)
    if meant.kind in {"use", "drop"} and had:
        item = t.setting.item(meant.item)
        # What is not eaten or drunk is still there when it was used.
        spent = meant.kind == "drop" or (item is not None and item.kind == "draught")
        if spent:
            return {"items_lost": [{"item_name": meant.item, "quantity": min(count, had[1])}]}
    return {}


# ---------------------------------------------------------------- whom the player talks with


def partner_move(t: StoryContext, random: Random) -> Move:
    """What somebody does about what the player said to them."""
    me = t.figure(t.me)
    if me is None or t.request.kind == "greeting" or not t.act or t.did or t.denied:
        return Move()
    if t.calls:
        return _after(t)
    meant = t.intent
    # Whoever says that they are off somewhere is let go.
    leaves = meant.kind == "go" and meant.target in t.exits and "?" not in t.act
    if (meant.kind == "part" or leaves) and t.may_call("end_dialogue"):
        return Move("part", calls(t, ("end_dialogue", {})))
    if t.may_call("exchange_item"):
        if meant.kind == "give" and meant.item:
            return _given(t, random)
        if item := _asked(t):
            return _taken(t, me, item, random)
    if meant.kind == "follow" and t.may_call("update_relationship"):
        return _followed(t, me)
    return _felt(t, me, random)


def _asked(t: StoryContext) -> str:
    """The thing that the player would have of whom they talk with; empty: none."""
    meant = t.intent
    if meant.item and meant.kind in {"take", "pick"}:
        return meant.item
    if _buys(t):
        theirs = {item: name for item, (name, _count) in t.carried(t.me).items()}
        return named(words_of(t.act), theirs) or meant.item
    return ""


def _buys(t: StoryContext) -> bool:
    return story_bank(t.language).families["buy"].search(t.act) is not None


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


def _given(t: StoryContext, random: Random) -> Move:
    item, asked = t.intent.item, t.intent.quantity
    had = t.carried(PLAYER).get(item)
    name = t.known.items.get(item, item)
    if had is None or asked > had[1]:
        if random.random() >= TRIED:
            return Move("empty", item=name)
        count = max(1, asked)
    else:
        count = asked or had[1]
    return Move("received", calls(t, _exchange(item, PLAYER, t.me, count)), silent=True, item=name)


def _taken(t: StoryContext, me: Figure, item: str, random: Random) -> Move:
    asked = t.intent.quantity
    mine = t.carried(t.me).get(item)
    name = t.known.items.get(item, item)
    if mine is None:
        if item in t.carried(PLAYER) or random.random() >= TRIED:
            return Move("lacking", item=name)
        return Move("lacking", calls(t, _exchange(item, t.me, PLAYER, max(1, asked))), silent=True, item=name)
    count = asked or mine[1]
    if count > mine[1]:
        return Move("lacking", item=name)
    if _buys(t) or (me.archetype == "merchant" and me.trust < t.setting.rules.take_trust):
        return _sold(t, item, count, random)
    if me.trust < t.setting.rules.take_trust:
        return Move("withheld", item=name)
    return Move("handed", calls(t, _exchange(item, t.me, PLAYER, count)), silent=True, item=name)


def _sold(t: StoryContext, item: str, count: int, random: Random) -> Move:
    """A purchase: the coins first, so that nobody is left without both."""
    name = t.known.items.get(item, item)
    thing = t.setting.item(item)
    price = count * PRICES[thing.kind if thing else "thing"]
    money = [each.id for each in t.setting.items if each.kind == "coin"]
    has = max(((t.carried(PLAYER).get(one, ("", 0))[1], one) for one in money), default=(0, ""))
    if not money or thing is None or thing.kind == "coin":
        return Move("withheld", item=name)
    if has[0] >= price:
        paid = calls(t, _exchange(has[1], PLAYER, t.me, price), _exchange(item, t.me, PLAYER, count))
        return Move("sold", paid, silent=True, item=name, price=price)
    if random.random() < TRIED:
        # The purse is held out before it is counted: the rules find it too light.
        return Move("poor", calls(t, _exchange(money[0], PLAYER, t.me, price)), silent=True, item=name, price=price)
    return Move("poor", item=name, price=price)


def _exchange(item: str, giver: str, receiver: str, count: int) -> tuple[str, dict[str, Any]]:
    return (
        "exchange_item",
        {"item_name": item, "giver_id": giver, "receiver_id": receiver, "quantity": max(1, min(1_000, count))},
    )


def _followed(t: StoryContext, me: Figure) -> Move:
    if me.follows:
        if story_bank(t.language).families["stay"].search(t.act):
            return Move("stays", calls(t, ("update_relationship", {"trait": "following", "change": 0})))
        return Move("noticed")
    if me.trust < FOLLOWERS.get(me.archetype, 101):
        return Move("remains")
    return Move("follows", calls(t, ("update_relationship", {"trait": "following", "change": 1})))


def _felt(t: StoryContext, me: Figure, random: Random) -> Move:
    """What kind or rude words change."""
    kind = kind_of_talk(t.act, t.language)
    if kind not in FEELINGS or not t.may_call("update_relationship"):
        return Move()
    felt = FEELINGS[kind]
    change = felt["trust"] + int(random.random() * 4) * (1 if felt["trust"] > 0 else -1)
    made = [("update_relationship", {"trait": "trust", "change": change})]
    if "feeling" in felt and felt["feeling"] not in me.statuses and random.random() < 0.6:
        made.append(("update_relationship", {"trait": felt["feeling"], "change": felt["turns"]}))
    return Move(kind, calls(t, *made))
