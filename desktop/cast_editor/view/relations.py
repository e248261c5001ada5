"""A member's desk, chosen in a list, and what they think of each colleague: a slider and a note."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from parley.core.cast.affinity import HIGHEST, LOWEST
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft, RelationDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.page import FaultLabel, FormPage, get_figure_of
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.forms.editors import get_label, named
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.themed import Themed


class RelationRow(Themed, QWidget):
    """One colleague. Signal: `edited()`; by then it stands in the member's draft."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._member, self._other = MemberDraft(0), MemberDraft(0)
        self.avatar, self.name, self.number = QLabel(), ElidedLabel(), QLabel()
        self.slider, self.clear, self.note = QSlider(Qt.Orientation.Horizontal), QToolButton(), QLineEdit()
        self.back, self.fault = get_label(role="small", wraps=False), FaultLabel()
        self.avatar.setFixedSize(24, 24)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setProperty("role", "strong")
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.slider.setRange(round(LOWEST * 100), round(HIGHEST * 100))  # whole numbers: hundredths
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(90)
        self.slider.valueChanged.connect(self._store_values)
        self.number.setFixedWidth(self.number.fontMetrics().horizontalAdvance("0.000"))  # else digits move the row
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.clear.clicked.connect(self._clear)
        self.note.textChanged.connect(self._store_values)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 8)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        for column, widget in enumerate((self.avatar, self.name, self.slider, self.number, self.back, self.clear)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.note, 1, 1, 1, 5)
        grid.addWidget(self.fault, 2, 1, 1, 5)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 3)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self.clear.setIcon(icon("ph.x", self.theme.colour("secondary")))
        self.clear.setIconSize(QSize(14, 14) * self.scale)
        self.avatar.setPixmap(avatar_icon(get_figure_of(self._other), self.theme).pixmap(24, 24))

    def show_pair(self, member: MemberDraft, other: MemberDraft) -> None:
        """Show what `member` thinks of `other`."""
        self._member, self._other = member, other
        relation = member.relations.get(other.key, RelationDraft())
        blocked = QSignalBlocker(self.slider), QSignalBlocker(self.note)  # kept: once collected, it unblocks
        self._apply_theme()
        self.name.set_whole(other.name, other.name)
        self.note.setPlaceholderText(self.tr("what they think of {0}").format(other.name))
        forget = self.tr("Forget what they think of {0}").format(other.name)
        named(self.slider, self.tr("Affinity to {0}").format(other.name))
        named(self.note, self.tr("Note on {0}").format(other.name))
        named(self.clear, forget, forget)
        self.slider.setValue(round(relation.affinity * 100))
        if relation.note != self.note.text():  # else the cursor would jump while it is typed
            self.note.setText(relation.note)
            self.note.setCursorPosition(0)
        for each in blocked:
            each.unblock()
        self._update_row()

    def _update_row(self) -> None:
        there = self._member.relations.get(self._other.key)
        back = self._other.relations.get(self._member.key)
        self.number.setText(f"{there.affinity:.2f}" if there else "–")
        self.clear.setEnabled(there is not None)
        self.back.setText(self.tr("in return {0}").format(f"{back.affinity:.2f}" if back else "–"))

    def _store_values(self) -> None:
        relation = self._member.relations.setdefault(self._other.key, RelationDraft())  # made by the first edit
        if self.slider.value() != round(relation.affinity * 100):
            # A value finer than the slider's steps stays until the slider is moved.
            relation.affinity = self.slider.value() / 100
        relation.note = self.note.text()
        self._update_row()
        self.edited.emit()

    def _clear(self) -> None:
        self._member.relations.pop(self._other.key, None)
        self.show_pair(self._member, self._other)
        self.slider.setFocus(Qt.FocusReason.OtherFocusReason)  # "clear" is disabled now and would lose the keys
        self.edited.emit()


class RelationsPage(FormPage):
    """A row for every colleague."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[RelationRow] = []
        self._keys: list[int] = []
        self.about = self.note()
        self._list = QWidget()
        self._grid = QGridLayout(self._list)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        self.column.addWidget(self._list)
        self.column.addStretch(1)

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member's colleagues."""
        others = [other for other in draft.members if other.key != member.key]
        while len(self.rows) < len(others):  # rows are hidden again, never deleted
            row = RelationRow()
            row.edited.connect(lambda: self.edited.emit("relations"))
            self._grid.addWidget(row, len(self.rows), 0)
            self.rows.append(row)
        self._keys = [other.key for other in others]
        for i, row in enumerate(self.rows):
            row.setVisible(i < len(others))
            if i < len(others):
                row.show_pair(member, others[i])
        told = self.tr(
            "What {0} thinks of the others, from 0.10 (tense) to 0.95 (close). Where the two of a pair differ, "
            "the mean counts; where neither says anything, 0.50."
        )
        alone = self.tr("{0} is alone in this cast. Add colleagues.")
        self.about.setText((told if others else alone).format(member.name))

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each colleague's note."""
        for key, row in zip(self._keys, self.rows, strict=False):  # hidden rows have no key
            row.fault.show_fault(faults.get(f"relations.{key}"))

    def focus(self, field: str) -> None:
        """Give the keyboard to the colleague of the field, else to the first."""
        rows = {f"relations.{key}": row.note for key, row in zip(self._keys, self.rows, strict=False)}
        if self.rows:
            rows.get(field, self.rows[0].slider).setFocus(Qt.FocusReason.OtherFocusReason)
