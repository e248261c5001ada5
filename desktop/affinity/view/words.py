"""Members and pairs of the network in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.affinity.view.labels import trust_told
from desktop.widgets.counts import turns_told

translate = QCoreApplication.translate


def member_sentence(figure: NetworkFigure, index: int) -> str:
    """A member's share of the talk, and where they stand in the network."""
    member = figure.members[index]
    parts = [
        translate("NetworkCanvas", "{share}% of all words in {turns}").format(
            share=round(member.share * 100), turns=turns_told(member.turns)
        )
    ]
    if index < len(figure.centrality):
        value = _decimal(figure.centrality[index])
        parts.append(translate("NetworkCanvas", "centrality {value}").format(value=value))
    if index < len(figure.community) and figure.community[index] >= 0:
        number = figure.community[index] + 1
        parts.append(translate("NetworkCanvas", "community {number}").format(number=number))
    return f"{member.name}: {', '.join(parts)}"


def edge_sentence(figure: NetworkFigure, edge: EdgeFigure, kind: int, *, answering: bool) -> str:
    """How two get on, from very tense (`kind` 0) to very warm (4); or how often they answered each other."""
    first, second = figure.members[edge.a].name, figure.members[edge.b].name
    if answering:
        told = translate("NetworkCanvas", "{first} answered {second} {there}×, {second} answered {first} {back}×")
        return told.format(first=first, second=second, there=edge.a_to_b, back=edge.b_to_a)
    words = (
        translate("NetworkCanvas", "very tense"), translate("NetworkCanvas", "tense"),
        translate("NetworkCanvas", "neutral"), translate("NetworkCanvas", "warm"),
        translate("NetworkCanvas", "very warm"),
    )  # fmt: skip
    if figure.measure == "trust":
        told = translate("NetworkCanvas", "{first} – {second}: trust {value}, {kind}")
        value = trust_told(edge.affinity)
    else:
        told = translate("NetworkCanvas", "{first} – {second}: affinity {value}, {kind}")
        value = _decimal(edge.affinity)
    return told.format(first=first, second=second, value=value, kind=words[kind])


def _decimal(value: float) -> str:
    return QLocale().toString(float(value), "f", 2)
