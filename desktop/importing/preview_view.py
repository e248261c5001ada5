"""What is asked before talks of other programs are imported: what was recognised, who speaks, how it begins, what it
becomes, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QWidget,
)

from parley.desktop.importing.figures import ConversationFigure, LookedFigure, TableFigure
from parley.desktop.widgets.counts import conversations_told, files_told, lines_told
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.parts import scrolled, worded
from parley.desktop.widgets.plain import one_line, tooltip
from parley.desktop.widgets.tab_order import Dialog

LONGEST_TITLE = 90
LONGEST_LINE = 400
"""Characters of a line that is shown of a conversation."""
MOST_PEOPLE = 12
"""Speakers that are named one by one."""
MOST_SKIPPED = 500
AT_ROLE = int(Qt.ItemDataRole.UserRole)
"""The place of the conversation in what was found."""


class ImportDialog(Dialog):
    """The conversations on the left, what is known of the one that is shown on the right. Accepted: `chosen()` are to
    be imported. Signal: `columns_changed(object)`: a table's columns are others, by kind a number from 1 or "-"."""

    columns_changed = Signal(object)

    def __init__(self, looked: LookedFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setModal(True)
        self.resize(860, 600)
        self._looked = looked
        self._modes: dict[int, str] = {}
        self.told = worded(role="strong")
        self.filter = QLineEdit(placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.every, self.none = QPushButton(self.tr("All")), QPushButton(self.tr("None"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.about = _About()
        self.mode = ElidedCombo()
        self.mode.setAccessibleName(self.tr("Becomes"))
        self.mode_row = QWidget()
        across(worded(self.tr("Becomes")), (self.mode, 1), within=self.mode_row, margins=0, spacing=10)
        self.table = _Table()
        self.skipped = QPushButton(flat=True)
        self.skipped.setCheckable(True)
        self.reasons = QPlainTextEdit(readOnly=True)
        self.reasons.setAccessibleName(self.tr("What is left out"))
        self.reasons.setMaximumHeight(110)
        self.reasons.hide()
        buttons, self.take = self.cancel_or(self.tr("Import"))
        for button in (self.every, self.none, self.skipped):
            button.setAutoDefault(False)
        self._lay_out(buttons)
        self.every.clicked.connect(lambda: self._check_all(Qt.CheckState.Checked))
        self.none.clicked.connect(lambda: self._check_all(Qt.CheckState.Unchecked))
        self.filter.textChanged.connect(self._filter)
        self.list.itemChanged.connect(lambda _item: self._count())
        self.list.itemSelectionChanged.connect(self._show_one)
        self.mode.activated.connect(self._choose_mode)
        self.skipped.toggled.connect(self.reasons.setVisible)
        self.table.changed.connect(lambda: self.columns_changed.emit(self.table.columns()))
        self.show_found(looked)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        left, right = QWidget(), QWidget()
        self.choosing = across((self.filter, 1), self.every, self.none, spacing=6)
        upright(self.choosing, (self.list, 1), within=left, margins=0, spacing=6)
        upright(self.mode_row, (scrolled(self.about), 1), within=right, margins=(10, 0, 0, 0), spacing=8)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(right)
        split.setSizes([400, 420])
        note = worded(self.tr("Nothing is written before you import, and nothing in it is begun."), "small")
        upright(
            self.told, note, self.table, (split, 1), across(self.skipped, STRETCH), self.reasons, buttons,
            within=self, margins=(20, 18, 20, 16), spacing=10,
        )  # fmt: skip

    def show_found(self, looked: LookedFigure) -> None:
        """Show what was found; of a table whose columns are others now, anew."""
        self._looked, self._modes = looked, {}
        with QSignalBlocker(self.list):
            self.list.clear()
            for at, figure in enumerate(looked.found):
                self.list.addItem(self._item(at, figure))
        several = len(looked.found) > 1
        for each in (self.filter, self.every, self.none):
            each.setVisible(several)
        self.told.setText(self._format_found_heading())
        self.table.setVisible(looked.table is not None)
        if looked.table is not None:
            self.table.show_table(looked.table)
        self.skipped.setVisible(bool(looked.skipped))
        self.skipped.setText(self.tr("Left out: {0}").format(files_told(len(looked.skipped))))
        self.reasons.setPlainText("\n".join(f"{name}: {why}" for name, why in looked.skipped[:MOST_SKIPPED]))
        if looked.found:
            self.list.setCurrentRow(0)
            self.list.setFocus()
        else:
            self.skipped.setChecked(True)
        self._show_one()
        self._count()

    def chosen(self) -> list[tuple[int, str]]:
        """Return the places of the conversations that are checked, each with the mode that it is to become."""
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = [int(item.data(AT_ROLE)) for item in items if item.checkState() == Qt.CheckState.Checked]
        return [(at, self._modes.get(at, "")) for at in checked]

    def _format_found_heading(self) -> str:
        files = {figure.file for figure in self._looked.found}
        kinds = ", ".join(dict.fromkeys(figure.kind for figure in self._looked.found))
        if not files:
            return self.tr("There is nothing here that can be imported.")
        count = conversations_told(len(self._looked.found))
        where = one_line(next(iter(files)), 60) if len(files) == 1 else files_told(len(files))
        return f"{count} · {kinds} · {where}"

    def _item(self, at: int, figure: ConversationFigure) -> QListWidgetItem:
        people = ", ".join(one_line(name, 24) for name, _, _ in figure.people[:4])
        more = " …" if len(figure.people) > 4 else ""
        turns = lines_told(figure.turns)
        here = [self.tr("imported before")] if figure.here else []
        second = " · ".join([*here, turns, f"{people}{more}"])
        item = QListWidgetItem(f"{one_line(figure.title, LONGEST_TITLE)}\n{second}")
        item.setToolTip(tooltip(f"{figure.title}\n{figure.file}"))
        item.setData(AT_ROLE, at)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        known = figure.here and len(self._looked.found) > 1
        item.setCheckState(Qt.CheckState.Unchecked if known else Qt.CheckState.Checked)
        return item

    def _list_selected_places(self) -> list[int]:
        items = self.list.selectedItems() or list(filter(None, [self.list.currentItem()]))
        return [int(item.data(AT_ROLE)) for item in items if not item.isHidden()]

    def _show_one(self) -> None:
        selected = self._list_selected_places()
        self.mode_row.setVisible(bool(selected))
        self.about.setVisible(bool(selected))
        if not selected:
            return
        figures = [self._looked.found[at] for at in selected]
        self.about.show_conversation(figures[0])
        # Of several what all of them can become.
        offered = [each for each in figures[0].modes if all(each in other.modes for other in figures)]
        self.mode.clear()
        for name, title in offered:
            self.mode.addItem(title, name)
        at = self.mode.findData(self._modes.get(selected[0], figures[0].modes[0][0]))
        self.mode.setCurrentIndex(at)
        self.mode.setEnabled(len(offered) > 1)

    def _choose_mode(self) -> None:
        self._modes |= dict.fromkeys(self._list_selected_places(), str(self.mode.currentData()))

    def _check_all(self, state: Qt.CheckState) -> None:
        for row in range(self.list.count()):
            if not self.list.item(row).isHidden():
                self.list.item(row).setCheckState(state)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row, figure in enumerate(self._looked.found):
            names = " ".join(name for name, _, _ in figure.people)
            hay = f"{figure.title} {figure.file} {names}".casefold()
            self.list.item(row).setHidden(not all(word in hay for word in words))

    def _count(self) -> None:
        count = len(self.chosen())
        self.take.setText(self.tr("Import {0}").format(count) if count > 1 else self.tr("Import"))
        self.take.setEnabled(count > 0)


class _About(QWidget):
    """What is known of a conversation before it is imported."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: list[QLabel] = []
        self._column = upright(within=self, margins=(0, 0, 8, 0), spacing=4)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_conversation(self, figure: ConversationFigure) -> None:
        """Show a conversation."""
        for label in self._labels:
            self._column.removeWidget(label)
            label.deleteLater()
        self._labels = list(self._told(figure))
        for label in self._labels:
            self._column.addWidget(label)

    def _told(self, figure: ConversationFigure) -> Sequence[QLabel]:
        labels = [worded(one_line(figure.title, 200), "heading")]
        facts = [figure.kind, one_line(figure.file, 80), lines_told(figure.turns)]
        if figure.branches:
            facts.append(self.tr("branches that become forks: {0}").format(figure.branches))
        labels.append(worded(" · ".join(facts), "small"))
        labels.append(worded(self.tr("Who speaks").upper(), "caps"))
        kinds = {"person": self.tr("a person"), "voice": self.tr("a model"), "": self.tr("not known who it is")}
        for name, kind, count in figure.people[:MOST_PEOPLE]:
            lines = lines_told(count)
            labels.append(worded(f"{one_line(name, 60)} – {kinds[kind]}, {lines}"))
        if (more := len(figure.people) - MOST_PEOPLE) > 0:
            labels.append(worded(self.tr("and {0} more").format(more), "secondary"))
        labels.append(worded(self.tr("How it begins").upper(), "caps"))
        for name, text in figure.first:
            short = text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1].rstrip() + "…"
            labels.append(worded(f"{one_line(name, 60)}: {short}"))
        if figure.warnings:
            labels.append(worded(self.tr("To be known").upper(), "caps"))
            labels += [worded(one_line(warning, 400), "secondary") for warning in figure.warnings]
        for label in labels[2:]:
            if label.property("role") == "caps":
                label.setContentsMargins(0, 8, 0, 0)
        return labels


class _Table(QWidget):
    """Which column of a table is what. Signal: `changed()`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.boxes: dict[str, QComboBox] = {}
        self._rows = across(within=self, margins=0, spacing=14)
        self._shown: tuple[tuple[str, str], ...] = ()

    def show_table(self, figure: TableFigure) -> None:
        """Show a table's columns as they are taken."""
        if self._shown != figure.kinds or not self.boxes:
            self._make(figure)
        for (kind, _), place in zip(figure.kinds, figure.taken, strict=True):
            box = self.boxes[kind]
            with QSignalBlocker(box):
                box.setCurrentIndex(place + 1)

    def columns(self) -> dict[str, str]:
        """Return what was chosen: by kind the number of a column from 1, or "-"."""
        return {kind: str(box.currentIndex()) if box.currentIndex() > 0 else "-" for kind, box in self.boxes.items()}

    def _make(self, figure: TableFigure) -> None:
        self._shown = figure.kinds
        half = (len(figure.kinds) + 1) // 2
        for some in (figure.kinds[:half], figure.kinds[half:]):
            form = QFormLayout()
            form.setHorizontalSpacing(10)
            form.setVerticalSpacing(6)
            for kind, title in some:
                box = ElidedCombo()
                box.setAccessibleName(title)
                box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                box.setMinimumContentsLength(14)
                box.addItem(self.tr("(none)"))
                for heading, sample in figure.columns:
                    box.addItem(
                        f"{one_line(heading, 30)} – {one_line(sample, 40)}" if sample else one_line(heading, 30)
                    )
                box.activated.connect(lambda _at: self.changed.emit())
                self.boxes[kind] = box
                form.addRow(title, box)
            self._rows.addLayout(form, 1)
