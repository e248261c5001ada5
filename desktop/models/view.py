"""The list of local models; below it stands what the chosen one is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QProgressBar, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from parley.desktop.models.listing import ModelFigure
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import ask_files, worded
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK

STEPS = 1_000
ID = Qt.ItemDataRole.UserRole


class ModelsDialog(Dialog):
    """All models, those that are proposed first. Signals: `wanted(id, what)`, what is "fetch", "stop", "remove" or
    "use", of the chosen one; `file_chosen(str)`. Attributes: `rows` and `figures` by id; `problem` says what could not
    be done."""

    wanted = Signal(str, str)
    file_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Local models"))
        self.setModal(True)
        wanted = QSize(round(860 * LOOK.scale), round(680 * LOOK.scale))
        self.resize(wanted.boundedTo(parent.size() - QSize(40, 40)) if parent is not None else wanted)
        self.rows: dict[str, QTreeWidgetItem] = {}
        self.figures: dict[str, ModelFigure] = {}
        self.problem, self.detail = worded("", "bad"), worded("", "small")
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        # How high a row is the style says, which is not there before.
        self.list.ensurePolished()
        self.list.setAccessibleName(self.tr("Local models"))
        self.list.setHeaderLabels([self.tr("Model"), self.tr("Size"), self.tr("Memory"), self.tr("Languages"), ""])
        self.list.currentItemChanged.connect(self._show_chosen)
        self.bar = QProgressBar(maximum=STEPS, textVisible=False)
        self.licence = QPushButton(autoDefault=False)
        self.licence.setProperty("quiet", True)
        self._licence_url = QUrl()
        self.licence.clicked.connect(lambda: QDesktopServices.openUrl(self._licence_url))
        self.use, self.fetch, self.stop, self.remove = map(self._build_button, ("use", "fetch", "stop", "remove"))
        self.use.setText(self.tr("Use it"))
        self.stop.setText(self.tr("Cancel"))
        file = QPushButton(self.tr("From a file…"), autoDefault=False)
        file.clicked.connect(self.ask_file)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        buttons = hbox(self.licence, STRETCH, self.remove, self.use, self.fetch, self.stop, spacing=6)
        chosen = (self.detail, self.bar, buttons)
        foot = hbox(file, (self.problem, 1), close, spacing=10)
        vbox((self.list, 1), *chosen, foot, within=self, margins=(20, 16, 16, 16), spacing=8)

    def show_models(self, figures: Sequence[ModelFigure]) -> None:
        """Show all models as they stand."""
        known, self.figures = list(self.figures), {figure.id: figure for figure in figures}
        if known != list(self.figures):  # filling it anew loses the chosen row
            self._fill_list()
        for figure in figures:
            for column, text in enumerate(figure.cells):
                self.rows[figure.id].setText(column, text)
        for column in range(self.list.columnCount() - 1):  # the last takes the rest
            self.list.resizeColumnToContents(column)
        self._show_chosen()

    def show_progress(self, name: str, part: float, told: str) -> None:
        """Show that `part` of a model has arrived, 0 to 1."""
        if name in self.rows:
            self.rows[name].setText(self.list.columnCount() - 1, told)
        if name == self._get_chosen():
            self.bar.setValue(round(STEPS * part))

    def ask_file(self) -> None:
        """Ask for a file that is to be added."""
        kinds = self.tr("Model files (*.gguf);;All files (*)")
        ask_files(self, self.tr("Add a model"), kinds, lambda files: self.file_chosen.emit(files[0]))

    def _fill_list(self) -> None:
        before = self._get_chosen()
        self.list.clear()
        self.rows = {name: QTreeWidgetItem(self.list) for name in self.figures}
        for name, row in self.rows.items():
            row.setData(0, ID, name)
        self.list.setCurrentItem(self.rows.get(before) or next(iter(self.rows.values())))

    def _get_chosen(self) -> str:
        """Return the id of the chosen model; empty where none is."""
        item = self.list.currentItem()
        return str(item.data(0, ID)) if item is not None else ""

    def _show_chosen(self) -> None:
        figure = self.figures.get(self._get_chosen())
        if figure is None:
            return  # while the list is filled
        self.detail.setText(figure.detail)
        own, state = figure.own, figure.state
        self.licence.setText(figure.licence)
        self.licence.setEnabled(bool(figure.licence_url))
        self.licence.setToolTip(make_tip(figure.licence_url))
        self._licence_url = QUrl(figure.licence_url)
        self.fetch.setText(self.tr("Go on") if state == "begun" else self.tr("Fetch"))
        self.remove.setText(self.tr("Forget") if own else self.tr("Delete"))
        for part, seen in (
            (self.bar, state == "fetching"), (self.stop, state == "fetching"),
            (self.fetch, state in {"away", "begun"} and not own), (self.use, state == "here"),
            (self.remove, own or state in {"used", "here", "begun"}),
        ):  # fmt: skip
            part.setVisible(seen)

    def _build_button(self, what: str) -> QPushButton:
        button = QPushButton(autoDefault=False)
        button.clicked.connect(lambda: self.wanted.emit(self._get_chosen(), what))
        return button
