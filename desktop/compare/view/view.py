"""The window in which two runs stand side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLabel, QStackedWidget, QTabBar, QWidget

from parley.desktop.affinity.view.table import AffinityTable
from parley.desktop.compare.figures import CompareFigure
from parley.desktop.compare.view.rows import CompareRows, SettingsTable
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import make_plain, style_tabs
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed


class CompareView(Themed, Dialog):
    """Two runs side by side; the window beneath stays usable.

    Signals: `other_wanted(run)` when another run is chosen to compare with, `turn_chosen(number)`.
    """

    other_wanted = Signal(str)
    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare two runs"))
        self.setAccessibleName(self.windowTitle())
        self.resize(1080, 760)
        self.one, self.about_one, self.about_other = QLabel(), QLabel(), QLabel()
        self.one.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.about_one, self.about_other):
            label.setProperty("role", "secondary")
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.other = ElidedCombo()
        self.other.setAccessibleName(self.tr("Compare with"))
        self.other.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.other.setMinimumContentsLength(12)
        self.all = QCheckBox(self.tr("Show also what is the same"))
        self.summary = QLabel(wordWrap=True)
        self.summary.setProperty("role", "strong")
        self.settings, self.outcomes, self.rows = SettingsTable(), SettingsTable(), CompareRows()
        self.settings.setAccessibleName(self.tr("What was changed"))
        self.outcomes.setAccessibleName(self.tr("How each went"))
        self.affinities = AffinityTable()
        self.changed = QLabel(self.tr("What was changed"))
        self.tabs, self.pages = QTabBar(), QStackedWidget()
        pages: dict[str, QWidget] = {
            self.tr("Turns"): self.rows,
            self.tr("Affinities"): self.affinities,
            # A page of its own below it: a table without rows hides itself.
            self.tr("How each went"): QWidget(),
        }
        vbox(self.outcomes, STRETCH, within=pages[self.tr("How each went")], margins=0)
        for title, page in pages.items():
            self.tabs.addTab(title)
            self.pages.addWidget(page)
        make_plain(self.tabs)
        self.tabs.setAccessibleName(self.tr("What is compared"))
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)
        self._lay_out()
        self.other.activated.connect(lambda at: self.other_wanted.emit(str(self.other.itemData(at))))  # Only by users
        self.all.toggled.connect(self._show_all)
        self.rows.turn_chosen.connect(self.turn_chosen)
        self._apply_theme()

    def _lay_out(self) -> None:
        heads = QGridLayout()
        heads.setHorizontalSpacing(18)
        for column, pair in enumerate(((self.one, self.about_one), (self.other, self.about_other))):
            for row, widget in enumerate(pair):
                heads.addWidget(widget, row, column)
            heads.setColumnStretch(column, 1)
            heads.setColumnMinimumWidth(column, 200)
        line = hbox((self.summary, 1), self.all)
        self._rule = QFrame()
        self._rule.setFixedHeight(1)
        vbox(
            heads, self._rule, self.changed, self.settings, line, self.tabs, (self.pages, 1),
            within=self, margins=(20, 16, 12, 12), spacing=8,
        )  # fmt: skip

    def show_figure(self, figure: CompareFigure) -> None:
        """Show two runs."""
        self.one.setText(figure.titles[0])
        for label, text in ((self.about_one, figure.subtitles[0]), (self.about_other, figure.subtitles[1])):
            label.setText(text)
        self.other.clear()
        for run, title in figure.choices:
            self.other.addItem(title, run)
        self.other.setCurrentIndex(self.other.findData(figure.chosen))
        self.settings.show_rows((*figure.settings, *figure.hands))
        self.outcomes.show_rows(figure.outcomes)
        self.outcomes.show_all(True)
        self.rows.show_figure(figure)
        self.affinities.show_figure(figure.network)
        self.summary.setText(self._sum_up(figure))

    def _sum_up(self, figure: CompareFigure) -> str:
        count = sum(setting.differs for setting in figure.settings)
        settings, turns = self.tr("All settings are the same."), self.tr("All turns are the same.")
        if count:
            settings = self.tr("One setting differs.") if count == 1 else self.tr("{0} settings differ.").format(count)
        if differing := sum(not row.same for row in figure.rows):
            number = self.locale().toString
            turns = self.tr("{0} of {1} turns differ.").format(number(differing), number(len(figure.rows)))
        return " ".join(part for part in (settings, self._describe_director_hands(figure), turns) if part)

    def _describe_director_hands(self, figure: CompareFigure) -> str:
        """Return whether the director did in one what was not done in the other, until they part."""
        count = sum(act.differs for act in figure.hands)
        if not count:
            return ""
        if count == 1:
            return self.tr("The director did one thing in one of them only.")
        return self.tr("The director did {0} things in one of them only.").format(self.locale().toString(count))

    def go_to(self, turn: int) -> None:
        """Bring a turn of the open run into sight; where both share it, line by line."""
        self.all.setChecked(self.all.isChecked() or turn <= self.rows.folded)  # A folded turn cannot be shown
        self.rows.go_to(turn)

    def _show_all(self, on: bool) -> None:
        self.settings.show_all(on)
        self.rows.unfold(on)

    def _apply_theme(self) -> None:
        theme = self.theme
        self.one.setFont(font(14, QFont.Weight.DemiBold, scale=self.scale))
        self.changed.setFont(font(14, QFont.Weight.DemiBold, scale=self.scale))
        style_tabs(self.tabs)
        self._rule.setStyleSheet(f"background: {theme.border}; border: none;")
