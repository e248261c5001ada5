"""What stands at the right of the bar: the box for a topic or a whisper, and who speaks at what cost."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from parley.desktop.run.figures import MemberFigure, StatusFigure
from parley.desktop.run.words import voice_role
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon, paint_icon
from parley.desktop.widgets.language import dollars
from parley.desktop.widgets.layouts import hbox
from parley.desktop.widgets.parts import FocusFrame
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed


class InjectBox(Themed, QFrame):
    """A field for a topic, whom it is for, and a button. Signals: `injected(text, member)`, "" being everybody."""

    injected = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("InjectBox")
        self._members: tuple[tuple[str, str], ...] = ()
        self._target = ""
        self._short = False
        self.field = QLineEdit()
        self.field.setAccessibleName(self.tr("Topic to inject"))
        self.field.returnPressed.connect(self._inject)
        self.to = QToolButton()
        self.to.setAccessibleName(self.tr("Whom it is for"))
        self.to.setToolTip(self.tr("Everybody hears a topic; a whisper is heard by one member alone."))
        self.to.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.to.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.to.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # its arrow, an icon, stands behind the word
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.to.setMenu(self._menu)
        self.button = QPushButton(self.tr("Inject"))
        self.button.setProperty("quiet", True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self._inject)
        self.field.textChanged.connect(lambda text: self.button.setEnabled(bool(text.strip())))
        self.button.setEnabled(False)
        hbox((self.field, 1), self.to, self.button, within=self, margins=(2, 2, 3, 2), spacing=2)
        FocusFrame(self, self.field)  # the field itself has no frame
        self.set_target("")
        self._apply_theme()

    def set_members(self, members: tuple[MemberFigure, ...]) -> None:
        """Set whom one may whisper to."""
        self._members = tuple((member.id, member.name) for member in members)
        if self._target and self._target not in dict(self._members):  # another run, or a member who left
            self.set_target("")  # a whisper is for once: the next words go to everybody again

    def set_target(self, member: str) -> None:
        """Choose whom the next words are for; "" is everybody."""
        self._target = member if member in dict(self._members) else ""
        name = dict(self._members).get(self._target, "")
        shown = name if len(name) <= 14 else name[:13] + "…"
        self.to.setText(escape_amp(shown) or self.tr("everybody"))
        self.field.setPlaceholderText(self.tr("Whisper to {0}…").format(name) if name else self.tr("Inject a topic…"))
        self._dress_button()

    def put_back(self, text: str, member: str = "") -> None:
        """Show again what was typed and could not be put in, unless something else was typed since."""
        if not self.field.text():
            self.set_target(member)
            self.field.setText(text)

    def set_short(self, short: bool) -> None:
        """Show a sign in place of the button's word; whom it is for is always seen."""
        self._short = short
        self._dress_button()

    def _dress_button(self) -> None:
        word = self.tr("Whisper") if self._target else self.tr("Inject")
        self.button.setText("" if self._short else word)
        self.button.setAccessibleName(word)
        colours = self.theme.colour("text"), self.theme.colour("faint")
        self.button.setIcon(icon("ph.paper-plane-right-fill", *colours) if self._short else QIcon())

    def _apply_theme(self) -> None:
        self.to.setIcon(icon("ph.caret-down-bold", self.theme.colour("secondary")))
        self.to.setIconSize(QSize(12, 12) * self.scale)
        self._dress_button()

    def _fill_menu(self) -> None:
        self._menu.clear()
        for id_, name in (("", self.tr("Everybody")), *self._members):
            title = self.tr("Whisper to {0}").format(name) if id_ else name
            action = self._menu.addAction(escape_amp(title))
            action.setCheckable(True)
            action.setChecked(id_ == self._target)
            action.triggered.connect(lambda _checked=False, id_=id_: self._aim_at_member(id_))

    def _aim_at_member(self, member: str) -> None:
        """Set whom the next words are for, and focus the field: typed elsewhere, they would be shortcuts."""
        self.set_target(member)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _inject(self) -> None:
        text = self.field.text().strip()
        if text:
            self.field.clear()  # before the signal, whose answer may be `put_back`
            # The keys go back to the run: whoever has injected a topic wants to see what comes of it.
            self.field.clearFocus()
            target = self._target
            self.set_target("")
            self.injected.emit(text, target)


