"""Texts that are shown later are marked for translation where they stand."""

from __future__ import annotations


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Mark a text for Qt Linguist, which knows this name, and return it as it is: Qt's own is typed `object`."""
    return text
