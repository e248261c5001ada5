"""What is said of turns and marks, in tool tips and to screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from parley.desktop.run.figures import MarkFigure
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.widgets.counts import format_words
from parley.desktop.widgets.plain import one_line

translate = QCoreApplication.translate


def name_of(figure: FlowFigure, lane: int) -> str:
    """Return a member's name, or the director's."""
    return figure.members[lane].name if lane >= 0 else translate("FlowChart", "Director")


def turn_told(figure: FlowFigure, turn: int) -> str:
    """ "Turn 5: Bex to Ilja, 12 words"."""
    name = name_of(figure, figure.lanes[turn - 1])
    if to := figure.addressed(turn):
        others = ", ".join(name_of(figure, lane) for lane in to)
        name = translate("FlowChart", "{name} to {others}").format(name=name, others=others)
    words, number = format_words(figure.words[turn - 1]), QLocale().toString(turn)
    return translate("FlowChart", "Turn {turn}: {name}, {words}").format(turn=number, name=name, words=words)


def mark_label(mark: MarkFigure) -> str:
    """Return what stands beside a mark: what was put in or how a fork is called; else what was done, without its
    words.
    """
    what, _, words = one_line(mark.text, 80).partition(": ")
    return words if words and mark.kind in ("topic", "fork") else what
