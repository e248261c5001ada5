"""The box for a topic or a whisper."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from desktop.run.figures import MemberFigure
from desktop.widgets.icons import icon
from desktop.widgets.layouts import across
from desktop.widgets.plain import literal
from desktop.widgets.themed import Themed


class InjectBox(Themed, QFrame):
    """A field for a topic, whom it is for, and a button. Signals: `injected(text, member)`, "" being everybody."""

    injected = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("InjectBox")
        self._members: tuple[tuple[str, str], ...] = ()
        self._target = ""
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Topic to inject"))
        self.field.returnPressed.connect(self._inject)
        self.to = QToolButton()
        self.to.setAccessibleName(self.tr("Whom it is for"))
        self.to.setToolTip(self.tr("Everybody hears a topic; a whisper is heard by one member alone."))
        self.to.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.to.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.to.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.to.setIconSize(QSize(12, 12))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.to.setMenu(self._menu)
        self.button = QPushButton(self.tr("Inject"))
        self.button.setProperty("quiet", True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self._inject)
        self.field.textChanged.connect(lambda text: self.button.setEnabled(bool(text.strip())))
        self.button.setEnabled(False)
        across((self.field, 1), self.to, self.button, within=self, margins=(2, 2, 3, 2), spacing=2)
        self.set_target("")
        self._restyle()

    def set_members(self, members: tuple[MemberFigure, ...]) -> None:
        """Whom one may whisper to."""
        self._members = tuple((member.id, member.name) for member in members)
        if self._target and self._target not in dict(self._members):
            self.set_target("")

    def set_target(self, member: str) -> None:
        """Choose whom the next words are for; "" is everybody."""
        self._target = member if member in dict(self._members) else ""
        name = dict(self._members).get(self._target, "")
        shown = name if len(name) <= 14 else name[:13] + "…"
        self.to.setText(literal(shown) or self.tr("everybody"))
        self.field.setPlaceholderText(self.tr("Whisper to {0}…").format(name) if name else self.tr("Inject a topic…"))
        self.button.setText(self.tr("Whisper") if name else self.tr("Inject"))

    def set_short(self, short: bool) -> None:
        """Leave out the word for whom it is (the placeholder says it too)."""
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if short else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.to.setToolButtonStyle(style)

    def _restyle(self) -> None:
        theme = self.theme
        self.setStyleSheet(
            f"#InjectBox {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 7px; }}"
            "#InjectBox QLineEdit { border: none; background: transparent; padding: 2px 8px; }"
            f"#InjectBox QToolButton {{ color: {theme.secondary}; padding: 2px 5px; }}"
            f"#InjectBox QPushButton {{ padding: 2px 10px; background: {theme.accent_soft}; }}"
            f"#InjectBox QPushButton:disabled {{ color: {theme.faint}; background: transparent; }}"
        )
        self.to.setIcon(icon("ph.caret-down-bold", theme.colour("secondary")))

    def _fill_menu(self) -> None:
        self._menu.clear()
        for id_, name in (("", self.tr("Everybody")), *self._members):
            title = self.tr("Whisper to {0}").format(name) if id_ else name
            action = self._menu.addAction(literal(title))
            action.setCheckable(True)
            action.setChecked(id_ == self._target)
            action.triggered.connect(lambda _checked=False, id_=id_: self.set_target(id_))

    def _inject(self) -> None:
        text = self.field.text().strip()
        if text:
            self.field.clear()
            # The keys go back to the run: whoever has injected a topic wants to see what comes of it.
            self.field.clearFocus()
            target = self._target
            self.set_target("")
            self.injected.emit(text, target)
