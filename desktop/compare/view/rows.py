"""Two runs side by side: their turns, what both say once and what differs marked; their settings, and how each went."""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Sequence

from PySide6.QtCore import QSizeF, QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from parley.desktop.compare.figures import ComparedLine, ComparedRow, ComparedSetting, CompareFigure
from parley.desktop.widgets.themed import Themed

ALIKE = 0.35
"""Part of the words that two lines must share for their words to be compared one by one."""
LONGEST = 600
"""Words of a line up to which that is done."""
PAGE = 200
"""Rows that stand on a page at a time; a link shows as many more."""
NUMBER = "turn:"
"""What the links of turns begin with."""

_PIECE = re.compile(r"\w+|[^\w\s]")  # A word, or one sign; spaces make no difference


class CompareRows(Themed, QTextBrowser):
    """A page of rich text. Signals: `turn_chosen(number)` of the first run."""

    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = CompareFigure()
        self._unfolded = False
        self._until = PAGE
        self.setAccessibleName(self.tr("Turns of both runs"))
        self.setOpenLinks(False)  # They are answered here: Qt would look for files
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.anchorClicked.connect(self._on_link)

    def show_figure(self, figure: CompareFigure) -> None:
        """Show two runs, at the first turn that differs."""
        self._figure = figure
        self._unfolded, self._until = False, PAGE
        self._write_page()

    def unfold(self, on: bool) -> None:
        """Show what both share line by line, or in one."""
        self._unfolded = on
        self._write_page()

    @property
    def folded(self) -> int:
        """How many turns stand in the one line at the top."""
        return 0 if self._unfolded else self._figure.shared

    def go_to(self, turn: int) -> None:
        """Bring a turn of the first run into sight, or what stands where it would."""
        rows = self._figure.rows
        # Rows that only the other run has are of number 0: they are passed over.
        at = next((at for at, row in enumerate(rows) if row.number >= turn), len(rows) - 1)
        if at - self.folded >= self._until:
            self._until = at - self.folded + PAGE
            self._write_page()
        self.scrollToAnchor(f"row{at}")

    def _apply_theme(self) -> None:
        self._write_page()

    def _on_link(self, link: QUrl) -> None:
        chosen = link.toString()
        if chosen.startswith(NUMBER):
            self.turn_chosen.emit(int(chosen.removeprefix(NUMBER)))
        elif chosen == "unfold":
            self.unfold(True)
        else:
            place = self.verticalScrollBar().value()  # `setHtml` goes back to the top
            self._until += PAGE
            self._write_page()
            self.verticalScrollBar().setValue(place)

    # The page -----------------------------------------------------------------------------------------------------

    def _write_page(self) -> None:
        figure, theme = self._figure, self.theme
        if not figure.rows:
            self.setPlainText(self.tr("Nobody has said anything in either run."))
            return
        parts = [self._folded_row()] if self.folded else []
        rows = figure.rows[self.folded :]
        parts += [self._format_row(self.folded + at, row) for at, row in enumerate(rows[: self._until])]
        page = f"<table width='100%' cellspacing='0' cellpadding='7'>{''.join(parts)}</table>"
        if len(rows) > self._until:
            more = self.tr("{0} more turns").format(self.locale().toString(len(rows) - self._until))
            page += f"<p align='center'><a href='more'>{more}</a></p>"
        self.document().setDefaultStyleSheet(f"a {{ color: {theme.accent}; text-decoration: none; }}")
        self.setHtml(page)

    def _folded_row(self) -> str:
        return (
            f"<tr><td colspan='3' align='center' bgcolor='{self.theme.raised}'>"
            f"<a href='unfold'>{html.escape(self.folded_words())}</a></td></tr>"
        )

    def folded_words(self) -> str:
        """Return what stands for the turns that both share."""
        count = self.folded
        if count == 1:
            return self.tr("Turn 1 is the same in both. Click to show it.")
        return self.tr("Turns 1 to {0} are the same in both. Click to show them.").format(self.locale().toString(count))

    def _format_row(self, at: int, row: ComparedRow) -> str:
        differing = ([], []) if row.same or not row.one or not row.other else mark_changes(row.one.text, row.other.text)
        left, right = self._format_line(row.one, differing[0]), self._format_line(row.other, differing[1])
        numbers = [str(number) for number in (row.number, row.other_number) if number]
        told = "·".join(dict.fromkeys(numbers)) + (" =" if row.same else " ≠")  # Once where both are the same number
        if row.number:
            told = f"<a href='{NUMBER}{row.number}'>{told}</a>"
        ground = "" if row.same else f" bgcolor='{self.theme.accent_soft}'"
        return (
            f"<tr><td width='47%'>{left}</td>"
            f"<td width='6%' align='center'{ground}><a name='row{at}'></a>{told}</td>"
            f"<td width='47%'>{right}</td></tr>"
        )

    def _format_line(self, line: ComparedLine | None, differing: Sequence[tuple[int, int]]) -> str:
        """Return a turn: who speaks, and the words, those that the other run has otherwise on a highlighter's
        ground."""
        if line is None:
            told = html.escape(self.tr("no such turn"))
            return f"<span style='color: {self.theme.secondary}'>{told}</span>"
        pieces, done = [], 0
        for first, last in differing:
            marked = html.escape(line.text[first:last])
            pieces.append(html.escape(line.text[done:first]))
            pieces.append(f"<span style='background-color: {self.theme.highlight}'>{marked}</span>")
            done = last
        text = "".join([*pieces, html.escape(line.text[done:])]).replace("\n", "<br>")
        if not line.name:
            return f"<i>{text}</i>"
        member = self._figure.members.get(line.member)
        colour = self.theme.member(member.colour if member else "slate").name()
        calls = "".join(f"<br><i style='color: {self.theme.secondary}'>{html.escape(each)}</i>" for each in line.calls)
        return f"<b style='color: {colour}'>{html.escape(line.name)}</b>{calls}<br>{text}"


