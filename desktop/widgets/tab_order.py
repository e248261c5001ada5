"""Tab goes where the eye goes: down a column, along a row, whatever was made first and whatever came later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabBar,
    QWidget,
)

WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox, QTabBar)
"""What is one stop, whatever it is made of."""


FRAME = QSize(16, 48)
"""About what a system puts around a window: its edges, and the bar with the title."""
LEAST = QSize(900, 600)
"""What every dialog is laid out for: on a smaller screen it is moved rather than clipped."""


class Dialog(QDialog):
    """A dialog through which Tab goes as the eye does. It is no larger than the screen that it stands on."""

    def cancel_or(self, title: str) -> tuple[QDialogButtonBox, QPushButton]:
        """Return a row of two buttons, Cancel and one of that title, and the latter: it accepts, and Enter presses
        it.
        """
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        yes = buttons.addButton(title, QDialogButtonBox.ButtonRole.AcceptRole)
        yes.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons, yes

    def showEvent(self, event: QShowEvent) -> None:
        """Fit it before it is seen; whoever makes it smaller or larger afterwards has it so."""
        if not event.spontaneous():  # not when the system shows it again, after it was minimized
            self.resize(self.size().boundedTo((self.screen().availableSize() - FRAME).expandedTo(LEAST)))
        super().showEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next stop as it is laid out now: rows come and go."""
        return step(self, self.focusWidget(), forward=forward)


def step(within: QWidget, now: QWidget | None, *, forward: bool) -> bool:
    """Go to the next stop within a widget, from the last one round to the first; return whether there is one."""
    found = [one for one in get_stops(within) if one.isVisible() and one.isEnabled()]
    if not found:
        return False
    if now in found:
        target = found[(found.index(now) + (1 if forward else -1)) % len(found)]
    else:
        target = found[0 if forward else -1]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    above = target.parentWidget()
    while above is not None and above is not within:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(target)  # Qt does this only when it moves the focus itself
        above = above.parentWidget()
    return True


def get_stops(widget: QWidget) -> Iterator[QWidget]:
    """Yield everything in a widget that Tab stops at, in the order in which it is laid out."""
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and not widget.isWindow()  # menus are children, too
    if takes and widget.focusProxy() is None and not _should_pass_over(widget):  # the proxy itself is the stop
        yield widget
    if not isinstance(widget, WHOLE):
        for inner in _iterate_inner_widgets(widget):
            yield from get_stops(inner)


def _should_pass_over(widget: QWidget) -> bool:
    """Return whether another button of its group is chosen: Tab stops there, and arrow keys go to the rest."""
    if not isinstance(widget, QAbstractButton) or not widget.autoExclusive() or widget.isChecked():
        return False
    beside = widget.parentWidget()
    group = widget.group()
    others = group.buttons() if group is not None else beside.findChildren(type(widget)) if beside is not None else []
    return any(each.isChecked() and each.isVisibleTo(widget.window()) for each in others)


def _iterate_inner_widgets(widget: QWidget) -> Iterator[QWidget]:
    """Yield the widgets in a widget in the order in which they are seen."""
    if isinstance(widget, QScrollArea):
        yield from filter(None, (widget.widget(),))  # neither its viewport nor its bars
        return
    if isinstance(widget, QSplitter):
        yield from filter(None, map(widget.widget, range(widget.count())))
        return
    laid = list(_iterate_layout_widgets(widget.layout()))
    yield from laid
    free = [
        each
        for each in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if each not in laid and not each.isWindow()
    ]
    yield from sorted(free, key=lambda each: (each.y(), each.x()))


def _iterate_layout_widgets(layout: QLayout | None, children: Sequence[QWidget] | None = None) -> Iterator[QWidget]:
    """Yield the widgets in a layout. They are asked for their places, for the items that a layout hands out must not be
    touched: PySide keeps what it made of one when the widget is deleted and Qt frees the item, and takes the next
    object at its address for it, which ends the process."""
    host = layout.parentWidget() if layout is not None else None
    if layout is None or host is None:
        return
    if children is None:
        children = host.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    found: list[tuple[int, QWidget | QLayout]] = [(layout.indexOf(each), each) for each in children]
    found += [(layout.indexOf(each), each) for each in layout.children() if isinstance(each, QLayout)]
    for _, each in sorted(((_find_place(layout, at), each) for at, each in found if at >= 0), key=lambda one: one[0]):
        if isinstance(each, QLayout):
            yield from _iterate_layout_widgets(each, children)
        else:
            yield each


def _find_place(layout: QLayout, at: int) -> tuple[int, int]:
    if isinstance(layout, QGridLayout):
        row, column, *_ = cast("tuple[int, int, int, int]", layout.getItemPosition(at))
        return row, column
    return _place_in_form(layout, at) if isinstance(layout, QFormLayout) else (at, 0)


def _place_in_form(layout: QFormLayout, at: int) -> tuple[int, int]:
    # The stubs say that it returns nothing; it returns what C++ writes into its arguments.
    row, role = cast("tuple[int, QFormLayout.ItemRole]", layout.getItemPosition(at))
    return row, role.value
