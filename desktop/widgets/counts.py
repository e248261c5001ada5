"""Counts in words, one of them in the singular."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale


def format_turns(count: int) -> str:
    """Return "1 turn", "9 turns"."""
    if count == 1:
        return QCoreApplication.translate("Counts", "1 turn")
    return QCoreApplication.translate("Counts", "{0} turns").format(QLocale().toString(count))


def format_words(count: int) -> str:
    """Return "1 word", "24 words"."""
    if count == 1:
        return QCoreApplication.translate("Counts", "1 word")
    return QCoreApplication.translate("Counts", "{0} words").format(QLocale().toString(count))


def format_lines(count: int) -> str:
    """Return "1 line", "9 lines"."""
    if count == 1:
        return QCoreApplication.translate("Counts", "1 line")
    return QCoreApplication.translate("Counts", "{0} lines").format(QLocale().toString(count))


def format_span(span: range) -> str:
    """Return "Turn 5", "Turns 5 to 7"; "" for no turns."""
    if not span:
        return ""
    number = QLocale().toString
    if len(span) == 1:
        return QCoreApplication.translate("Counts", "Turn {0}").format(number(span.start))
    return QCoreApplication.translate("Counts", "Turns {0} to {1}").format(number(span.start), number(span[-1]))
