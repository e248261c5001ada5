"""How the window looks, and pictures of its views."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from parley.core import settings as settings_file
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.shell.setup import Setup
from parley.desktop.shell.window import Window


class ViewCommands(QObject):
    """What the menu of the view calls, and who made the program."""

    def __init__(self, window: Window, session: Session, setup: Setup) -> None:
        super().__init__()
        self._window = window
        self._session = session
        self._setup = setup

    def map_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "menus": self._window.menus.enter_menu,
            "network": self._window.toggle_canvas,
            "reset_layout": self._window.reset_layout,
            "theme_light": lambda: self._update_look(theme="light"),
            "theme_dark": lambda: self._update_look(theme="dark"),
            "theme_contrast": lambda: self._update_look(theme="contrast"),
            "theme_system": lambda: self._update_look(theme="system"),
            "text_larger": lambda: self._scale_text(0.1),
            "text_smaller": lambda: self._scale_text(-0.1),
            "text_normal": lambda: self._update_look(text_scale=1.0),
            "thoughts": self._window.transcript.header.thoughts.toggle,
            "details": self._window.transcript.header.details.toggle,
            "save_png": lambda: self._save_view("png"),
            "save_svg": lambda: self._save_view("svg"),
            "dismiss": self._window.notices.close_newest,
            "about": self._show_about,
        }

    def _show_about(self) -> None:
        sentence = self.tr(
            "Parley: watch, steer and study conversations between AI agents. MIT licence; fonts: Inter by Rasmus "
            "Andersson and Literata by TypeTogether, SIL OFL; icons: Phosphor, MIT licence."
        )
        self._window.tell(Notice(sentence))

    def _update_look(self, **values: object) -> None:
        self._setup.settings.save_settings(settings_file.set_group(self._session.studio.settings, "look", **values))

    def _scale_text(self, by: float) -> None:
        scale = self._session.studio.settings.look.text_scale + by
        self._update_look(text_scale=round(max(0.75, min(2.0, scale)), 2))

    def _save_view(self, kind: str, chosen: QWidget | None = None) -> None:
        view = chosen or self.focused_view()  # before the dialog takes the focus
        dialog = QFileDialog(self._window, self.tr("Save the view"), f"parley.{kind}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.fileSelected.connect(lambda path: self.write_view(view, Path(path), kind))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def focused_view(self) -> QWidget:
        """Return the view with the focus; the whole window where none has it."""
        focused = QApplication.focusWidget()
        made: list[QWidget | None] = [panel.made for panel in self._window.panels.values()]
        for view in (*made, self._window.floor):
            if view is not None and focused is not None and (view is focused or view.isAncestorOf(focused)):
                return view
        return self._window

    def write_view(self, view: QWidget, path: Path, kind: str) -> None:
        """Write a picture of a view, and tell whether that could be done."""
        if save_picture(view, path):
            self._window.tell(Notice(self.tr("Written: {0}").format(path)))
        else:
            elsewhere = NoticeButton(self.tr("Choose another folder…"), lambda: self._save_view(kind, view))
            told = self.tr("{0} cannot be written.").format(path)
            self._window.tell(Notice(told, kind="error", buttons=(elsewhere,)))


def save_picture(view: QWidget, path: Path) -> bool:
    """Save a view as SVG where the file's name ends so, else as PNG; return whether that could be done."""
    if path.suffix.lower() != ".svg":
        return view.grab().save(str(path), "PNG")
    # Seldom wanted: the window is painted sooner.
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(view.size())
    generator.setViewBox(QRect(QPoint(), view.size()))
    generator.setTitle("Parley")
    painter = QPainter()
    if not painter.begin(generator):
        return False
    QWidget.render(view, painter, QPoint())  # Not its own: a graphics view's draws its scene alone
    return painter.end()
