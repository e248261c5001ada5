"""A question to a member of the run, off the record, and what was answered before."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QPushButton, QStackedWidget, QWidget

from parley.desktop.interview.answers import FIGURE_ROLE, WHEN_ROLE, AnswerDelegate
from parley.desktop.interview.figures import AnswerFigure, InterviewFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.painted import centred_note
from parley.desktop.widgets.themed import Themed

EVERYBODY = ""
LINES = 2
"""Lines of a question that are seen at once."""


class QuestionEdit(QPlainTextEdit):
    """Signals: `sent()` at Ctrl+Enter. The Tab key goes on to the next field."""

    sent = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if held and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.sent.emit()
        else:
            super().keyPressEvent(event)


class InterviewView(Themed, QWidget):
    """Signals: `asked(member, question)`, the member "" for everybody; `cancelled()`; `turn_chosen(turn)`, the turn of
    an answer that was opened."""

    asked = Signal(str, str)
    cancelled = Signal()
    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = InterviewFigure()
        self.setAccessibleName(self.tr("Interview"))
        self.member = ElidedCombo()
        self.member.setAccessibleName(self.tr("Whom to ask"))
        self.when = get_label(role="small", wraps=False)
        self.question = QuestionEdit()
        self.question.setTabChangesFocus(True)
        self.question.setPlaceholderText(self.tr("What do you want to know? Nobody else hears it."))
        self.question.setAccessibleName(self.tr("The question"))
        self.ask = QPushButton(self.tr("Ask"))
        self.ask.setProperty("primary", True)
        self.ask.setToolTip(self.tr("Ctrl+Enter asks too"))
        self.cancel = QPushButton(self.tr("Take it back"))
        self.waiting = get_label(role="small", wraps=False)
        self.problem = get_label(role="bad")
        self.problem.setVisible(False)
        self.answers = QListWidget()
        self.answers.setAccessibleName(self.tr("Earlier answers"))
        self.answers.setWordWrap(True)
        self.answers.setMinimumHeight(40)
        self.answers.setItemDelegate(AnswerDelegate(self.answers))
        self.answers.setResizeMode(QListWidget.ResizeMode.Adjust)  # Row heights depend on the width
        self.answers.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)  # An answer may exceed the view
        self.answers.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.empty = centred_note()
        self._below = QStackedWidget()
        self._below.addWidget(self.empty)
        self._below.addWidget(self.answers)
        whom = hbox((self.member, 1), self.waiting, spacing=6)
        buttons = vbox(self.ask, self.cancel, self.when, STRETCH, spacing=4)
        written = hbox((self.question, 1), buttons, spacing=6)
        vbox(whom, written, self.problem, (self._below, 1), within=self, margins=(12, 6, 12, 6), spacing=6)
        self.question.textChanged.connect(self._update_button)
        self.ask.clicked.connect(self._emit_asked)
        self.question.sent.connect(self._emit_asked)
        self.cancel.clicked.connect(self.cancelled)
        self.answers.itemActivated.connect(lambda item: self.turn_chosen.emit(item.data(Qt.ItemDataRole.UserRole)))
        self._apply_theme()
        self.show_figure(InterviewFigure())

    def show_figure(self, figure: InterviewFigure) -> None:
        """Show whom there is to ask, and what was answered; what is being written stays."""
        if figure == self._figure and self.empty.text():  # At the first call nothing is filled in yet
            return
        if figure.members != self._figure.members or not self.member.count():  # Refilling loses the choice
            chosen = self.member.currentData()
            self.member.clear()
            for id_, name in figure.members:
                self.member.addItem(name, id_)
            if len(figure.members) > 1:
                self.member.addItem(self.tr("Everybody, each alone"), EVERYBODY)
            self.member.setCurrentIndex(max(0, self.member.findData(chosen)))
        if figure.answers != self._figure.answers:
            self.answers.clear()
            for one in figure.answers:
                self.answers.addItem(self._build_answer_item(one))
        done = self._figure.busy and not figure.busy and not figure.problem  # What failed can be asked again
        self._figure = figure
        if done:
            self.question.clear()
        before = self.tr("before the first turn") if not figure.turn else self.tr("at turn {0}").format(figure.turn)
        self.when.setText(before if figure.members else "")
        self.waiting.setText(self.tr("waiting for {0} …").format(figure.busy) if figure.busy else "")
        self.waiting.setVisible(bool(figure.busy))
        self.cancel.setVisible(bool(figure.busy))
        self.ask.setVisible(not figure.busy)
        say(self.problem, figure.problem)
        nobody = self.tr("Open or begin a run to ask its members.")
        none = self.tr(
            "Nobody was asked yet. Choose a member and a turn: they answer alone, as they see it then, and the run "
            "does not notice."
        )
        self.empty.setText(none if figure.members else nobody)
        self._below.setCurrentWidget(self.answers if figure.answers else self.empty)
        for editor in (self.member, self.question):
            editor.setEnabled(bool(figure.members) and not figure.busy)
        self._update_button()

    def select_member(self, member: str) -> None:
        """Have the next question be for whom somebody chose in another view."""
        at = self.member.findData(member)
        if member and at >= 0:
            self.member.setCurrentIndex(at)

    def _build_answer_item(self, one: AnswerFigure) -> QListWidgetItem:
        turn = self.tr("turn {0}").format(one.turn) if one.turn else self.tr("before the first turn")
        answer = one.problem or (f"{one.answer}\n{one.note}" if one.note else one.answer)
        item = QListWidgetItem(f"{one.name} · {turn}\n{one.question}\n{answer}")
        item.setData(Qt.ItemDataRole.UserRole, one.turn)
        item.setData(FIGURE_ROLE, one)
        item.setData(WHEN_ROLE, turn)
        return item

    def _update_button(self) -> None:
        figure = self._figure
        self.ask.setEnabled(bool(figure.members and self.question.toPlainText().strip()) and not figure.busy)

    def _emit_asked(self) -> None:
        if self.ask.isEnabled():  # Ctrl+Enter comes here too, whatever the button's state
            self.asked.emit(str(self.member.currentData() or ""), self.question.toPlainText().strip())

    def _apply_theme(self) -> None:
        self.question.setFixedHeight(round(self.question.fontMetrics().lineSpacing() * LINES + 16 * self.scale))
        self.answers.doItemsLayout()  # Qt keeps the row heights of the old font
