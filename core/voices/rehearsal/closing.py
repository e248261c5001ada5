"""What came of a talk, said at its end: it follows from the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parley.core.voices.rehearsal.threads import Thread, filled, rules

if TYPE_CHECKING:
    from parley.core.voices.rehearsal.improviser import Improviser

MOST_TAKES = 3
OPEN = frozenset({"cause", "think"})
"""Families whose last line names what stays open."""
DECIDING = frozenset({"strategy", "shipping"})


def closings(speaker: Improviser) -> Iterator[str]:
    """The last line, from the best to the one that always fits."""
    family = speaker.talk.family
    if family == "work":
        yield from _work(speaker)
    elif family == "argue":
        yield from _argue(speaker)
    elif family == "sort":
        yield from _sorted(speaker)
    labels = _settled(speaker)
    if labels and family not in ("work", "argue", "sort") and named(speaker, labels):
        pool = "settled" if family in OPEN and _ended(speaker, labels[-1]) else family
        pool = "think_yes_no" if pool == "think" and speaker.talk.matter.kind == "yes-no" else pool
        yield from _said(speaker, f"closing.{pool}", needs=len(labels))
    if labels and named(speaker, labels[:1]):
        yield from _said(speaker, "closing.only")
    form = speaker.config.format.id
    yield from _said(speaker, "closing.watercooler" if form == "watercooler" and not labels else "closing.empty")


def named(speaker: Improviser, labels: Sequence[Thread]) -> bool:
    """Name the threads in what is said; False without any, or with one where two are asked for."""
    for number, thread in enumerate(labels[:2], 1):
        speaker.slots |= {
            f"l{number}": thread.label.nom,
            f"l{number}_akk": thread.label.akk,
            f"l{number}_dat": thread.label.dat,
        }
    return len(labels) > 1 or (len(labels) == 1 and "l2" not in speaker.slots)


def _said(speaker: Improviser, pool: str, needs: int = 2) -> Iterator[str]:
    for node in speaker._shuffled(pool):
        if "{l2" not in node.text or needs > 1:
            yield speaker._filled(node)


def _settled(speaker: Improviser) -> list[Thread]:
    """What came furthest, then what is open the most."""
    opened = speaker.talk.opened
    unnamed = rules()["unnamed"]["threads"]
    order = sorted(
        (each for each in speaker.talk.labels() if each.name not in unnamed),
        key=lambda each: -_weight([line.node.act for line in opened[each.name] if line.node]),
    )
    return [order[0], order[-1]] if len(order) > 1 else order


def _ended(speaker: Improviser, thread: Thread) -> bool:
    return speaker.talk.said_in(thread.name, "end")


def _weight(acts: Sequence[str]) -> int:
    return len(acts) + 3 * ("end" in acts) + ("and" in acts) - 2 * (acts[-1] in ("ask", "but"))


def _work(speaker: Improviser) -> Iterator[str]:
    talk, bank = speaker.talk, speaker.bank
    takes: dict[str, list[Thread]] = {}
    for key, who in talk.takes.items():
        takes.setdefault(who, []).append(bank.threads[key])
    for most in range(min(MOST_TAKES, len(takes)), 0, -1):
        told = [_taken(speaker, who, threads) for who, threads in list(takes.items())[-most:]]
        by = speaker._filled(bank.pools["took.by"][0])
        for ending in (by, ""):
            yield from (speaker._filled(node, takes=", ".join(told) + ending) for node in bank.pools["closing.work"])
    if not takes:
        agenda = talk.agenda("work")
        open_ones = [each for each in talk.labels() if each.name.startswith("work.")] or agenda[:1]
        named(speaker, open_ones[:1])
        yield from _said(speaker, "closing.work_none")


def _sorted(speaker: Improviser) -> Iterator[str]:
    """What came into which heap, the first of each."""
    told = []
    for heap, keys in rules()["heaps"].items():
        thread = next((each for each in speaker.talk.labels() if each.name in keys), None)
        if thread is not None:
            speaker._name(thread)
            told.append(speaker._filled(speaker.bank.pools[f"heaps.{heap}"][0]))
        elif heap == "later":
            told.append(speaker._filled(speaker.bank.pools["heaps.rest"][0]))
    if len(told) > 1:
        yield from (speaker._filled(node, heaps=" ".join(told)) for node in speaker.bank.pools["closing.sort"])


def _taken(speaker: Improviser, who: str, threads: Sequence[Thread]) -> str:
    """Who has taken what: by name, or as the hearer knows them."""
    bank, names = speaker.bank, speaker.config.names
    known = who in speaker.talk.called
    node = bank.pools["took.me" if who == speaker.me else "took.other" if known else "took.you"][0]
    both = bank.pools["took.and"][0].text
    label, accusative = both.join(each.label.nom for each in threads), both.join(each.label.akk for each in threads)
    return filled(node.text, {"name": names.get(who, who), "label": label, "label_akk": accusative})


def _argue(speaker: Improviser) -> Iterator[str]:
    talk, side = speaker.talk, speaker.side
    spoken = {line.speaker for line in talk.lines} | {speaker.me}
    for_it = sum(talk.side(one) == "for" for one in spoken)
    against = len(spoken) - for_it
    winner = 0 if for_it > against else 1
    form = speaker.config.format.id
    if form in DECIDING and for_it != against:
        most, least = max(for_it, against), min(for_it, against)
        speaker.slots |= {
            "most": most,
            "least": least,
            "winner": speaker.options[winner],
            "loser": speaker.options[1 - winner],
        }
        pool = "argue_decided" if talk.matter.options or talk.reacting else "argue_counted"
        yield from _said(speaker, "closing.shipping" if form == "shipping" else f"closing.{pool}")
    theirs = [
        (speaker.bank.threads[key], line.speaker)
        for key, lines in talk.opened.items()
        for line in lines
        if line.node and line.node.act.startswith(("for", "against")) and talk.side(line.speaker) != side
    ]
    if form == "cross_examination":
        held = talk.labels("for", "for_but", "for_and", "end")
        failed = [each for each in talk.labels("against", "against_but", "ask") if each not in held[:1]]
        if held and failed:
            named(speaker, [held[0], failed[-1]])
            yield from _said(speaker, "closing.cross_examination")
    if theirs:
        thread, who = theirs[-1]
        named(speaker, [thread])
        speaker.slots["other"] = speaker.config.names.get(who, who)
        yield from _said(speaker, "closing.argue" if who in talk.called else "closing.argue_two")
    yield from _said(speaker, "closing.argue_none")
