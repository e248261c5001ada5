"""The fields of an experiment: a setting with one value, a setting that is varied, the figures to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QWidget,
)

from parley.desktop.experiments.words import get_figure_title, join_values, split_values
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import get_label, made, narrow
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import make_button
from parley.desktop.widgets.plain import escape_amp, make_tip

translate = QCoreApplication.translate
TITLE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
AnyIndex = QModelIndex | QPersistentModelIndex
YES_NO = (("yes", ""), ("no", ""))


class ValueDelegate(QStyledItemDelegate):
    """A value as a spec has it, and behind it what it means."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Write the value and its meaning."""
        super().initStyleOption(option, index)
        if title := index.data(TITLE_ROLE):
            option.text = f"{option.text}   ·  {title}"


def get_editor_of(field: Field) -> QWidget:
    """Return what one value of a setting is typed in."""
    if field.kind == "open":
        combo = made(replace(field, value=None, choices=()))  # filled below, where each has a second text
        assert isinstance(combo, QComboBox)
        _fill_combo(combo, field.choices)
        combo.setCurrentIndex(-1)
        return combo
    if field.kind == "bool":
        return made(replace(field, label=translate("ExperimentDialog", "yes"), value=None))
    # Numbers are texts here: the core says what is no number.
    kind = "long" if field.kind == "long" else "text"
    return made(replace(field, kind=kind, value=None, extra={"height": 66 if field.name == "prompt" else 36}))


def _fill_combo(combo: QComboBox, offered: Sequence[tuple[str, str]]) -> None:
    """Offer values beside which any other may be written."""
    # Nothing is completed while somebody types another value.
    combo.setCompleter(QCompleter([], combo))
    narrow(combo, 12).setItemDelegate(ValueDelegate(combo))
    widest = 0
    for value, title in offered:
        combo.addItem(value)
        combo.setItemData(combo.count() - 1, title if title != value else "", TITLE_ROLE)
        widest = max(widest, combo.fontMetrics().horizontalAdvance(f"{value}   ·  {title}"))
    combo.view().setMinimumWidth(min(460, widest + 40))


class VariedField(QWidget):
    """A setting that is varied, and its values. Signals: `changed()`, `gone(VariedField)`."""

    changed = Signal()
    gone = Signal(object)

    def __init__(self, settings: Sequence[Field], name: str, values: str) -> None:
        super().__init__()
        self._settings = {one.name: one for one in settings}
        self.setting = narrow(ElidedCombo(), 12)
        self.setting.setAccessibleName(translate("ExperimentDialog", "Setting that is varied"))
        for at, one in enumerate(settings):
            self.setting.addItem(one.title, one.name)
            self.setting.setItemData(at, make_tip(one.description), Qt.ItemDataRole.ToolTipRole)
        self.setting.setCurrentIndex(max(0, self.setting.findData(name)))
        self.values = QLineEdit(values)
        self.values.setCursorPosition(0)
        self.values.setAccessibleName(translate("ExperimentDialog", "Its values"))
        self.offer = make_button(translate("ExperimentDialog", "Choose values"), "▾")
        self.offer.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.remove = make_button(translate("ExperimentDialog", "Vary it no more"), "×")
        self.problem = get_label(role="bad")
        self.problem.hide()
        first = hbox((self.setting, 2), (self.values, 3), self.offer, self.remove, spacing=6)
        vbox(first, self.problem, within=self, margins=0, spacing=2)
        self.setting.currentIndexChanged.connect(self._on_setting)
        self.values.textChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))
        self._offer_values()

    def name(self) -> str:
        """Return the setting's name."""
        return str(self.setting.currentData())

    def _on_setting(self) -> None:
        self.values.clear()  # another setting's values mean nothing here
        self._offer_values()
        self.changed.emit()

    def _offer_values(self) -> None:
        figure = self._settings[self.name()]
        offered = YES_NO if figure.kind == "bool" else figure.choices
        menu = QMenu(self.offer)
        for value, title in offered:
            action = QAction(escape_amp(f"{value}  ·  {title}" if title else value), menu, checkable=True)
            action.setData(value)
            action.triggered.connect(lambda on, value=value: self._toggle(value, on))
            menu.addAction(action)
        menu.aboutToShow.connect(self._mark_values)  # values may have been typed since
        self.offer.setMenu(menu)
        self.offer.setVisible(bool(offered))
        examples = {
            "float": "0.2, 0.7, 1.2",
            "int": "10, 20, 40",
            "long": translate("ExperimentDialog", "one text | another text"),
            "list": "Cy | Cy, Di",
            "text": "Ada, Bo",
        }
        example = ", ".join(value for value, _title in offered[:3]) or examples.get(figure.kind, "")
        self.values.setPlaceholderText(example)
        self.values.setToolTip(make_tip(figure.description))

    def _mark_values(self) -> None:
        written = split_values(self.values.text(), self._settings[self.name()].kind)
        for action in self.offer.menu().actions():
            action.setChecked(action.data() in written)

    def _toggle(self, value: str, on: bool) -> None:
        kind = self._settings[self.name()].kind
        written = [each for each in split_values(self.values.text(), kind) if each != value]
        self.values.setText(join_values([*written, value] if on else written, kind))


