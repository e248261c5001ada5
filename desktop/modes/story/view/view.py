"""The story dock: the narrative, what the player may do, and what they can see of the world."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QLayout, QPushButton, QSizePolicy, QStackedLayout, QWidget

from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.view.hand import Hand
from parley.desktop.modes.story.view.side import ALL, GAP, WHERE, WHO, Fold, Side
from parley.desktop.modes.story.view.tale import Tale, get_paper
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.language import get_name
from parley.desktop.widgets.layouts import Stretch, hbox, vbox
from parley.desktop.widgets.themed import Themed

WIDE = 600
"""Pixels from which the side stands beside the narrative; below that it folds under it."""
SIDE = 292
LEFT, RIGHT = 288, 400
"""Pixels of the columns at the left and at the right of the tale, at a text scale of 1."""
ABREAST = 880
"""Pixels from which the choices stand beside each other."""
BROAD = 1120
"""Pixels from which where one is stands at the left of the narrative, and who one is at its right."""
LOW = 400
"""Pixels below which the choices stand beside each other, so that the narrative has room."""
MOST = 16_777_215
"""Pixels of a widget that is bounded by nothing."""
PART = 0.44
"""The part of the dock that the side takes under the narrative."""


class StoryView(Themed, QWidget):
    """Play a story. The view is shown figures and says what the player wants.

    Signals: `acted(text)`, the player's words or the number of a choice; `did(what, target, item, quantity)` as
    `StoryDirector.do_deed` takes them; `member_chosen(id)`; `turn_chosen(number)`; `start_wanted()`, somebody
    wants to begin a story; `caption_changed(text)`; `weights_wanted()`, to see why those who answered did.
    """

    acted = Signal(str)
    did = Signal(str, str, str, int)
    member_chosen = Signal(str)
    turn_chosen = Signal(int)
    start_wanted = Signal()
    caption_changed = Signal(str)
    weights_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Story"))
        self.figure: StoryFigure | None = None
        self._wide = False
        self.tale, self.hand = Tale(), Hand()
        self.where, self.reason = self._build_elided_label("caps"), self._build_elided_label("small")
        self.weights = QPushButton(self.tr("Weights"))
        self.side, self.shelf = Side(self.tr("Character, people and things")), Side(self.tr("Place and people"))
        self.fold = Fold()
        self._told, self._book, self._hand, self._routed = QWidget(), QFrame(), QFrame(), QFrame()
        self.start = QPushButton(self.tr("Begin a story…"))
        self.said = QLabel()
        self._stack = QStackedLayout(self)
        # The side beside the narrative must not keep the dock from becoming narrow: it folds.
        self._stack.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._stack.addWidget(self._build_empty_page())
        self._stack.addWidget(self._build_page())
        self._connect_signals()
        self.setFocusProxy(self.hand.field)
        self._fold_side()
        self._apply_theme()
        self.show_figure(None)

    def _build_empty_page(self) -> QWidget:
        page = QWidget()
        self.said.setWordWrap(True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.said.setProperty("role", "secondary")
        self.start.setProperty("primary", True)
        start = (self.start, 0, Qt.AlignmentFlag.AlignHCenter)
        vbox(Stretch(2), self.said, start, Stretch(3), within=page, margins=24, spacing=14)
        return page

    def _build_page(self) -> QWidget:
        page = QWidget()
        # Some lines of it can be read in any dock; what is to be pressed must never be squashed instead.
        self.tale.setMinimumHeight(44)
        self._book.setObjectName("storyBook")
        self._hand.setProperty("card", True)
        self._routed.setProperty("card", True)
        why = QLabel(self.tr("Why they answered"))
        why.setProperty("role", "strong")
        self.weights.setProperty("quiet", True)
        self.weights.setToolTip(self.tr("All that decided it, in the inspector"))
        hbox(why, (self.reason, 1), self.weights, within=self._routed, margins=(12, 2, 4, 2), spacing=8)
        place = hbox((self.where, 1), margins=(13, 4, 13, 2))
        vbox(place, (self.tale, 1), within=self._book, margins=(1, 6, 1, 6), spacing=2)
        vbox(self.hand, within=self._hand, margins=1)
        vbox((self._book, 1), self._routed, self._hand, within=self._told, margins=0, spacing=GAP)
        parts = (self.shelf, (self._told, 1), self.fold, self.side)
        self._body: QBoxLayout = vbox(*parts, within=page, margins=0, spacing=GAP)
        return page

    def _build_elided_label(self, role: str) -> ElidedLabel:
        label = ElidedLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", role)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def _connect_signals(self) -> None:
        self.start.clicked.connect(self.start_wanted)
        self.hand.acted.connect(self.acted)
        self.weights.clicked.connect(self.weights_wanted)
        self.fold.toggled.connect(self._fold_side)
        for side in (self.side, self.shelf):
            side.did.connect(self._do_action)
        for part in (self.tale, self.side, self.shelf):
            part.member_chosen.connect(self.member_chosen)
            part.turn_chosen.connect(self.turn_chosen)

    # -- figures -------------------------------------------------------------------------------------------------

    def show_figure(self, figure: StoryFigure | None) -> None:
        """Show a story, or what would fill the dock."""
        if figure is not None and figure is self.figure:  # None goes on, to show the empty page
            return
        old, self.figure = self.figure, figure
        if old and figure and figure.told and replace(old, streaming=figure.streaming) == figure:
            # While somebody speaks, thirty times a second, nothing grows but their line.
            self.tale.show_passages(figure.passages, figure.streaming)
            return
        if figure is None or not figure.told:
            self._say_empty(figure)
        else:
            self.where.set_whole(f"{get_name('phase', figure.phase)} · {figure.place or figure.setting}".upper())
            self.hand.show_hand(
                figure.choices, figure.why_not, self._format_field_prompt(figure), passing=figure.passing
            )
            self.reason.set_whole(figure.routed)
            self._routed.setVisible(bool(figure.routed))
            self.fold.show_story(figure)
            self._fold_side()  # parts may have come or gone
            self._stack.setCurrentIndex(1)
            # Last, when it has its width: the lines need not be broken twice.
            self.tale.show_passages(figure.passages, figure.streaming)
        self.caption_changed.emit(self.caption())

    def _do_action(self, what: str, target: str, item: str, quantity: int) -> None:
        """Do what was pressed, and focus the field: what comes next is most likely typed."""
        self.did.emit(what, target, item, quantity)
        self.focus_input()

    def _say_empty(self, figure: StoryFigure | None) -> None:
        if figure is None:
            words = self.tr(
                "No story yet. Begin one, and here you act in it: you are told what happens, choose or write what you "
                "do, and see the dice fall."
            )
        else:
            words = self.tr("This run is no story, so that there is nothing to act in. Begin a story to play one.")
        self.said.setText(words)
        self._stack.setCurrentIndex(0)

    def _format_field_prompt(self, figure: StoryFigure) -> str:
        if figure.question:
            return self.tr("Your answer…")
        if figure.phase == "dialogue":
            partner = next((person.face.name for person in figure.people if person.partner), "")
            return self.tr("What do you say to {0}?").format(partner) if partner else self.tr("What do you say?")
        if figure.phase == "combat":
            return self.tr("Attack, defend, flee or use something…")
        return self.tr("What do you do?")

    def caption(self) -> str:
        """Return what the title bar says at the right."""
        figure, number = self.figure, self.locale().toString
        if figure is None or not figure.told:
            return ""
        if figure.question:
            return self.tr("question {0} of {1}").format(figure.question, figure.questions)
        if figure.ended:
            return self.tr("over after {0} turns").format(number(figure.turn))
        return self.tr("turn {0} of {1}").format(number(figure.turn), number(figure.length))

    # -- the player ----------------------------------------------------------------------------------------------

    def focus_input(self) -> None:
        """Give the field the keyboard focus."""
        self.hand.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by 1 to 3 from everywhere in the dock, while nothing is typed."""
        if not self.hand.choose_by_key(event):
            super().keyPressEvent(event)

    # -- look ----------------------------------------------------------------------------------------------------

    def _apply_theme(self) -> None:
        theme = self.theme
        self._book.setStyleSheet(
            f"#storyBook {{ background: {get_paper(theme)}; border: 1px solid {theme.border}; border-radius: 8px; }}"
        )
        self._fold_side()

    def minimumSizeHint(self) -> QSize:
        return QSize(round(240 * self.scale), 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the side beside the narrative where there is room, else under it."""
        super().resizeEvent(event)
        self._fold_side()

    def _fold_side(self) -> None:
        self._wide = self.width() >= WIDE * max(1.0, self.scale * 0.9)
        broad = self.width() >= BROAD * self.scale
        if self.figure is not None:
            self.side.show_story(self.figure, WHO if broad else ALL)
            self.shelf.show_story(self.figure, WHERE if broad else ())
        filled = self.side.is_filled()  # only now: show_story() has written the page
        self.shelf.setVisible(self.shelf.is_filled())
        self.shelf.setFixedWidth(round(LEFT * self.scale))
        beside = self._wide and self.width() >= ABREAST * self.scale
        self.hand.set_dense(beside or self.height() < LOW * self.scale)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._body.setDirection(across if self._wide else down)
        self.fold.setVisible(filled and not self._wide)
        self.side.setVisible(filled and (self._wide or self.fold.isChecked()))
        wide = round(min((RIGHT if broad else SIDE) * self.scale, self.width() * 0.42)) if self._wide else 0
        high = 0 if self._wide else round(self.height() * PART)
        self.side.setMinimumSize(wide, high)
        self.side.setMaximumSize(wide or MOST, high or MOST)
