"""Who has the first word, and which: the greetings of members who came from character cards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker
from PySide6.QtWidgets import QComboBox

from parley.desktop.new_run.figures import CastFigure
from parley.desktop.widgets.forms.editors import fill, narrow
from parley.desktop.widgets.plain import one_line

translate = QCoreApplication.translate
LONGEST, SEEN = 70, 24
"""Characters of a greeting that are offered, and that are seen at least."""


def offer_greetings(choice: QComboBox, cast: CastFigure | None, members: Sequence[str]) -> None:
    """Offer the greetings of these members of a cast; what was chosen stays where it is there still."""
    several = len(members) > 2
    offered = [("", translate("NewRunDialog", "No greeting: the first line is made up like all others"))]
    for one in cast.greetings if cast is not None else ():
        if one.member in members:
            texts = one.among_several if several else one.texts
            numbered = ((f"{one.member}:{at}", text) for at, text in enumerate(texts, 1))
            offered += [(value, f"{one.name}: {one_line(text, LONGEST)}") for value, text in numbered]
    with QSignalBlocker(choice):
        fill(choice, offered)
        narrow(choice, SEEN)


def has_greetings(choice: QComboBox) -> bool:
    """Return whether there is something to choose."""
    return choice.count() > 1
