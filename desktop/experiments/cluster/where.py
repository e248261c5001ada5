"""The field that says where runs are played: here, by processes of this machine, or on a cluster."""

from __future__ import annotations

import re

from PySide6.QtCore import QLocale, QSettings
from PySide6.QtWidgets import QComboBox, QWidget

from parley.core.studio.cluster.address import local_processes
from parley.desktop.widgets.plain import tooltip

LOCAL = re.compile(r"local:(\d{1,3})", re.ASCII)
OFFERED = ("", "local:2", "local:4")
SHOWN = 22
"""Characters of a place that are seen; an address may have more."""


class WhereField(QComboBox):
    """A choice that can also be typed: `value` is what `--scheduler` takes, "" for here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Where the runs are played"))
        self.setToolTip(
            tooltip(
                self.tr(
                    "Where the runs are played: here, by several processes of this machine (local:6), or on a Dask "
                    "cluster: write the address of its scheduler, such as tcp://10.0.0.5:8786"
                )
            )
        )
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(SHOWN)
        for each in OFFERED:
            self.addItem(self._title(each), each)

    def value(self) -> str:
        """Where: "", local:N, or what was written."""
        text = self.currentText().strip()
        at = next((at for at in range(self.count()) if self.itemText(at).casefold() == text.casefold()), -1)
        return str(self.itemData(at)) if at >= 0 else text

    def set_value(self, value: str) -> None:
        """Show a place."""
        if self.findData(value) < 0:
            self.addItem(self._title(value), value)
        self.setCurrentIndex(self.findData(value))
        self.setEditText(self._title(value))

    def restore(self, store: QSettings, name: str) -> None:
        """Show what `name` used last."""
        self.set_value(str(store.value(name, "") or ""))

    def chosen(self, store: QSettings, name: str) -> str:
        """Return what the field says, remembered. Raises `UsageError` where it is no place."""
        where = self.value()
        if where:
            local_processes(where)
        store.setValue(name, where)
        self.set_value(where)
        return where

    def _title(self, value: str) -> str:
        if not value:
            return self.tr("Here")
        if local := LOCAL.fullmatch(value):
            count = int(local[1])
            several = self.tr("{0} processes here").format(QLocale().toString(count))
            return self.tr("1 process here") if count == 1 else several
        return value
