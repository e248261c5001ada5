"""The new-run dialog without a desktop: what it offers here, and how it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QComboBox, QWidget

from parley.core.formats import Format, Localised
from parley.desktop.new_run.figures import CastFigure, VoiceFigure
from parley.desktop.new_run.model import Offer
from parley.desktop.new_run.page import list_kinds
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.run.figures import MemberFigure

PEOPLE = tuple(MemberFigure(f"m{i}", f"Member {i}", str(i), "blue", "Somebody") for i in range(5))


def form(id_: str, name: str, purpose: str, members: tuple[int, int], *topics: str) -> Format:
    """A format of six to twelve turns."""
    return Format(
        id=id_,
        name=Localised(en=name, de=name),
        purpose=Localised(en=purpose, de=purpose),
        members=members,
        turns=(6, 12),
        temperature=0.5,
        opening=Localised(en="Begin.", de="Beginne."),
        closing=Localised(en="End.", de="Ende."),
        distils=(),
        topics=tuple(Localised(en=topic, de=topic) for topic in topics),
    )


FORMATS = (
    form("debate", "Debate", "Two sides.", (2, 2), "Ship or wait?"),
    form("standup", "Standup", "What moved.", (4, 6)),
)
OFFER = Offer(
    casts=(
        CastFigure("startup", "Start-up", "en", PEOPLE, ("The demo slipped",)),
        CastFigure("startup-de", "Start-up", "de", PEOPLE[:4]),
    ),
    voices=(
        VoiceFigure("anthropic", "Claude", "Costs money.", "There is no key yet.", models=(("m", "M"),), model="m"),
        VoiceFigure("embedded", "Embedded", "Free.", languages=("en",), models=(("a", "A"), ("b", "B")), model="b"),
        VoiceFigure("rehearsal", "Rehearsal", "Instant."),
    ),
)


def new_run(
    what: str = "roundtable", *, office: str = "startup-de", last: Mapping[str, Any] | None = None, **changes: Any
) -> NewRunDialog:
    """The dialog at a kind of run; `office` is the cast that scenes and days begin with, `last` the duologue of the
    last time, and `changes` are of the offer."""
    offered: dict[str, Any] = {
        "roundtable": (FORMATS, "standup", ()),
        "scene": (office, {"startup": (("kitchen", "Kitchen"),)}),
        "day": office,
        "story": ((), "", "en", ()),
        "dialogue": ((), "", "en", ()),
        "duologue": ("en", last or {}),
    }
    pages = [(kind, page, offered.get(kind.name)) for kind, page in list_kinds()]
    return NewRunDialog(replace(OFFER, **changes), pages, what)


def editor(dialog: NewRunDialog, name: str) -> Any:
    """An editor of the shown page, of the rows of a cast, or of what all kinds have."""
    page, people = dialog.pages[dialog.get_kind()], dialog.people
    common: dict[str, QWidget] = {"cast": people.cast, "topic": people.topic, **dialog.shared}
    return page.editors.get(name) or common[name]


def pick(box: QComboBox, value: str) -> None:
    """Choose in a box as somebody does."""
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def turn_to(dialog: NewRunDialog, what: str) -> None:
    """Choose a kind of run."""
    dialog.what.setCurrentIndex(list(dialog.pages).index(what))