WIDEST = 330
"""Pixels at a text scale of 1 that the pill takes while nobody waits: a longer name is shortened."""


def shown_tokens(tokens: int) -> str:
    """Return a number of tokens in few letters."""
    if tokens < 10_000:
        return f"{tokens:,}".replace(",", "\u202f")  # a narrow space reads in every language
    if tokens < 999_500:  # from there on it would round to "1000 k"
        return f"{tokens / 1000:.0f} k"
    return f"{QLocale().toString(tokens / 1_000_000, 'f', 1)} M"


class VoicePill(Themed, QFrame):
    """Who made the lines, before the first of them who will speak, and what was used. While a voice waits it says why,
    with a cross to give up.

    Signals: `cancelled()`.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = StatusFigure()
        self._short = False
        self._voice = ElidedLabel()
        self._usage = QLabel()
        self._usage.setProperty("role", "secondary")
        self._cancel = QToolButton()
        self._cancel.setAccessibleName(self.tr("Give up waiting"))
        self._cancel.setToolTip(self.tr("Give up waiting; the run pauses"))
        self._cancel.setFixedSize(20, 20)
        self._cancel.clicked.connect(self.cancelled.emit)
        hbox((self._voice, 1), self._usage, self._cancel, within=self, margins=(28, 4, 10, 4), spacing=10)
        self._apply_theme()
        self.show_figure(self._figure)

    def show_figure(self, figure: StatusFigure) -> None:
        self._figure = figure
        waiting = bool(figure.waiting)
        name = figure.voice or self.tr("no voice yet")
        self._voice.set_whole(figure.waiting if waiting else figure.authors or name)
        used = self.tr("{0} tok · {1}").format(shown_tokens(figure.tokens), dollars(figure.cost))
        self._usage.setText(used)
        self._usage.setVisible(not waiting and not self._short and bool(figure.voice))
        self._cancel.setVisible(waiting)
        spoken = ", ".join(
            part for part in (figure.authors, name, figure.provider, used, figure.budget, figure.waiting) if part
        )
        self.setAccessibleName(self.tr("Voice: {0}").format(spoken))
        self.setToolTip(
            make_tip("\n".join(part for part in (figure.authors, name, used, figure.budget, figure.waiting) if part))
        )
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Leave out what was used (the tool tip keeps it)."""
        self._short = short
        self._usage.setVisible(not short and not self._figure.waiting and bool(self._figure.voice))

    def _apply_theme(self) -> None:
        theme = self.theme
        self._cancel.setIcon(icon("ph.x", theme.colour("text")))
        self.update()
        self._voice.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        self._usage.setFont(font(12, QFont.Weight.Medium, scale=self.scale))
        self.setFixedHeight(round(28 * self.scale))

    def sizeHint(self) -> QSize:
        words = self._voice.fontMetrics().horizontalAdvance(self._voice.whole()) + 4
        # Room for more than was used so far, or the pill would grow with every line.
        roomy = self._usage.fontMetrics().horizontalAdvance(self.tr("{0} tok · {1}").format("0000 k", "00.00 $"))
        usage = max(self._usage.sizeHint().width(), roomy) + 10 if self._usage.isVisibleTo(self) else 0
        cancel = 30 if self._figure.waiting else 0
        most = 360 if self._figure.waiting else WIDEST
        return QSize(min(round(most * self.scale), words + usage + cancel + 42), self.height())

    def minimumSizeHint(self) -> QSize:
        """Return room for the dot and some letters, and for more of a reason to wait."""
        return QSize(min(self.sizeHint().width(), 200 if self._figure.waiting else 130), self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pill and the provider's dot, or an hourglass while waiting."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            waiting, height = bool(self._figure.waiting), float(self.height())
            painter.setBrush(self.theme.colour("highlight" if waiting else "accent_soft"))
            painter.drawRoundedRect(self.rect(), height / 2, height / 2)
            if waiting:
                paint_icon(painter, "ph.hourglass-medium-fill", QRectF(8, 0, 16, height), self.theme.colour("text"))
                return
            painter.setBrush(self.theme.colour(voice_role(self._figure.provider) if self._figure.voice else "faint"))
            painter.drawEllipse(13, round(height / 2 - 4), 8, 8)
