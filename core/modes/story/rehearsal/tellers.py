"""The three who tell a story: the Narrator paints, the Keeper counts, the Jester teases the moment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.log.events.turn import CallAnswered
from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.deeds import kind_of_act, thing_in
from core.modes.story.rehearsal.phrases import PhrasePicker, fitting, lower_first, sentences, words_in

_AGAINST = re.compile(r"(\d+)\s+(?:vs\.?|against|gegen|of|von)\s+(\d+)")
_LOST = re.compile(r"\b(?:beaten\.|wakes|besiegt\.|wacht)", re.IGNORECASE)
_FLED = re.compile(r"\b(?:left behind|gets away|abgehängt|entkommt)\b", re.IGNORECASE)
_WON = re.compile(r"\b(?:fight is won|kampf ist gewonnen)\b", re.IGNORECASE)
_ORDER = re.compile(r"(?<=: )\d+ [^\d,.:;\n]+(?: \d+)?(?:, \d+ [^\d,.:;\n]+(?: \d+)?)+")
_NUMBER = re.compile(r"\d")
_SENTENCES = re.compile(r"[.;!?](?=\s|$)")
_CLAUSES = re.compile(r"[.;:,](?=\s|$)")
_BLOW = re.compile(
    r"\d+,? (?P<actor>[^,.:;]+?) (?P<what>hits|misses|trifft|verfehlt) "
    r"(?P<target>[^,.:;]+?)(?: hard| schwer)?(?=[,.:;])"
)
TRIES = 14
"""How many sentences are tried until a line is long enough."""

DONE = {"pick": "picked", "use": "used", "drop": "dropped"}
UNABLE = {"absent": "refused.start_dialogue", "far": "refused.update_game_state", "missing": "refused"}
"""What is said of an act that cannot be, by what is missing: somebody, a way, a thing."""

CLOSING = 110
"""Words that an epilogue may have."""

MOST_MOMENTS = 5


def narrated(t: StoryContext, say: PhrasePicker, move: str = "") -> str:
    """The Narrator's line, within the words that the setting's rules allow; `move` is what cannot be done."""
    low, high = t.setting.rules.narrator_words
    if t.request.kind == "closing":
        return _epilogue(t, say, min(CLOSING, 2 * high))
    parts = [say.say(UNABLE[move], "refused", **_slots(t))] if move in UNABLE else list(_lead(t, say))
    more = _fighting(t, say) if t.phase == "combat" else _around(t, say)
    kept = fitting(parts, high)
    for text, _ in zip(more, range(TRIES), strict=False):
        count = words_in(" ".join(kept))
        if count >= low and (count > (low + high) // 2 or say.random.random() < 0.45):
            break
        if text and count + words_in(text) <= high:
            kept.append(text)
    return " ".join(kept)


def begins_talk(say: PhrasePicker, name: str, archetype: str) -> str:
    """The one line with which a talk begins."""
    own = (f"talk.begins.{archetype}",) if say.random.random() < 0.3 else ()
    return say.say(*own, "talk.begins", name=name)


def counted(t: StoryContext, say: PhrasePicker) -> str:
    """The Keeper's line: numbers first, and few words."""
    most = t.setting.rules.keeper_words
    facts = [fact for fact in t.facts if _NUMBER.search(fact)]
    for fact in facts:
        if kept := _whole_parts(_own_first(fact, t.player), most):
            return say.spoken(kept)
    if pair := _AGAINST.search(" ".join(facts)):
        word = say.say("keeper.won" if int(pair[1]) >= int(pair[2]) else "keeper.lost", a=pair[1], b=pair[2])
        return _short(word, most)
    if t.foes and (order := _ORDER.search(t.request.direction)):
        entries = fitting(order.group().strip().split(", "), most)
        return say.spoken(f"{', '.join(entries)}.")
    return _short(say.say("keeper.quiet"), most)


def _own_first(fact: str, player: str) -> str:
    """A round's blows, those of the player before the others'."""
    blows = sentences(fact)
    return " ".join(sorted(blows, key=lambda blow: f", {player} " not in f" {blow}"))


def _whole_parts(fact: str, most: int) -> str:
    """As many whole sentences of a fact as fit into so many words, else clauses; empty where none fits."""
    for ends in (_SENTENCES, _CLAUSES):
        kept = ""
        for end in ends.finditer(fact):
            head = fact[: end.start()].rstrip(" .,;:")
            if words_in(head) <= most:
                kept = head
        if _NUMBER.search(" ".join(kept.split()[:3])):
            return f"{kept}."
    return ""