class MetricsField(QWidget):
    """Which figures are compared: ticked in a list that a few letters make short. Signals: `changed()`."""

    changed = Signal()

    def __init__(self, names: Sequence[str], chosen: Sequence[str]) -> None:
        super().__init__()
        self._order = list(chosen)
        self.search = QLineEdit(clearButtonEnabled=True)
        self.search.setPlaceholderText(translate("ExperimentDialog", "Find a figure; Enter adds what is typed"))
        self.search.setAccessibleName(translate("ExperimentDialog", "Find a figure"))
        self.list = QListWidget()
        self.list.setAccessibleName(translate("ExperimentDialog", "Figures to compare"))
        self.list.setMinimumHeight(132)
        for name in chosen:
            if name not in names:  # it may be the beginning of several names
                self._add_metric(name, get_figure_title(name), name)
        for name in names:
            self._add_metric(name, get_figure_title(name), name)
        self.problem = get_label(role="bad")
        self.problem.hide()
        vbox(self.search, (self.list, 1), self.problem, within=self, margins=0, spacing=4)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._pick_metric)
        self.list.itemChanged.connect(self._on_item)  # after the list was filled, which sends it as well

    def _add_metric(self, name: str, title: str, tip: str, row: int = -1) -> QListWidgetItem:
        item = QListWidgetItem(title)
        item.setData(TITLE_ROLE, name)
        item.setToolTip(make_tip(tip))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if name in self._order else Qt.CheckState.Unchecked)
        self.list.insertItem(self.list.count() if row < 0 else row, item)
        return item

    def list_chosen(self) -> list[str]:
        """Return the names of what is ticked, in the order in which they were."""
        return list(self._order)

    def _on_item(self, item: QListWidgetItem) -> None:
        name, on = str(item.data(TITLE_ROLE)), item.checkState() == Qt.CheckState.Checked
        if on and name not in self._order:
            self._order.append(name)
        elif not on and name in self._order:
            self._order.remove(name)
        self.changed.emit()

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for item in self._list_checkable_items():
            hay = f"{item.text()}\n{item.data(TITLE_ROLE)}".casefold()
            item.setHidden(not all(word in hay for word in words))

    def _list_checkable_items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _pick_metric(self) -> None:
        """Tick the only one that is left; else take what is typed as the beginning of names."""
        if not (typed := self.search.text().strip()):
            return
        seen = [item for item in self._list_checkable_items() if not item.isHidden()]
        found = [item for item in self._list_checkable_items() if item.data(TITLE_ROLE) == typed] or seen
        item = found[0] if len(found) == 1 else self._add_metric(typed, typed, typed, 0)
        item.setCheckState(Qt.CheckState.Checked)
        self.search.clear()
