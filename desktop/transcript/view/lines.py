"""The lines of a run under a person's hands: chosen, selected, copied, edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.view.controls import LineEditor, RowEditor, build_row_menu
from parley.desktop.transcript.view.painting import avatar_rect, more_rect, quick_rect
from parley.desktop.transcript.view.shown import ShownLines
from parley.desktop.widgets import spoken
from parley.desktop.widgets.plain import make_tip


class TranscriptLines(ShownLines):
    """Lines to choose, select, copy, edit and act upon.

    A click or an arrow key chooses a turn; with Shift, rows are selected for copying. F2 edits, Enter inspects, T folds
    and unfolds thoughts, Ctrl+C copies, Ctrl+F finds, the menu key opens the row's menu.

    Signals: `turn_chosen(number)`, `member_chosen(id)`, `intent(name, object)`, `find_wanted()`; and `live_chosen()`.
    Attributes: `others`, what else can be asked for of a turn by its menu: the text and the key, by the intent's name.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    intent = Signal(str, object)
    find_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor: RowEditor | None = None
        self.others: dict[str, tuple[str, str]] = {}
        self._start = -1
        self._described = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("Transcript"))

    # -- the current row -----------------------------------------------------------------------------------------

    def figure(self, row: int) -> TurnFigure | None:
        """Return the figure of a row, or None where there is no such row."""
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def set_current(self, row: int, *, extend: bool = False) -> None:
        """Go to a row; `extend` selects all from where the selection began."""
        if not self.model.rows:
            return
        row = min(max(0, row), len(self.model.rows) - 1)
        if not extend or self._start < 0:
            self._start = row
        self.current = row
        self.selected = range(min(row, self._start), max(row, self._start) + 1)
        self.reveal(row)
        self.describe_row()
        self.viewport().update()

    def get_accessible_text(self, row: int) -> str:
        figure = self.figure(row)
        return self.wording.describe_row(figure) if figure is not None else ""

    def describe_row(self) -> None:
        """Tell a screen reader the current row."""
        text = self.get_accessible_text(self.current)
        if text != self._described:  # Else a screen reader repeats the same line at every turn
            self._described = text
            self.setAccessibleDescription(text)
            spoken.tell_current(self)

    def show_turn(self, number: int, live: bool) -> None:
        """Show turn `number`; the current row goes with it."""
        super().show_turn(number, live)
        if not live and self.current not in self.selected:  # A selection that holds it stays
            self._start, self.selected = self.current, range(self.current, self.current + 1)
        self.describe_row()

    def on_reset(self) -> None:
        """Forget what was in hand with the rows that are gone."""
        self.end_edit()  # First: the editor lies on one of the old rows
        self._start = -1
        super().on_reset()
        self.describe_row()

    def _choose_row(self, row: int) -> None:
        if (figure := self.figure(row)) is None:
            return
        turn = figure.is_turn or (figure.kind == "scene" and figure.number <= self.model.last_turn())
        if turn and (not self.live or figure.number != self.shown):  # A click on the newest does not stop following
            self.turn_chosen.emit(figure.number)

    def _find_first_step(self) -> int:
        """Return where the arrow keys begin: at the shown turn, or at the end."""
        if self.current >= 0:
            return self.current
        row = self.model.row_of_turn(self.shown) if not self.live else -1
        return row if row >= 0 else len(self.model.rows) - 1

    # -- copying and editing -------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected rows as "Name: text" lines."""
        lines = [self.wording.format_line(self.model.rows[row], self.reading) for row in self._list_chosen_rows()]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))

    def _list_chosen_rows(self) -> list[int]:
        """Return the selected rows, else the current one."""
        rows = self.selected if self.current in self.selected else range(self.current, self.current + 1)
        return [row for row in rows if self.figure(row) is not None]

    def edit_line(self, row: int) -> None:
        """Open an editor upon a line; its new text is the intent "edit_and_fork"."""
        figure = self.figure(row)
        if figure is None or not figure.is_turn:
            return
        editor = LineEditor(figure.text, self.viewport())
        editor.accepted.connect(lambda text: self._on_edited(figure, text))  # Not the row: rows come and go meanwhile
        editor.cancelled.connect(self.end_edit)
        self.lay_upon(row, editor)

    def lay_upon(self, row: int, editor: RowEditor) -> None:
        """Lay an editor upon a row, until `end_edit`."""
        self.end_edit()
        self.edited, self.editor = row, editor  # Before it is measured: the row grows with the editor
        self.editor.grown.connect(self._follow_editor)
        self.set_current(row)
        self._follow_editor()
        self.editor.show()
        self.editor.setFocus()

    def end_edit(self) -> None:
        """Close the editor without a change."""
        editor, row = self.editor, self.edited
        if editor is None:
            return
        self.editor, self.edited = None, -1  # First: the row is then laid out at its own height
        editor.hide()
        editor.deleteLater()  # Deferred: its own signal may have led here
        if row < len(self.model.rows):  # The turn may have been taken back
            self.refresh_row(row)
        self.setFocus()

    def get_editor_height(self) -> float:
        """Return the editor's height."""
        return float(self.editor.sizeHint().height()) if self.editor is not None else 0.0

    def on_settled(self) -> None:
        """Let the editor go with its row."""
        super().on_settled()
        self._place_editor()

    def _follow_editor(self) -> None:
        # The row is as high as it needs to be now; its end, with the buttons, comes into sight.
        self.refresh_row(self.edited)
        self.reveal(self.edited)
        if (beyond := self._measure_row_height(self.edited) - self.viewport().height()) > 0:
            self._row, self._above = self.edited, beyond  # `reveal` shows the top of what is higher than the view
            self.settle()
        self._place_editor()

    def _place_editor(self) -> None:
        if self.editor is None or self.edited >= len(self.model.rows):
            return
        y = self.top_of(self.edited)
        if y is None:
            self.editor.move(0, -self.editor.height() - 10)  # Not hidden: that would take the keyboard from it
            return
        shape = self.lay_out(self.edited)
        left, top = round(shape.left - 4), round(y + shape.text_at.y())
        self.editor.setGeometry(left, top, self.viewport().width() - left - 10, self.editor.sizeHint().height())

    def _on_edited(self, figure: TurnFigure, text: str) -> None:
        self.end_edit()
        if text and text != figure.text:
            self.intent.emit("edit_and_fork", (figure.number, text))

    # -- the pointer ---------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the pointer, or press what stands on it."""
        row = self.find_row_at(event.position().y())
        if event.button() != Qt.MouseButton.LeftButton or row < 0:
            return
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not extend and self._press_row_part(row, event.position()):  # With Shift all of a row selects it
            return
        self.set_current(row, extend=extend)
        if not extend:
            self._choose_row(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select rows with the button down; else show what the pointer is on."""
        row = self.find_row_at(event.position().y())
        if event.buttons() & Qt.MouseButton.LeftButton:
            if row >= 0 and row != self.current and self._start >= 0:
                self.set_current(row, extend=True)
            return
        over = row >= 0 and self._find_part_at(row, event.position()) != ""
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        self._hover(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.find_row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            if self._find_part_at(row, event.position()):  # Qt sends this in place of the second press
                self.mousePressEvent(event)
            else:
                self._open_turn_inspector(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:  # Its place is not that of the current row
            self.open_menu(self._find_first_step())
            return
        row = self.find_row_at(event.pos().y())
        if row >= 0:
            if row not in self.selected or len(self.selected) < 2:  # Several rows stay selected, to be copied
                self.set_current(row)
            self._build_menu(row).popup(event.globalPos())  # `exec` would nest an event loop in that of asyncio

    def open_menu(self, row: int) -> None:
        """Open a row's menu beside it."""
        if self.figure(row) is None:
            return
        self.set_current(row)
        menu = self._build_menu(row)
        spot = more_rect(self.lay_out(row), self.look).bottomLeft().toPoint()
        spot += QPoint(20 - menu.sizeHint().width(), self.top_of(row) or 0)
        menu.popup(self.viewport().mapToGlobal(spot))

    def _build_menu(self, row: int) -> QMenu:
        figure, unfolded, rows = self.model.rows[row], self.is_unfolded(row), len(self.selected)
        last = figure.kind == "failed" or figure.number == self.model.last_turn()  # Only the end may be taken again
        return build_row_menu(
            self, figure, lambda name: self.act(name, figure), last=last, unfolded=unfolded, rows=rows,
            others=self.others,
        )  # fmt: skip

    def act(self, name: str, figure: TurnFigure) -> None:
        """Do what the menu names, to the row of `figure`."""
        if name == "copy":
            self.copy()
        elif name == "thoughts":
            self.toggle_thoughts(self.current)
        elif name == "inspect":
            self.intent.emit("open_inspector", figure.number)
        elif name == "edit":
            self.edit_line(self.model.row_of_turn(figure.number))
        else:
            self.intent.emit(name, figure.number)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell a turn's figures where the pointer rests."""
        if event.type() == QEvent.Type.Leave:  # No move event tells that the pointer is gone
            self._hover(-1)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            figure = self.figure(self.find_row_at(event.pos().y()))
            told = self.wording.format_details(figure) if figure else ""
            if figure and self._find_part_at(self.hovered, QPointF(event.pos())) == "quick":
                told = " · ".join(self.others[self.quick[0]])
            # An empty text hides what was told.
            QToolTip.showText(event.globalPos(), make_tip(told), self)
            return True
        return super().viewportEvent(event)

    def _hover(self, row: int) -> None:
        if row != self.hovered:
            self.hovered = row
            self.viewport().update()

    def _find_part_at(self, row: int, at: QPointF) -> str:
        """Return what stands under the pointer within a row: avatar, fold, retry, more, quick, or nothing to press."""
        shape, top = self.lay_out(row), self.top_of(row)
        at = QPointF(at.x(), at.y() - (top or 0))
        if shape.fold is not None and shape.fold.contains(at):
            return "fold"
        if shape.button is not None and shape.button.contains(at):
            return "retry"
        if row == self.hovered and more_rect(shape, self.look).contains(at):  # The button is drawn on that row only
            return "more"
        if self._get_quick_icon(row) and quick_rect(shape, self.look).contains(at):
            return "quick"
        if shape.figure.member and not shape.figure.boxed and avatar_rect(shape, self.look).contains(at):
            return "avatar"
        return ""

    def _press_row_part(self, row: int, at: QPointF) -> bool:
        what, figure = self._find_part_at(row, at), self.model.rows[row]
        if what == "fold":
            self.toggle_thoughts(row)
        elif what == "retry":
            self.intent.emit("retry", figure.number)
        elif what == "more":
            self.open_menu(row)
        elif what == "quick":
            self.intent.emit(self.quick[0], figure.number)
        elif what == "avatar":
            self.member_chosen.emit(figure.member)
            return False  # The row is chosen too
        return what != ""

    def _open_turn_inspector(self, row: int) -> None:
        if (figure := self.figure(row)) is not None and figure.number:
            self.intent.emit("open_inspector", figure.number)

    # -- the keyboard --------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose turns by arrow and page keys; the class names the others."""
        if not self._step_by_key(event) and not self._act_on_key(event):
            event.ignore()  # F3 is handled by the view around it

    def _step_by_key(self, event: QKeyEvent) -> bool:
        if not self.model.rows or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        page, last, first = max(1, len(self.in_sight()) - 1), len(self.model.rows) - 1, self._find_first_step()
        # Where no row is the current one, the first press goes to the shown turn itself, not beyond it.
        one, extend = int(self.current >= 0), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        # Notes may come after the newest turn.
        newest = self.model.row_of_turn(self.model.last_turn())
        to = {
            Qt.Key.Key_Up: first - one,
            Qt.Key.Key_Down: first + one,
            Qt.Key.Key_PageUp: first - page,
            Qt.Key.Key_PageDown: first + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last if extend or newest < 0 else newest,
        }.get(Qt.Key(event.key()))
        if to is None:
            return False
        self.set_current(to, extend=extend)
        if event.key() == Qt.Key.Key_End and not extend:
            self.to_newest()
        elif not extend:
            self._choose_row(self.current)
        return True

    def _act_on_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Find):
            self.find_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll) and self.model.rows:
            self._start, self.selected = 0, range(len(self.model.rows))  # `set_current` would scroll there
            self.current = len(self.model.rows) - 1
            self.viewport().update()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.current >= 0:
            self._open_turn_inspector(self.current)
        elif key == Qt.Key.Key_F2:
            self.edit_line(self.current)
        elif key == Qt.Key.Key_T and not event.modifiers():
            self.toggle_thoughts(self.current)
        elif key == Qt.Key.Key_Escape and len(self.selected) > 1:
            self.set_current(self.current)
        else:
            return False
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.describe_row()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