def teased(t: StoryContext, say: PhrasePicker) -> str:
    """The Jester's line: about the moment, the world or itself, never about the player."""
    pools: list[str] = []
    if t.phase == "dialogue":
        pools.append("jester.talk")
    elif t.facts and _success(t) is not None:
        pools.append("jester.won" if _success(t) else "jester.lost")
    elif t.calls or t.did:
        pools.append("jester.change")
    own = next((agent.lines for agent in t.setting.agents if agent.id == "jester"), ())
    texts = say.unheard(line.text(t.language) for line in own)
    roll = say.random.random()
    if texts and roll < 0.12:
        return say.spoken(_some_sentences(texts[int(say.random.random() * len(texts))], t))
    if not pools or roll < 0.35:
        kind = kind_of_act(t.act, t.language)
        pools.insert(0, f"jester.{kind}" if roll < 0.6 else "jester")
    text = say.say(*pools, "jester", **_slots(t))
    return _some_sentences(text, t)


def _lead(t: StoryContext, say: PhrasePicker) -> Iterator[str]:
    """What the turn is about: what the rules decided, what a tool changed, else what the player did."""
    if t.refused is not None:
        yield say.say(f"refused.{t.refused.name}", "refused", **_slots(t))
    elif t.denied:
        yield say.say("refused", **_slots(t))
    elif t.calls:
        for call in t.calls:
            yield from _changed(t, say, call)
    elif t.request.kind == "opening" or not t.act:
        yield say.say("opening", **_slots(t))
        yield from _arrival(t, say, whole=True)
    elif t.phase == "combat" or _over(t):
        yield from _combat(t, say)
    elif t.facts:
        outcome = {True: "won", False: "lost", None: "open"}[_success(t)]
        yield say.say(f"dice.{outcome}", **_slots(t))
    elif t.did:
        for what, _text in t.did:
            yield from _did(t, say, what)
    else:
        yield _act(t, say)


def _act(t: StoryContext, say: PhrasePicker) -> str:
    kind = kind_of_act(t.act, t.language)
    return say.say(f"act.{kind}" if say.random.random() < 0.85 else "act.other", "act.other", **_slots(t))


def _changed(t: StoryContext, say: PhrasePicker, call: CallAnswered) -> Iterator[str]:
    form = call.arguments
    if call.name == "start_dialogue":
        yield from _did(t, say, "talk")
    elif call.name == "create_character":
        yield say.say("created", name=t.figures[-1].name if t.figures else "")
    elif form.get("location"):
        yield from _did(t, say, "go")
    elif stacks := form.get("items_gained") or form.get("items_lost"):
        first = stacks[0] if isinstance(stacks, list) and isinstance(stacks[0], dict) else {}
        item = t.setting.item_name(str(first.get("item_name", "")), t.language)
        yield say.say("picked" if form.get("items_gained") else "used", item=item)
    else:
        yield _act(t, say)


def _did(t: StoryContext, say: PhrasePicker, what: str) -> Iterator[str]:
    if what == "go":
        yield say.say("arrive", **_slots(t))
        yield from _arrival(t, say)
    elif what == "talk":
        yield say.say("talk.begins", **_slots(t) | {"name": t.partner.name if t.partner else ""})
    elif what in DONE:
        yield say.say(DONE[what], item=t.named_item)
    else:
        yield say.say("after.talk", **_slots(t))


def _arrival(t: StoryContext, say: PhrasePicker, *, whole: bool = False) -> Iterator[str]:
    """What the place looks like: all of it that was not said lately."""
    told = sentences(t.place.description.text(t.language)) if t.place else []
    fresh = say.unheard(told) if not whole else told
    for text in fresh:
        yield say.spoken(text)
    if told and not fresh:
        yield say.say("again", **_slots(t))


def _around(t: StoryContext, say: PhrasePicker) -> Iterator[str]:
    """What else there is to tell, in an order that the chance of the turn gives."""
    present = ["present.role", "present"] if t.figures else ["alone"]
    orders: tuple[tuple[str | list[str], ...], ...] = (
        ("sense", present, "stage"),
        (present, "sense", "stage"),
        ("stage", "sense", present),
    )
    order: list[str | list[str]] = list(orders[int(say.random.random() * len(orders))])
    if t.request.kind == "opening" or not t.act:
        order.sort(key=lambda each: each is not present)
    if say.random.random() < 0.3:
        order.insert(1, "own")
    yield from _details(t, say, [*order, "sense", "hook", "sense", "lying", "stage", "sense", "hook"])


