"""The family of forks that the open run belongs to, as a tree that opens from the branch button."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLabel, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from parley.desktop.run.figures import BranchFigure
from parley.desktop.widgets.counts import turns_told
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import one_line, tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

RUN = Qt.ItemDataRole.UserRole
MARGIN = 10
WIDE, ROWS = 420, 9
"""Its width in pixels at a text scale of 1, and the rows that it shows at most before it scrolls."""


class BranchTree(Themed, QFrame):
    """Signals: `branch_chosen(run)`, `compare_wanted(run)`, "" being the one that stands nearest to the open one, and
    `intent(name, None)`: "fork_here" or "fork_tree".
    """

    branch_chosen = Signal(str)
    compare_wanted = Signal(str)
    intent = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("BranchTree")
        self.setAccessibleName(self.tr("Branches of this run"))
        self._run = ""
        self.tree = QTreeWidget()
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setAccessibleName(self.tr("Branches of this run"))
        self.tree.setIndentation(16)
        self.tree.setUniformRowHeights(True)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.note = QLabel(self.tr("Nothing was forked yet. A fork shares all turns up to the shown one."))
        self.note.setWordWrap(True)
        self.note.setProperty("role", "secondary")
        self.fork = QPushButton(self.tr("Fork here"))
        self.open = QPushButton(self.tr("Open"))
        self.compare = QPushButton(self.tr("Compare"))
        self.library = QPushButton(self.tr("Show in the library"))
        for button in (self.open, self.compare, self.library):
            button.setProperty("quiet", True)
        self.fork.clicked.connect(lambda: self._leave("fork_here"))
        self.library.clicked.connect(lambda: self._leave("fork_tree"))
        self.open.clicked.connect(lambda: self._open(self.tree.currentItem()))
        self.compare.clicked.connect(self._compare)
        self.tree.itemActivated.connect(self._open)
        self.tree.currentItemChanged.connect(lambda *_: self._follow())
        self._foot = across(self.fork, STRETCH, self.open, self.compare, self.library, spacing=4)
        upright(self.note, (self.tree, 1), self._foot, within=self, margins=MARGIN, spacing=8)
        self._restyle()

    def show_branches(self, branches: tuple[BranchFigure, ...], run: str) -> None:
        """Show a family, with the open run marked."""
        self._run = run
        self.tree.clear()
        items: dict[str, QTreeWidgetItem] = {}
        for branch in branches:
            item = QTreeWidgetItem([one_line(branch.name), self._describe_branch_place(branch)])
            item.setData(0, RUN, branch.run)
            item.setToolTip(0, tooltip(f"{branch.name}\n{branch.title}"))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, self.theme.colour("secondary"))
            mine = branch.run == run
            item.setIcon(0, icon("ph.git-branch-fill" if mine else "ph.git-branch", self._choose_branch_colour(mine)))
            if mine:
                face = QFont(self.tree.font())
                face.setWeight(QFont.Weight.DemiBold)
                item.setFont(0, face)
            above = items.get(branch.parent)
            if above is None:
                self.tree.addTopLevelItem(item)
            else:
                above.addChild(item)
            items[branch.run] = item
        self.tree.expandAll()
        alone = len(branches) < 2
        self.note.setVisible(alone)
        self.tree.setVisible(not alone)
        for button in (self.open, self.compare):
            button.setVisible(not alone)
        if run in items:
            self.tree.setCurrentItem(items[run])
        self._follow()
        self._fit(len(branches))

    def open_above(self, button: QWidget) -> None:
        """Open over a button, at its right edge."""
        self.adjustSize()
        corner = button.mapToGlobal(QPoint(button.width(), 0))
        screen = button.screen().availableGeometry()
        left = max(screen.left(), min(corner.x() - self.width(), screen.right() - self.width()))
        self.move(left, max(screen.top(), corner.y() - self.height() - 6))
        self.show()
        (self.fork if self.tree.isHidden() else self.tree).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _describe_branch_place(self, branch: BranchFigure) -> str:
        turns = turns_told(branch.turns)
        if not branch.depth:
            return turns
        return self.tr("after turn {0} · {1}").format(self.locale().toString(branch.turn), turns)

    def _get_chosen_run(self) -> str:
        item = self.tree.currentItem()
        return str(item.data(0, RUN)) if item is not None else ""

    def _follow(self) -> None:
        self.open.setEnabled(self._get_chosen_run() not in ("", self._run))

    def _open(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        run = str(item.data(0, RUN))
        self.close()
        if run != self._run:
            self.branch_chosen.emit(run)

    def _compare(self) -> None:
        run = self._get_chosen_run()
        self.close()
        self.compare_wanted.emit(run if run != self._run else "")

    def _leave(self, name: str) -> None:
        self.close()
        self.intent.emit(name)

    def _choose_branch_colour(self, mine: bool) -> QColor:
        return self.theme.colour("accent" if mine else "secondary")

    def _fit(self, rows: int) -> None:
        # The buttons' words are longer in other languages; before they are dressed they ask for less than they need,
        # and the frame's border, which is the sheet's, has no width.
        for each in (self, self.fork, self.open, self.compare, self.library):
            each.ensurePolished()
        self._foot.invalidate()
        border = self.contentsMargins()
        around = 2 * MARGIN + border.left() + border.right()
        self.setFixedWidth(max(round(WIDE * self.scale), self._foot.sizeHint().width() + around))
        high = self.tree.sizeHintForRow(0) if rows else 20
        self.tree.setFixedHeight(max(1, min(rows, ROWS)) * max(high, round(24 * self.scale)) + 6)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, self.tree.header().ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, self.tree.header().ResizeMode.ResizeToContents)

    def _restyle(self) -> None:
        self.tree.setFont(font(13, scale=self.scale))
        self.tree.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
