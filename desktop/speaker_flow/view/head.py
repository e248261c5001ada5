"""The head of the speaker flow: what is shown, what is chosen and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTabBar, QToolButton, QWidget

from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.widgets.counts import span_told, words_told
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.tabs import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

VERBS = ("compare", "fork", "clear")


class SpanChip(Themed, QFrame):
    """The chosen turns, how much was said in them and by how many, and what can be done with them.

    Signals: `verb_chosen(name)`, one of `VERBS`.
    """

    verb_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SpanChip")
        self.setAccessibleName(self.tr("Selected turns"))
        self.title, self.counts = Note(role="text", weight=QFont.Weight.DemiBold), Note()
        titles = (self.tr("Compare"), self.tr("Fork here"), self.tr("Clear"))
        tips = (
            self.tr("This run beside its parent, a fork of it or any other, with what differs."),
            self.tr("A new run that shares all turns up to the last of those selected."),
            self.tr("Select nothing (Esc)."),
        )
        self.verbs: dict[str, QToolButton] = {}
        for name, title, tip in zip(VERBS, titles, tips, strict=True):
            button = self.verbs[name] = QToolButton(autoRaise=True)
            button.setText(title)
            button.setAccessibleName(title)
            button.setToolTip(tip)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, name=name: self.verb_chosen.emit(name))
        self.verbs["clear"].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        across(self.title, self.counts, *self.verbs.values(), within=self, margins=(10, 1, 4, 1), spacing=6)
        self._restyle()
        self.hide()

    def show_figure(self, figure: FlowFigure) -> None:
        """Show the span of a figure; nothing where there is none."""
        span, number = figure.span, self.locale().toString
        self.setVisible(bool(span))
        if not span:
            return
        self.title.setText(span_told(span))
        people = sum(1 for member in figure.members if member.turns)
        counted = self.tr("1 person") if people == 1 else self.tr("{0} people").format(number(people))
        words = sum(figure.words[span.start - 1 : span.stop - 1])
        self.counts.setText(f"{words_told(words)} · {counted}")
        self.setAccessibleDescription(f"{self.title.text()}: {self.counts.text()}")

    def fit(self, width: int) -> None:
        """Leave out what has no room in so many pixels."""
        for counts, verbs in ((True, True), (False, True), (False, False)):
            self.counts.setVisible(counts)
            for name in ("compare", "fork"):
                self.verbs[name].setVisible(verbs)
            if self.sizeHint().width() <= width:
                return

    def _restyle(self) -> None:
        theme, size = self.theme, max(7, round(12 * self.scale))
        self.verbs["clear"].setIcon(icon("ph.x", theme.colour("secondary")))
        self.verbs["clear"].setIconSize(QSize(size, size))
        self.setStyleSheet(
            f"#SpanChip {{ background: {theme.accent_soft}; border: none; border-radius: 12px; }}"
            f"#SpanChip QToolButton {{ border: 1px solid transparent; background: transparent; color: {theme.accent};"
            f" font-size: {size}px; font-weight: 600; padding: 1px 3px; border-radius: 6px; }}"
            f"#SpanChip QToolButton:hover, #SpanChip QToolButton:focus {{ border-color: {theme.accent}; }}"
        )


class FlowHead(Themed, QWidget):
    """Tabs and the chip on one line.

    Signals: `pane_chosen(place)`.
    """

    pane_chosen = Signal(int)

    def __init__(self, titles: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panes = QTabBar(self)
        for title in titles:
            self.panes.addTab(title)
        make_plain(self.panes)
        self.panes.setElideMode(Qt.TextElideMode.ElideRight)
        self.panes.setAccessibleName(self.tr("What to show of who speaks"))
        self.hint = ElidedLabel()
        self.hint.setProperty("role", "caption")
        self.hint.set_whole(self.tr("a block is as long as its words, an arc ends at whom it was said to, ◉ to all"))
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.chip = SpanChip(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        parts = self.panes, (self.hint, 100), STRETCH, self.chip
        across(*parts, within=self, margins=0, spacing=8)
        self.panes.currentChanged.connect(self.pane_chosen)
        self.panes.currentChanged.connect(lambda _pane: self.fit())
        self._restyle()

    def show_figure(self, figure: FlowFigure) -> None:
        """Show what of a figure belongs into the head."""
        self.chip.show_figure(figure)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(round(90 * self.scale), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        # All that there is: the dock's caption has what it leaves.
        return QSize(round(4000 * self.scale), round(26 * self.scale))

    def fit(self) -> None:
        """Share the width out: the tabs first, then what is chosen."""
        room, span, chip = self.width() - self.panes.sizeHint().width(), not self.chip.isHidden(), 0
        if span:
            self.chip.fit(round(room - 16))
            chip = self.chip.sizeHint().width() + 8
        left = room - chip - 24
        score = self.panes.currentIndex() == 0
        self.hint.setVisible(score and not span and left >= self.hint.sizeHint().width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _restyle(self) -> None:
        style_tabs(self.panes)
        self.fit()
