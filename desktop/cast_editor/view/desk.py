"""A member's desk: chosen in a list or on the floor plan."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem

from desktop.cast_editor.draft import CastDraft, Fault, MemberDraft, PlanChoice, seat_of
from desktop.cast_editor.view.page import FaultLabel, FormPage
from desktop.cast_editor.view.plan_picture import PlanPicture
from desktop.run.figures import MemberFigure
from desktop.widgets.layouts import upright

VALUE = Qt.ItemDataRole.UserRole


class DeskPage(FormPage):
    """The rooms and seats of the cast's plan; those that are taken say by whom."""

    def __init__(self) -> None:
        super().__init__()
        self._member = MemberDraft(0)
        self._shown: tuple[object, ...] = ()
        self.picture = PlanPicture()
        self.picture.chosen.connect(self._choose)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Desk"))
        self.list.setMinimumHeight(150)
        self.list.currentItemChanged.connect(self._on_current)
        self.fault = FaultLabel()
        title = QLabel(self.tr("Where they work: click a seat, or choose in the list."))
        title.setProperty("role", "small")
        title.setWordWrap(True)
        rest = upright(title, self.picture, self.fault, (self.list, 1), spacing=8)
        self.form.hide()
        self.column.addLayout(rest)

    def show_seats(
        self, draft: CastDraft, member: MemberDraft, plan: PlanChoice | None, given: Mapping[int, str]
    ) -> None:
        """Show a member's desk among those of the others; `given` are the seats that everybody gets by key."""
        self._member = member
        taken: dict[str, MemberFigure] = {}
        for other in draft.members:
            _room, seat = seat_of(plan, other.text["desk"])
            if seat is not None and other.key != member.key:
                taken.setdefault(seat.value, figure_of(other))
        sitting = {
            given[other.key]: figure_of(other)
            for other in draft.members
            if other.key in given and other.key != member.key
        }
        self.picture.show_plan(plan, sitting | taken, member.text["desk"], given.get(member.key, ""), figure_of(member))
        self._fill(plan, taken)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong with the desk."""
        self.fault.show_fault(faults.get("desk"))
        self.list.setAccessibleDescription(faults["desk"].sentence if "desk" in faults else "")

    def focus(self, field: str) -> None:
        """Give the keyboard to the list."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, plan: PlanChoice | None, taken: Mapping[str, MemberFigure]) -> None:
        rows: list[tuple[str, str]] = [("", self.tr("No desk of their own: a free seat is given"))]
        for room in plan.rooms if plan else ():
            if room.corridor:
                continue
            rows.append((room.id, self.tr("{0} · any free seat").format(room.title)))
            for seat in room.seats:
                if not seat.desk and seat.value != self._member.text["desk"]:
                    # At a table people meet; who wants to work there all the same clicks on it in the picture.
                    continue
                title = f"{room.title} · {seat.title}"
                if seat.value in taken:
                    title = self.tr("{0} · taken by {1}").format(title, taken[seat.value].name)
                rows.append((seat.value, title))
        desk = self._member.text["desk"]
        if desk not in [value for value, _title in rows]:
            rows.append((desk, self.tr("{0} · not on this floor plan").format(desk)))
        self.list.blockSignals(True)
        if self._shown != tuple(rows):
            self._shown = tuple(rows)
            self.list.clear()
            for value, title in rows:
                item = QListWidgetItem(title)
                item.setData(VALUE, value)
                self.list.addItem(item)
        for row in range(self.list.count()):
            if self.list.item(row).data(VALUE) == desk:
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._choose(str(item.data(VALUE)))

    def _choose(self, desk: str) -> None:
        if desk != self._member.text["desk"]:
            self._member.text["desk"] = desk
            self.edited.emit("desk")


def figure_of(member: MemberDraft) -> MemberFigure:
    """A member as avatars show them."""
    initial = member.text["letter"] or member.name[:1].upper()
    return MemberFigure(str(member.key), member.name, initial[:2], shown_colour(member.given or member.text["colour"]))


def shown_colour(colour: str) -> str:
    """A colour that can be painted: what is half typed is not."""
    whole = len(colour) == 7 and all(character in "0123456789abcdefABCDEF" for character in colour[1:])
    return colour if not colour.startswith("#") or whole else ""
