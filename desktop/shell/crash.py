"""The page for a fault of ours: what it means for the run, and a report without secrets to copy."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Signal, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from parley.core.base.blame import find_blamed
from parley.core.voices.keys import without_secrets
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.tab_order import Dialog

PACKAGES = ("parley-studio", "PySide6-Essentials", "qasync", "pyqtgraph", "anthropic", "openai", "xllamacpp")


def report_of(error: BaseException) -> str:
    """Return a report of an error: versions, and where it happened. Secrets may still be in it."""
    by = find_blamed(error)
    where = f"the package {by.package} ({by.place})" if by else "Parley"
    lines = [f"{type(error).__name__} in {where}", ""]
    lines.append(f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}")
    for package in PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")  # from its metadata: the import may be what failed
        except PackageNotFoundError:
            lines.append(f"{package}: not installed")
    return "\n".join([*lines, "", "".join(traceback.format_exception(error)).rstrip(), ""])


class CrashPage(Dialog):
    """The page. Secrets are taken out of the report before anybody sees it.

    Signals: `quit_wanted()`.
    """

    quit_wanted = Signal()

    def __init__(self, report: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Something went wrong"))
        self.resize(680, 500)
        title = worded(self.tr("Parley made a mistake, and the run is safe"), "heading", wrap=False)
        about = self.tr(
            "Everything that was said is in the run's file; at most the turn that was being spoken is missing. You "
            "can go on working. If it happens again, please send us the report below: keys and passwords have been "
            "taken out of it, but read it first, for it may quote what was said."
        )
        self.report = QPlainTextEdit(without_secrets(report), readOnly=True)
        self.report.setAccessibleName(self.tr("Report"))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.report.setStyleSheet(f'font-family: "{fixed.family()}", monospace;')
        self.copy = QPushButton(self.tr("Copy the report"))
        self.copy.clicked.connect(self._copy)
        self.leave = QPushButton(self.tr("Quit Parley"))
        self.leave.clicked.connect(self.quit_wanted.emit)
        self.go_on = QPushButton(self.tr("Go on working"))
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.accept)
        row = hbox(self.copy, STRETCH, self.leave, self.go_on)
        words = worded(about, "secondary")
        vbox(title, words, (self.report, 1), row, within=self, margins=(20, 18, 20, 16), spacing=10)
        self.go_on.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText(self.tr("Copied"))


def write_to_stderr(report: str) -> None:
    """Print a report, which the program's log keeps too: there may be no window to show it in."""
    logging.getLogger("parley").info("a mistake of ours:\n%s", report)
    sys.stderr.write(without_secrets(report))