def _details(t: StoryContext, say: PhrasePicker, order: Sequence[str | list[str]]) -> Iterator[str]:
    people = list(t.figures)
    for each in order:
        if isinstance(each, list):
            if not people and each[0] != "alone":
                continue
            one = people.pop(int(say.random.random() * len(people))) if people else None
            someone = t.setting.someone(one.id) if one else None
            role = lower_first(someone.role.text(t.language), t.language) if someone else ""
            # Whoever was introduced lately is known.
            pools = each if say.unheard([role]) else each[-1:]
            yield say.say(*pools, name=one.name if one else "", role=role)
        elif each == "own":
            own = next((agent.lines for agent in t.setting.agents if agent.id == "narrator"), ())
            texts = say.unheard(line.text(t.language) for line in own)
            yield say.spoken(texts[0]) if texts else ""
        elif each == "lying":
            items = list(t.lying.values())
            yield say.say("lying", item=items[int(say.random.random() * len(items))]) if items else ""
        elif each == "stage":
            yield say.say(f"stage.{t.stage}", **_slots(t))
        else:
            yield say.say(each, **_slots(t))


def _combat(t: StoryContext, say: PhrasePicker) -> Iterator[str]:
    """What the round looked like, as far as the facts and everybody's health tell."""
    if _over(t):
        ends = (("won", _WON), ("fled", _FLED), ("lost", _LOST))
        ending = next((name for name, pattern in ends if pattern.search(t.facts[-1])), "won")
        yield say.say(f"combat.{ending}", **_slots(t))
        return
    standing = next((foe[0] for foe in t.foes if foe[1] > 0), "")
    if not t.facts:
        yield say.say("combat.begin", foe=t.foes[0][0] if t.foes else "", **_slots(t))
        return
    blows = _blows(t)
    mine = [hit for actor, _target, hit in blows if actor == t.player]
    friend = next((actor for actor, target, hit in blows if hit and t.player not in (actor, target)), "")
    down = [foe for foe in t.foes if foe[1] <= 0 and any(target == foe[0] and hit for _, target, hit in blows)]
    if down:
        yield say.say("combat.down", foe=down[-1][0])
    elif any(mine):
        yield say.say("combat.hit", foe=standing)
    elif friend in {figure.name for figure in t.figures}:
        yield say.say("combat.ally", name=friend)
    else:
        yield say.say("combat.miss" if mine else "combat.held", **_slots(t))


def _blows(t: StoryContext) -> list[tuple[str, str, bool]]:
    """Who struck at whom in this round, and whether they hit, as the facts have it."""
    return [
        (found["actor"].strip(), found["target"].strip(), found["what"] in {"hits", "trifft"})
        for found in _BLOW.finditer(" ".join(t.facts))
    ]


def _fighting(t: StoryContext, say: PhrasePicker) -> Iterator[str]:
    now, most = t.health
    if any(target == t.player and hit for _actor, target, hit in _blows(t)):
        yield say.say("combat.low" if now * 3 <= most else "combat.hurt")
    for pool in ("combat.around", "combat.foe", "combat.around", "combat.foe", "combat.around", "combat.around"):
        yield say.say(pool, foe=next((foe[0] for foe in t.foes if foe[1] > 0), ""), **_slots(t))


def _over(t: StoryContext) -> bool:
    """Whether a fight ended in this turn: then the facts are its last round and its end."""
    return t.phase != "combat" and len(t.facts) >= 2


def _success(t: StoryContext) -> bool | None:
    """Whether what was tried came off, by the numbers; None where there are none to compare."""
    pair = _AGAINST.search(" ".join(t.facts))
    return int(pair[1]) >= int(pair[2]) if pair else None


def _epilogue(t: StoryContext, say: PhrasePicker, most: int) -> str:
    titles = [piece.text.strip().rstrip(".") for piece in t.pieces("moment") if piece.text.strip()]
    # Those that are asked for, where the direction names some.
    titles = [title for title in titles if title in t.request.direction] or titles
    if len(titles) > MOST_MOMENTS:
        step = (len(titles) - 1) / (MOST_MOMENTS - 1)
        titles = [titles[round(number * step)] for number in range(MOST_MOMENTS)]
    end = say.say("epilogue.end", **_slots(t))
    parts = [say.say("epilogue.open", **_slots(t))]
    for number, title in enumerate(dict.fromkeys(titles)):
        pool = "epilogue.first" if number == 0 else "epilogue.then"
        text = say.say(pool, moment=title)
        if words_in(" ".join((*parts, text, end))) <= most:
            parts.append(text)
    if not titles:
        parts.append(say.say("epilogue.quiet", **_slots(t)))
    return " ".join((*parts, end))


def _slots(t: StoryContext) -> dict[str, str]:
    """What any phrase may name."""
    figure = t.figures[int(t.request.chance) % len(t.figures)] if t.figures else None
    return {
        "thing": thing_in(t.act, t.language),
        "place": t.place_name,
        "player": t.player,
        "name": figure.name if figure else "",
    }


def _short(text: str, most: int) -> str:
    """The text in at most so many words."""
    parts = text.split()
    return text if len(parts) <= most else f"{' '.join(parts[:most]).rstrip('.,;:')}."


def _some_sentences(text: str, t: StoryContext) -> str:
    return " ".join(sentences(text)[: t.setting.rules.jester_sentences])
