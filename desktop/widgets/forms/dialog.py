"""A dialog that is filled in: it does not go, by Escape or the window's own button, with what was changed in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QWidget,
)

from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.tab_order import Dialog, get_stops

FIELDS = (QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox, QCheckBox, QRadioButton, QAbstractSlider)


class FormDialog(Dialog):
    """Compares its fields with what stood in them when it was shown first. Its Cancel button calls `discard`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._as_shown: dict[QWidget, object] | None = None

    def get_contents(self) -> dict[QWidget, object]:
        """Return what stands in its fields, as far as a person can change it."""
        return {each: content for each in self.findChildren(QWidget) if (content := _get_content(each)) is not None}

    def changed_since_shown(self) -> bool:
        """Return whether a person would lose something now."""
        return self._as_shown is not None and self.get_contents() != self._as_shown

    def discard(self) -> None:
        """Close without asking."""
        super().reject()

    def go_on(self) -> None:
        """Stay open after the user declined to close a dialog with changes."""

    def reject(self) -> None:
        """Close; where something was changed, ask first whether to discard it."""
        if self.changed_since_shown():
            self._ask_to_discard()
        else:
            self.discard()

    def showEvent(self, event: QShowEvent) -> None:
        """Remember what stood in the fields when the dialog was first shown."""
        super().showEvent(event)
        if self._as_shown is None:
            self.compare_from_now()

    def compare_from_now(self) -> None:
        """Compare later changes with the present contents, which the form filled in and not a person."""
        self._as_shown = self.get_contents()

    def _ask_to_discard(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.windowTitle())
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Discard what you changed here?"))
        discard = box.addButton(self.tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("Go on editing"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        discard.clicked.connect(self.discard)
        stay.clicked.connect(self.go_on)
        box.finished.connect(box.deleteLater)
        box.open()


class Ask(FormDialog):
    """A form with Ok and Cancel that stays open while something does not fit; a high one `scrolls`.

    Signals: `wanted()`.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, scrolls: bool = False) -> None:
        super().__init__(parent)
        self.setModal(True)
        self.setMinimumWidth(440)
        self.form = Form()
        self.problem = get_label(role="bad")
        self.problem.hide()
        self.mending = MendRow()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.wanted)
        buttons.rejected.connect(self.discard)  # Escape may be a slip and is asked about, Cancel is not
        self.form.changed.connect(self._grow_later)
        vbox(
            (Scrolled(self.form) if scrolls else self.form, 1),
            self.problem,
            self.mending,
            buttons,
            within=self,
            margins=(20, 18, 20, 16),
        )

    def set_titles(self, title: str, ok: str) -> None:
        """Set the window's title, and the title of the button that carries out the dialog."""
        self.setWindowTitle(title)
        self.ok.setText(ok)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the first field the keyboard focus; Qt would give it to a button that was made before."""
        if self.focusWidget() is None:  # whoever opens it may have chosen a field
            field = next((each for each in get_stops(self.form) if isinstance(each, FIELDS) and each.isEnabled()), None)
            if field is not None:
                field.setFocus(Qt.FocusReason.TabFocusReason)
        super().showEvent(event)

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say why it cannot be done, with what mends it; the dialog stays."""
        say(self.problem, sentence)
        self.mending.show_mends(mends)
        self._grow_later()

    def _grow_later(self) -> None:
        QTimer.singleShot(0, self, self._grow_to_fit)  # a label that just came has no height yet

    def _grow_to_fit(self) -> None:
        """Become as high as what is said in it now needs."""
        layout = self.layout()
        if layout is not None and layout.totalHeightForWidth(self.width()) > self.height():
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def require(self, sentence: str) -> None:
        """Say what does not fit as yet, and hold the button back; nothing where all does."""
        self.show_problem(sentence)
        self.ok.setEnabled(not sentence)


def _get_content(widget: QWidget) -> object:
    """Return what stands in a field; None for what is no field, or belongs to another."""
    if isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox) or not isinstance(widget, FIELDS):
        return None
    if isinstance(widget, QScrollBar) or widget.property("readOnly"):
        return None
    if isinstance(widget, QComboBox) and not widget.isEditable():
        # The titles of entries may follow something else; what is chosen stays.
        return widget.currentIndex()
    return widget.metaObject().userProperty().read(widget)
