"""The network in sentences: for tool tips and for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from parley.desktop.affinity.numbers import decimal, format_trust, signed
from parley.desktop.affinity.view.picture import Picture
from parley.desktop.widgets.counts import format_turns

translate = QCoreApplication.translate


def told_member(picture: Picture, index: int) -> str:
    """Return a member's share of the talk, and where they stand in the network, in a sentence."""
    figure, member = picture.figure, picture.figure.members[index]
    share = translate("NetworkCanvas", "{share}% of all words in {turns}")
    parts = [share.format(share=round(member.share * 100), turns=format_turns(member.turns))]
    if index < len(figure.centrality):
        parts.append(translate("NetworkCanvas", "centrality {value}").format(value=decimal(figure.centrality[index])))
    if index < len(figure.community) and figure.community[index] >= 0:
        group = [i for i, number in enumerate(figure.community) if number == figure.community[index] and i != index]
        names = ", ".join(figure.members[i].name for i in group[:6])
        more = f" +{len(group) - 6}" if len(group) > 6 else ""
        parts.append(translate("NetworkCanvas", "in a community with {names}").format(names=names + more))
    return f"{member.name}: {', '.join(parts)}"


def told_edge(picture: Picture, index: int) -> str:
    """Return how two get on and how far they moved, in a sentence."""
    figure, edge = picture.figure, picture.figure.edges[index]
    first, second = (figure.members[each].name for each in (edge.a, edge.b))
    told, value = translate("NetworkCanvas", "{first} – {second}: affinity {value}, {kind}"), decimal(edge.affinity)
    if picture.trust:
        told = translate("NetworkCanvas", "{first} – {second}: trust {value}, {kind}")
        value = format_trust(edge.affinity)
    text = told.format(first=first, second=second, value=value, kind=kinds()[picture.kind(edge)])
    drift = edge.drift(picture.span)
    if abs(drift) >= 0.0005:
        moved = signed(drift, trust=picture.trust)
        text += f", {moved} {since(picture)}" + (f": {edge.reason}" if edge.reason else "")
    return text


def since(picture: Picture) -> str:
    """Return the span, as it stands behind a change."""
    if picture.span == "chosen":
        return translate("NetworkCanvas", "in the selected turns")
    return translate("NetworkCanvas", "today") if picture.span == "today" else translate("NetworkCanvas", "in this run")


def kinds() -> tuple[str, ...]:
    """Return the kinds of pairs that `LIMITS` divide."""
    return (
        translate("NetworkCanvas", "very tense"),
        translate("NetworkCanvas", "tense"),
        translate("NetworkCanvas", "neutral"),
        translate("NetworkCanvas", "warm"),
        translate("NetworkCanvas", "very warm"),
    )
