"""The export dialog: format, options, a preview, a file, progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from parley.desktop.export.preview import Look, Preview
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.tab_order import Dialog


def choice(name: str, offered: Sequence[tuple[str, str]], chosen: str) -> QComboBox:
    """Return a box of (value, title) pairs; `name` is for a screen reader."""
    box = ElidedCombo()
    box.setAccessibleName(name)
    for value, title in offered:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


class ExportDialog(Dialog):
    """Signals: `preview_wanted(format, thoughts)`, `export_wanted(format, path, thoughts, open folder)`,
    `cancelled()` while an export runs."""

    preview_wanted = Signal(str, bool)
    member = ""
    """Through whose eyes it is exported, by id; empty: whose the format says."""
    export_wanted = Signal(str, str, bool, bool)
    cancelled = Signal()

    def __init__(
        self,
        formats: Sequence[tuple[str, str, str]],
        folder: Path,
        stem: str,
        last: tuple[str, bool, bool],
        parent: QWidget | None = None,
    ) -> None:
        """Build the dialog; `formats` are (id, title, suffix), `last` is the last choice: format, thoughts, open
        folder."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setModal(True)
        self.resize(760, 620)
        self._suffixes = {each[0]: each[2] for each in formats}
        self._running = False
        self.format = choice(self.tr("Format"), [each[:2] for each in formats], last[0])
        self.thoughts = QCheckBox(self.tr("With inner thoughts"))
        self.thoughts.setChecked(last[1])
        self.path = QLineEdit(str(folder / f"{stem}{self._suffixes[self.format.currentData()]}"))
        self.path.setAccessibleName(self.tr("File"))
        browse = QPushButton(self.tr("Browse…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self.browse)
        self.open_folder = QCheckBox(self.tr("Open the folder afterwards"))
        self.open_folder.setChecked(last[2])
        self.preview = Preview(openLinks=False)
        self.preview.setAccessibleName(self.tr("Preview"))
        self.progress = QProgressBar(maximum=1000)
        self.progress.hide()
        self.problem = worded(role="bad")
        self.problem.hide()
        self.mending = MendRow()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setText(self.tr("Export"))
        self._buttons.accepted.connect(self._export)
        self._buttons.rejected.connect(self.reject)
        self.form = form = QFormLayout()
        form.addRow(self.tr("Format"), self.format)
        form.addRow("", self.thoughts)
        form.addRow(self.tr("File"), across((self.path, 1), browse))
        form.addRow("", self.open_folder)
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(9)
        parts = (form, (self.preview, 1), self.progress, self.problem, self.mending, self._buttons)
        upright(*parts, within=self, margins=(20, 18, 20, 16), spacing=12)
        self.format.currentIndexChanged.connect(self._update_path_ending)
        self.path.textChanged.connect(self._typed)
        self.thoughts.toggled.connect(self._update_path_ending)

    def ask_preview(self) -> None:
        """Ask for the first preview."""
        self.preview_wanted.emit(self.format.currentData(), self.thoughts.isChecked())

    def show_preview(self, text: str, look: Look = "text") -> None:
        """Show the beginning of what would be written, as it looks where it is read."""
        self.preview.show_text(text, look)

    def show_paper(self, paper: bytes) -> None:
        """Show the first pages of a PDF."""
        self.preview.show_paper(paper)

    def show_pictures(self, pictures: Sequence[QImage]) -> None:
        """Show pictures of what would be written."""
        self.preview.show_pictures(pictures)

    def show_progress(self, part: float) -> None:
        """`part` of the work is done, 0 to 1."""
        self.progress.setValue(round(part * 1000))

    def show_running(self, running: bool) -> None:
        """Show whether an export is running."""
        self._running = running
        self.progress.setVisible(running)
        self.problem.hide()
        self.mending.hide()
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not running)

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say why it was not written, with what mends it; the dialog stays."""
        self.show_running(False)
        self.problem.setText(sentence)
        self.problem.show()
        self.mending.show_mends(mends)

    def reject(self) -> None:
        """Cancel the export that runs, or leave."""
        if self._running:
            self.cancelled.emit()
            return
        super().reject()

    def _update_path_ending(self) -> None:
        path = Path(self.path.text())
        suffix = self._suffixes[self.format.currentData()]
        known = [each for each in self._suffixes.values() if path.name.lower().endswith(each)]
        stem = path.name.removesuffix(path.name[-len(max(known, key=len)) :]) if known else path.name
        if path.name.lower() != f"{stem}{suffix}".lower():
            self.path.setText(str(path.with_name(stem + suffix)))
        self.ask_preview()

    def _typed(self, text: str) -> None:
        """Choose the format by the file's ending; between formats with the same ending, the box decides."""
        name = text.strip().lower()
        longest = max((each for each in self._suffixes.values() if name.endswith(each)), key=len, default=None)
        fitting = [id_ for id_, suffix in self._suffixes.items() if suffix == longest]
        if fitting and self.format.currentData() not in fitting:
            self.format.setCurrentIndex(self.format.findData(fitting[0]))

    def browse(self) -> None:
        """Ask for another file."""
        dialog = QFileDialog(self, self.tr("Export to"), self.path.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def _export(self) -> None:
        self.export_wanted.emit(
            self.format.currentData(), self.path.text().strip(), self.thoughts.isChecked(), self.open_folder.isChecked()
        )


class RunExportDialog(ExportDialog):
    """The same for a run, of which some formats are what one member lived. Attribute: `members`, their box."""

    def __init__(
        self,
        formats: Sequence[tuple[str, str, str]],
        by_member: Collection[str],
        members: Sequence[tuple[str, str]],
        folder: Path,
        stem: str,
        last: tuple[str, bool, bool],
        parent: QWidget | None = None,
    ) -> None:
        """`by_member` are the formats in which somebody is chosen, `members` are (id, name), the one to begin with
        first; the rest as for any export."""
        super().__init__(formats, folder, stem, last, parent)
        self._by_member = by_member
        self.members = choice(self.tr("Seen by"), [("", self.tr("Whoever speaks")), *members], "")
        self.form.insertRow(1, self.tr("Seen by"), self.members)
        self.members.currentIndexChanged.connect(self._choose_member)
        self.format.currentIndexChanged.connect(self._offer_members)
        self._offer_members()

    def _choose_member(self) -> None:
        self.member = str(self.members.currentData())
        self.ask_preview()

    def _offer_members(self) -> None:
        self.form.setRowVisible(self.members, self.format.currentData() in self._by_member)


class LogbookExportDialog(ExportDialog):
    """The same for a logbook, which can be in another language. Attribute: `language`, its box."""

    def __init__(
        self,
        formats: Sequence[tuple[str, str, str]],
        languages: Sequence[tuple[str, str]],
        language: str,
        folder: Path,
        stem: str,
        last: tuple[str, bool, bool],
        parent: QWidget | None = None,
    ) -> None:
        """`languages` are (value, title) and `language` the one to begin with; the rest as for any export."""
        super().__init__(formats, folder, stem, last, parent)
        self.setWindowTitle(self.tr("Export the logbook"))
        self.language = choice(self.tr("Language"), languages, language)
        self.form.insertRow(1, self.tr("Language"), self.language)
        self.language.currentIndexChanged.connect(lambda _at: self.ask_preview())
