"""The people of a story: what they answer, by who they are, what they think of the player, and what was said."""

from __future__ import annotations

import re

from core.modes.story.rehearsal.bargains import Move
from core.modes.story.rehearsal.context import Figure, StoryContext
from core.modes.story.rehearsal.deeds import kind_of_talk
from core.modes.story.rehearsal.phrases import PhrasePicker, fitting

LONGEST = 55
"""Words of a line."""

MOST_GOODS = 4
"""Things that somebody names of what they have."""

LONGEST_QUOTE = 8
"""Words of the player's that are taken up."""

_THIRD = re.compile(
    r"\b(?:he|she|him|her|his|hers|herself|himself|er|sie|ihn|ihm|ihr|ihre[nmrs]?|sein|seine[nmrs]?)\b", re.IGNORECASE
)
_NAME = re.compile(
    r"(?i:^.*?\b(?:my name is|the name is|name's|they call me|call me|people call me|i am called|i am|i'm|"
    r"ich heiße|mein name ist|man nennt mich|nenn mich|nennt mich|ich bin)\s+)"
)
_CAPITAL = re.compile(r"[A-ZÄÖÜ][\w’'-]*")
_DONE = {"give": "received", "take": "handed", "use": "watched"}
_DENIED = {"give": "empty", "take": "withheld", "follow": "remains"}
"""Which phrases go with what the player did, or tried in vain, by a click."""
_TITLES = frozenset(("Der", "Die", "Das", "The", "Of", "Von"))


def answered(t: StoryContext, say: PhrasePicker, move: Move) -> str:
    """The line of a character whose talk it is. `move` is what they do beside it."""
    me = t.figure(t.me)
    tone = me.tone if me else "plain"
    slots = {
        "goods": _goods(t),
        "name": t.player,
        "item": move.item,
        "price": str(move.price) if move.price else "",
        "place": t.place_name,
    }

    def fitted(parts: list[str]) -> str:
        return " ".join(fitting(parts, LONGEST))

    def of(pool: str) -> str:
        return say.say(f"say.{pool}.{tone}", f"say.{pool}", **slots)

    plain = kind_of_talk(t.act, t.language) in {"greeting", "statement"}
    if t.request.kind == "greeting" or (plain and not _talked(t) and not move.what and not (t.did or t.denied)):
        return " ".join(
            fitting([of("meet"), _own(t, say) if say.random.random() < 0.5 else _flavour(t, say, me), ""], LONGEST)
        )
    if move.what:
        after = _flavour(t, say, me) if move.what not in {"part", "refused"} and say.random.random() < 0.35 else ""
        return fitted([of(move.what), after])
    if t.denied:
        return fitted([of(_DENIED.get(t.denied, "failed"))])
    if t.did:
        slots["item"] = t.named_item
        return fitted([of(_DONE.get(t.did[-1][0], "noticed")) or of("noticed")])
    return fitted(_reply(t, say, me, tone, slots))


def _reply(t: StoryContext, say: PhrasePicker, me: Figure | None, tone: str, slots: dict[str, str]) -> list[str]:
    kind = kind_of_talk(t.act, t.language)
    parts = [say.say(f"say.{kind}.{tone}", f"say.{kind}", **slots)]
    if me and me.statuses and say.random.random() < 0.5:
        parts.insert(0, say.say(f"status.{me.statuses[0]}"))
    if kind in {"question", "rumour", "secret", "place"}:
        parts.append(_known(t, say, tone))
    elif kind == "wants":
        parts.append(_want(t, say))
    elif kind in {"statement", "greeting", "agree", "feeling", "who", "offer"}:
        chosen = say.random.random()
        if chosen < 0.35:
            parts.append(_own(t, say))
        elif chosen < 0.6:
            parts.append(_flavour(t, say, me))
        elif chosen < 0.8:
            parts.append(_known(t, say, tone))
    if tone != "cold" and say.random.random() < 0.35:
        parts.append(say.say(f"ask.{tone}", "ask.plain", **slots))
    return parts


def _known(t: StoryContext, say: PhrasePicker, tone: str) -> str:
    """Something that they know and have not told yet; who thinks little of the player tells nothing."""
    someone = t.setting.someone(t.me)
    if tone == "cold":
        return say.say("know.withheld")
    told = say.unheard(text.text(t.language) for text in someone.knows) if someone else []
    if not told:
        return say.say("know.nothing") if say.random.random() < 0.5 else _own(t, say)
    lead = "know.hearsay" if _THIRD.search(told[0]) else "know.lead"
    return f"{say.say(lead)} {say.spoken(told[0])}"


def _want(t: StoryContext, say: PhrasePicker) -> str:
    someone = t.setting.someone(t.me)
    wants = someone.wants.text(t.language).rstrip(".") if someone and someone.wants else ""
    return say.say("wants.said", wants=wants) if wants and not _THIRD.search(wants) else say.say("wants.kept")


def _own(t: StoryContext, say: PhrasePicker) -> str:
    """A line of their own that was not said lately; else something that goes with their calling."""
    someone = t.setting.someone(t.me)
    own = say.unheard(line.text(t.language) for line in someone.lines) if someone else []
    if own:
        return say.spoken(own[int(say.random.random() * len(own))])
    return _flavour(t, say, t.figure(t.me))


def _flavour(t: StoryContext, say: PhrasePicker, me: Figure | None) -> str:
    return say.say(f"flavour.{me.archetype}" if me else "flavour.townsperson", "flavour.townsperson", name=t.player)


def _goods(t: StoryContext) -> str:
    """Some of what they could part with; not their coins."""
    things = [(t.setting.item(item), name) for item, (name, _count) in t.carried(t.me).items()]
    return ", ".join([name for thing, name in things if thing is None or thing.kind != "coin"][:MOST_GOODS])


def _talked(t: StoryContext) -> bool:
    """Whether anything of this talk was heard yet from whoever speaks."""
    return any(block.speaker == t.me for block in t.blocks)


def asked(t: StoryContext, say: PhrasePicker) -> str:
    """The innkeeper's next question, which takes up the answer to the one before."""
    number = max(1, t.number("question"))
    questions = t.setting.questions
    question = questions[min(number, len(questions)) - 1]
    answers = [piece.text for piece in t.pieces("answer")]
    parts = []
    if answers and number > 1:
        before = questions[min(len(answers), len(questions)) - 1].about
        name = called(answers[0])
        parts.append(say.say(f"inn.heard.{before}", "inn.heard", name=name, said=_quoted(answers[-1])))
    else:
        parts.append(say.say("inn.welcome"))
    own = question.text.text(t.language)
    parts.append(say.spoken(own) if say.random.random() < 0.6 else say.say(f"inn.ask.{question.about}"))
    return " ".join(part for part in parts if part)


def called(answer: str) -> str:
    """The name in an answer to "what are you called?"; empty where it cannot be told."""
    rest = _NAME.sub("", answer.strip(), count=1)
    found = [word for word in _CAPITAL.findall(re.split(r"[,.;:!?]", rest)[0]) if word not in _TITLES]
    return found[0] if found else ""


def _quoted(answer: str) -> str:
    """The first sentence of an answer, where it is short enough to be taken up."""
    first = re.split(r"[.!?;:,\n]", answer.strip(), maxsplit=1)[0].strip(' “”"»«„')
    return first if 0 < len(first.split()) <= LONGEST_QUOTE and not set(first) & set("{}[]") else ""