def mark_changes(one: str, other: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return which parts of two lines differ, as (first, last + 1) of each; none at all where hardly a word is the
    same.
    """
    left, right = list(_PIECE.finditer(one)), list(_PIECE.finditer(other))
    if max(len(left), len(right)) > LONGEST:  # `SequenceMatcher` takes quadratic time
        return [], []
    mine, yours = ([piece.group().casefold() for piece in pieces] for pieces in (left, right))
    matcher = difflib.SequenceMatcher(None, mine, yours, autojunk=False)  # Else frequent words would be ignored as junk
    if matcher.ratio() < ALIKE:  # Nearly everything would be marked, which says nothing
        return [], []
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        for spans, pieces, low, high in ((found[0], left, a, b), (found[1], right, c, d)):
            if high > low:  # Empty on one side: words were only added or removed
                spans.append((pieces[low].start(), pieces[high - 1].end()))
    return found


LONGEST_VALUE = 600
"""Characters of a value that the table holds."""
MOST = 7
"""Rows up to which the table grows; below, it scrolls."""


class SettingsTable(Themed, QTextBrowser):
    """Three columns: what it is, and its value in each run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ComparedSetting, ...] = ()
        self._all = False
        self.setAccessibleName(self.tr("Settings and outcomes of both runs"))
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)  # Known after a layout only

    def show_rows(self, rows: tuple[ComparedSetting, ...]) -> None:
        """Show what two runs have in their settings, what was done to them, or how they went."""
        self._rows = rows
        self._fill_table()

    def show_all(self, on: bool) -> None:
        """Show all, or only what differs."""
        self._all = on
        self._fill_table()

    def _apply_theme(self) -> None:
        self._fill_table()

    def list_shown(self) -> tuple[ComparedSetting, ...]:
        """Return the rows that are shown."""
        return tuple(row for row in self._rows if self._all or row.differs)

    def _fill_table(self) -> None:
        rows, theme = self.list_shown(), self.theme
        page = ""
        for row in rows:
            look = "font-weight: 600" if row.differs else f"color: {theme.faint}"
            values = (html.escape(" ".join(text.split())[:LONGEST_VALUE]) for text in (row.one, row.other))
            page += f"<tr><td width='26%' style='color: {theme.secondary}'>{html.escape(row.title)}</td>"
            page += "".join(f"<td width='37%' style='{look}'>{value}</td>" for value in values) + "</tr>"
        self.setHtml(f"<table width='100%' cellspacing='0' cellpadding='4'>{page}</table>")
        self.setVisible(bool(rows))

    def _fit_height(self, page: QSizeF) -> None:
        self.setFixedHeight(round(min(page.height(), MOST * (self.fontMetrics().height() + 8))) + 14)
