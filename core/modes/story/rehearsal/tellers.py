"""The three who tell a story: the Narrator paints, the Keeper counts, the Jester teases the moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.modes.story.rehearsal.context import StoryContext
from core.modes.story.rehearsal.phrases import fitting, sentences, words_in

_ORDER = re.compile(r"(?<=: )\d+ [^\d,.:;\n]+(?: \d+)?(?:, \d+ [^\d,.:;\n]+(?: \d+)?)+")
_NUMBER = re.compile(r"\d")
_ENDS = (re.compile(r"[.;!?](?=\s|$)"), re.compile(r"[.;:,](?=\s|$)"))
"""Of sentences, and of clauses."""
TRIES = 14
"""How many sentences are tried until a line is long enough."""

CLOSING = 110
"""Words that an epilogue may have."""

MOST_MOMENTS = 5
_CALLED = {"start_dialogue": "talk", "create_character": "created"}
_AROUND = (("sense", "present", "stage"), ("present", "sense", "stage"), ("stage", "sense", "present"))
"""In which orders it is told what else there is."""


class Teller(StoryContext):
    """The Narrator, the Keeper or the Jester in a moment."""

    def narrated(self, move: str = "") -> str:
        """The Narrator's line, within the words that the setting's rules allow; `move` is what cannot be done."""
        low, high = self.setting.rules.narrator_words
        if self.request.kind == "closing":
            return self._epilogue(min(CLOSING, 2 * high))
        self.people = list(self.figures)
        kept = fitting(self.told(move if move in {"absent", "far", "missing"} else "lead"), high)
        more = self.told("fighting") if self.phase == "combat" else self._around()
        for text, _ in zip(more, range(TRIES), strict=False):
            count = words_in(" ".join(kept))
            if count >= low and (count > (low + high) // 2 or self.random.random() < 0.45):
                break
            if text and count + words_in(text) <= high:
                kept.append(text)
        return " ".join(kept)

    def happened(self) -> Iterator[str]:
        """What a tool changed, else what the player did."""
        for call in self.calls:
            form = call.arguments
            stacks = form.get("items_gained") or form.get("items_lost")
            first = stacks[0] if isinstance(stacks, list) and stacks else {}
            item = first.get("item_name", "") if isinstance(first, dict) else ""
            self.item = self.setting.item_name(str(item), self.language)
            changed = "pick" if form.get("items_gained") else "use" if stacks else "act"
            self.what = _CALLED.get(call.name) or ("go" if form.get("location") else changed)
            yield from self.told("event")
        for what, _ in () if self.calls else self.did:
            self.what, self.item = what, self.named_item
            yield from self.told("event")

    def looks(self) -> Iterator[str]:
        """What the place looks like: all of it that was not said lately; at the beginning, all of it."""
        told = sentences(self.place.description.text(self.language)) if self.place else []
        fresh = told if self.fact("begins") and not self.calls else self.unheard(told)
        yield from map(self.spoken, fresh)
        if told and not fresh:
            yield self.say("again")

    def _around(self) -> Iterator[str]:
        """What else there is to tell, in an order that the chance of the turn gives."""
        order = list(_AROUND[int(self.random.random() * len(_AROUND))])
        if self.fact("begins"):
            order.sort(key=lambda each: each != "present")
        if self.random.random() < 0.3:
            order.insert(1, "remark")
        for each in (*order, "sense", "hook", "sense", "lies", "stage", "sense", "hook"):
            yield from self.told(f"stage.{self.stage}" if each == "stage" else each)

    def present(self) -> Iterator[str]:
        """One of those who are there and were not spoken of, with who they are where that was not said lately."""
        if self.people:
            one = self.people.pop(int(self.random.random() * len(self.people)))
            someone = self.setting.someone(one.id)
            role = someone.role.text(self.language) if someone else ""
            if self.language == "en" and role.startswith(("The ", "A ", "An ")):
                role = role[0].lower() + role[1:]
            known = not self.unheard([role])
            yield self.say(*(["present"] if known else ["present.role", "present"]), name=one.name, role=role)
        elif not self.figures:
            yield self.say("alone")

    def remark(self) -> Iterator[str]:
        """The first of the lines that are written for them."""
        yield self.spoken(self.own_lines[0]) if self.own_lines else ""

    def lies(self) -> Iterator[str]:
        """Something that lies about."""
        items = list(self.lying.values())
        yield self.say("lying", item=items[int(self.random.random() * len(items))]) if items else ""

    def _epilogue(self, most: int) -> str:
        titles = [piece.text.strip().rstrip(".") for piece in self.pieces("moment") if piece.text.strip()]
        # Those that are asked for, where the direction names some.
        titles = [title for title in titles if title in self.request.direction] or titles
        if len(titles) > MOST_MOMENTS:
            step = (len(titles) - 1) / (MOST_MOMENTS - 1)
            titles = [titles[round(number * step)] for number in range(MOST_MOMENTS)]
        end = self.say("epilogue.end")
        parts = [self.say("epilogue.open")]
        for number, title in enumerate(dict.fromkeys(titles)):
            text = self.say("epilogue.then" if number else "epilogue.first", moment=title)
            if words_in(" ".join((*parts, text, end))) <= most:
                parts.append(text)
        if not titles:
            parts.append(self.say("epilogue.quiet"))
        return " ".join((*parts, end))

    # ---------------------------------------------------------------- the Keeper and the Jester

    def counted(self) -> str:
        """The Keeper's line: numbers first, and few words."""
        most = self.setting.rules.keeper_words
        for fact in self.facts_told:
            # A round's blows, those of the player before the others'.
            blows = sorted(sentences(fact), key=lambda blow: f", {self.player} " not in f" {blow}")
            if _NUMBER.search(fact) and (kept := _whole_parts(" ".join(blows), most)):
                return self.spoken(kept)
        if self.foes and not self.rolled and (order := _ORDER.search(self.request.direction)):
            return self.spoken(f"{', '.join(fitting(order.group().strip().split(', '), most))}.")
        self.slots |= dict(zip("ab", map(str, self.rolled or ()), strict=False))
        text = " ".join(self.told("count"))
        short = " ".join(text.split()[:most])
        return text if len(short) == len(text) else f"{short.rstrip('.,;:')}."

    def teased(self) -> str:
        """The Jester's line: about the moment, the world or itself, never about the player."""
        moment = "talk" if self.phase == "dialogue" else self.fact("outcome") if self.rolled else ""
        moment = moment or ("change" if self.calls or self.did else "")
        pools = [f"jester.{moment}"] if moment else []
        texts, roll = self.own_lines, self.random.random()
        if texts and roll < 0.12:
            text = self.spoken(texts[int(self.random.random() * len(texts))])
        else:
            if not pools or roll < 0.35:
                pools.insert(0, f"jester.{self.fact('act_kind')}" if roll < 0.6 else "jester")
            text = self.say(*pools, "jester")
        return " ".join(sentences(text)[: self.setting.rules.jester_sentences])


def _whole_parts(fact: str, most: int) -> str:
    """As many whole sentences of a fact as fit into so many words, else clauses; empty where none fits."""
    for ends in _ENDS:
        heads = [fact[: end.start()].rstrip(" .,;:") for end in ends.finditer(fact)]
        kept = next((head for head in reversed(heads) if words_in(head) <= most), "")
        if _NUMBER.search(" ".join(kept.split()[:3])):
            return f"{kept}."
    return ""
