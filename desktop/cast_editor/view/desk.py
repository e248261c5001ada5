"""A member's desk, chosen in a list."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft
from parley.desktop.cast_editor.model import RING, Fault, find_seats_in, seat_of, seat_title
from parley.desktop.cast_editor.view.page import FaultLabel, FormPage
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.forms.editors import labelled
from parley.desktop.widgets.language import current
from parley.desktop.widgets.layouts import upright

VALUE = Qt.ItemDataRole.UserRole


class DeskPage(FormPage):
    """The rooms and seats of the cast's plan; those that are taken say by whom."""

    def __init__(self, plans: Mapping[str, Plan]) -> None:
        super().__init__()
        self._plans = plans
        self._rows: list[tuple[str, str]] = []
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Desk"))
        self.list.setMinimumHeight(150)
        self.list.currentItemChanged.connect(lambda item: self._choose(item.data(VALUE)) if item else None)
        self.fault = FaultLabel()
        title = labelled(self.tr("Where they work."), "small")
        self.form.hide()
        self.column.addLayout(upright(title, self.fault, (self.list, 1), spacing=8))

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member's desk among those of the others, and the seats that everybody gets."""
        self._values = member.values
        plan = self._plans.get(draft.values["plan"])
        taken: dict[str, str] = {}
        for other in draft.members:
            if other.key != member.key and seat_of(plan, other.values["desk"])[1] is not None:
                taken.setdefault(other.values["desk"], other.name)
        desk = member.values["desk"]
        rows = [("", self.tr("No desk of their own: a free seat is given"))]
        for room in plan.rooms if plan else ():
            if room.corridor:
                continue
            name = room.title(current())
            rows.append((room.id, self.tr("{0} · any free seat").format(name)))
            for value, seat in find_seats_in(room).items():
                # At a table people meet: nobody works there who does not already.
                if not seat.seat.startswith(RING) or value == desk:
                    title = f"{name} · {seat_title(seat)}"
                    if value in taken:
                        title = self.tr("{0} · taken by {1}").format(title, taken[value])
                    rows.append((value, title))
        values = [value for value, _title in rows]
        if desk not in values:
            rows.append((desk, self.tr("{0} · not on this floor plan").format(desk)))
        self.list.blockSignals(True)
        if self._rows != rows:
            self._rows = rows
            self.list.clear()
            for value, title in rows:
                item = QListWidgetItem(title, self.list)
                item.setData(VALUE, value)
        self.list.setCurrentRow(values.index(desk) if desk in values else len(values))
        self.list.blockSignals(False)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong with the desk."""
        self.fault.show_fault(faults.get("desk"))
        self.list.setAccessibleDescription(faults["desk"].sentence if "desk" in faults else "")

    def focus(self, field: str) -> None:
        """Give the keyboard to the list."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, desk: str) -> None:
        if desk != self._values["desk"]:
            self._values["desk"] = desk
            self.edited.emit("desk")


def get_figure_of(member: MemberDraft) -> MemberFigure:
    """Return a member as avatars show them; a colour that is half typed cannot be painted."""
    colour = member.given or member.values["colour"]
    whole = len(colour) == 7 and all(character in "0123456789abcdefABCDEF" for character in colour[1:])
    initial = member.values["letter"] or member.name[:1].upper()
    shown = colour if not colour.startswith("#") or whole else ""
    return MemberFigure(str(member.key), member.name, initial[:2], shown)
