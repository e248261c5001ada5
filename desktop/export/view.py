"""The export dialogs: format, options, a file, progress, and a preview of the export as it looks where it is read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QFont, QFontDatabase, QImage, QResizeEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTextBrowser,
    QWidget,
)

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK


def choice(name: str, offered: Sequence[tuple[str, str]], chosen: str) -> QComboBox:
    """Return a box of (value, title) pairs; `name` is for a screen reader."""
    box = ElidedCombo()
    box.setAccessibleName(name)
    for value, title in offered:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


class Begin(NamedTuple):
    """What a dialog begins with: `formats` are (id, title, suffix), `last` is the last choice: format, thoughts; the
    file is offered in a folder, under a name."""

    formats: Sequence[tuple[str, str, str]]
    folder: Path
    stem: str
    last: tuple[str, bool]


class ExportDialog(Dialog):
    """Signals: `preview_wanted(format, thoughts)`, `export_wanted(format, path, thoughts)`, `cancelled()` while an
    export runs."""

    preview_wanted = Signal(str, bool)
    member = ""
    """Through whose eyes it is exported, by id; empty: whose the format says."""
    export_wanted = Signal(str, str, bool)
    cancelled = Signal()

    def __init__(self, begin: Begin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        formats, folder, stem, last = begin
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
        browse.setAutoDefault(False)  # Else Enter in the field may press it
        browse.clicked.connect(self.ask_for_file)
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
        self.asked = QWidget()
        self.form = form = QFormLayout(self.asked)
        form.addRow(self.tr("Format"), self.format)
        form.addRow("", self.thoughts)
        form.addRow(self.tr("File"), hbox((self.path, 1), browse))
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(9)
        parts = (self.asked, (self.preview, 1), self.progress, self.problem, self.mending, self._buttons)
        vbox(*parts, within=self, margins=(20, 18, 20, 16), spacing=12)
        self.format.currentIndexChanged.connect(self._update_path_ending)
        self.path.textChanged.connect(self._on_typed)
        self.thoughts.toggled.connect(self._update_path_ending)

    def ask_preview(self) -> None:
        """Ask for a preview of what is chosen."""
        self.preview_wanted.emit(self.format.currentData(), self.thoughts.isChecked())

    def show_progress(self, part: float) -> None:
        """Show which part of the work is done, 0 to 1."""
        self.progress.setValue(round(part * 1000))

    def show_running(self, running: bool) -> None:
        """Show whether an export is running."""
        self._running = running
        self.progress.setVisible(running)
        self.problem.hide()
        self.mending.hide()
        self.asked.setEnabled(not running)  # A preview of other choices would replace what is being drawn from
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not running)

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say why it was not written, with what mends it; the dialog stays."""
        self.show_running(False)
        self.problem.setText(sentence)
        self.problem.show()
        self.mending.show_mends(mends)

    def reject(self) -> None:
        """Cancel the export that runs, or leave."""
        if self._running:  # Esc comes here too
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

    def _on_typed(self, text: str) -> None:
        """Choose the format by the file's ending; between formats with the same ending, the box decides."""
        name = text.strip().lower()
        longest = max((each for each in self._suffixes.values() if name.endswith(each)), key=len, default=None)
        fitting = [id_ for id_, suffix in self._suffixes.items() if suffix == longest]
        if fitting and self.format.currentData() not in fitting:
            self.format.setCurrentIndex(self.format.findData(fitting[0]))

    def ask_for_file(self) -> None:
        """Ask for another file."""
        dialog = QFileDialog(self, self.tr("Export to"), self.path.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(self.path.setText)
        dialog.open()

    def _export(self) -> None:
        self.export_wanted.emit(self.format.currentData(), self.path.text().strip(), self.thoughts.isChecked())


class RunExportDialog(ExportDialog):
    """The same for a run, of which some formats are what one member lived. Attribute: `members`, their box."""

    def __init__(
        self,
        begin: Begin,
        by_member: Collection[str],
        members: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        """`by_member` are the formats in which somebody is chosen, `members` are (id, name), the one to begin with
        first."""
        super().__init__(begin, parent)
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
        begin: Begin,
        languages: Sequence[tuple[str, str]],
        language: str,
        parent: QWidget | None = None,
    ) -> None:
        """`languages` are (value, title) and `language` the one to begin with."""
        super().__init__(begin, parent)
        self.setWindowTitle(self.tr("Export the logbook"))
        self.language = choice(self.tr("Language"), languages, language)
        self.form.insertRow(1, self.tr("Language"), self.language)
        self.language.currentIndexChanged.connect(lambda _at: self.ask_preview())


SIZES = {"small": QSize(640, 420), "medium": QSize(960, 620), "large": QSize(1280, 820)}
"""Pixels of a clip."""
PICTURE = QSize(600, 250)
"""Pixels of what is seen of a page's plan in its preview."""


class ClipDialog(ExportDialog):
    """An export of some turns as an animated picture. Attributes: `first`, `last`, `sizes`, their boxes."""

    def __init__(
        self,
        begin: Begin,
        span: tuple[int, int],
        turns: int,
        parent: QWidget | None = None,
    ) -> None:
        """`span` are the first and the last turn to begin with, of so many `turns`."""
        super().__init__(begin, parent)
        self.setWindowTitle(self.tr("Export a clip"))
        self.first, self.last = (QSpinBox(minimum=1, maximum=max(1, turns), value=value) for value in span)
        self.first.setAccessibleName(self.tr("First turn"))
        self.last.setAccessibleName(self.tr("Last turn"))
        titles = ((self.tr("small"), "small"), (self.tr("medium"), "medium"), (self.tr("large"), "large"))
        told = [(name, f"{title}, {SIZES[name].width()} × {SIZES[name].height()}") for title, name in titles]
        self.sizes = choice(self.tr("Size"), told, "small")
        self.length = worded(role="secondary", wrap=False)
        until = QLabel(self.tr("to"))
        self.form.insertRow(1, self.tr("Turns"), hbox(self.first, until, self.last, self.length, STRETCH, spacing=8))
        self.form.insertRow(2, self.tr("Size"), self.sizes)
        self.thoughts.hide()  # A clip shows what was said
        self.first.valueChanged.connect(self._on_span)
        self.last.valueChanged.connect(self._on_span)
        self.sizes.currentIndexChanged.connect(lambda _at: self.ask_preview())

    def get_span(self) -> tuple[int, int]:
        """Return the first and the last turn."""
        return self.first.value(), self.last.value()

    def size_of_clip(self) -> QSize:
        """Return the clip's size in pixels."""
        return SIZES[self.sizes.currentData()]

    def show_length(self, told: str) -> None:
        """Say how long it will be."""
        self.length.setText(told)

    def _on_span(self) -> None:
        if self.first.value() > self.last.value():
            other = self.last if self.sender() is self.first else self.first  # Whichever was moved pushes the other
            other.setValue(self.first.value() if other is self.last else self.last.value())
            return  # The other's signal has called this again
        self.ask_preview()


Look = Literal["text", "markdown", "table", "page", "paper"]
_PLAIN_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class Preview(QTextBrowser):
    """What would be written, without anything that would have to be loaded: nothing is, from wherever."""

    _wholes: Sequence[QImage] = ()
    """The pictures that are each shown as a whole, however large the preview becomes."""
    _showing = False
    """Whether a document is being made: its scroll bar, which comes and goes, is no reason to make it anew."""

    _picture: QImage | None = None

    def loadResource(self, _kind: int, name: QUrl | str) -> object:
        # What people wrote is escaped: no element of theirs asks for it.
        return self._picture if QUrl(name) == QUrl("picture") else None

    def show_text(self, text: str, look: Look, picture: QImage | None = None) -> None:
        """Show the beginning of a text, with the picture that a page has below its head."""
        self._wholes = ()
        self.document().setDefaultFont(self.font())
        # The rows of a table stay whole; everything else is as wide as the preview.
        self.setLineWrapMode(self.LineWrapMode.NoWrap if look == "table" else self.LineWrapMode.WidgetWidth)
        if look == "page":
            self._picture = picture  # First: `setHtml` asks `loadResource` for it
            head, end, body = text.partition("</header>")
            shown = '<p><img src="picture"></p>' if picture is not None else ""
            self.setHtml(f'<div class="{"dark" if LOOK.theme.dark else "light"}">{head}{end}{shown}{body}</div>')
        elif look == "markdown":
            # Wide spaces are written as entities, which are HTML.
            self.document().setMarkdown(text.replace("&emsp;", "\u2003"), _PLAIN_MARKDOWN)
        else:
            fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            fixed.setPixelSize(max(8, QFont(self.font()).pixelSize() - 1))
            self.document().setDefaultFont(fixed)
            self.clear()  # What is written next would look like what began there before, such as a heading
            self.setCurrentCharFormat(QTextCharFormat())
            self.setPlainText(text)
        self._scroll_to_top()

    def show_pictures(self, pictures: Sequence[QImage]) -> None:
        """Show pictures below one another, each as a whole."""
        self._wholes, self._showing = pictures, True
        room = (self.viewport().size() - QSize(28, 28)).expandedTo(QSize(200, 100))
        self.clear()
        self.setLineWrapMode(self.LineWrapMode.WidgetWidth)
        cursor = QTextCursor(self.document())
        for number, picture in enumerate(pictures):
            if number:
                cursor.insertBlock()
            wider, higher = picture.width() / room.width(), picture.height() / room.height()
            picture.setDevicePixelRatio(max(1.0, wider, higher))  # A ratio below 1 would enlarge it
            cursor.insertImage(picture, f"picture{number}")
        self._scroll_to_top()
        self._showing = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wholes and not self._showing:
            self.show_pictures(self._wholes)

    def _scroll_to_top(self) -> None:
        """Begin where the text does: the place of what was shown before means nothing here."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
