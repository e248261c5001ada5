"""The page that shows what was sent, as that member saw it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QUrl, Signal
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from parley.desktop.inspector.figures import InspectorFigure, PayloadRow
from parley.desktop.inspector.view.pane import Label, Pane, TextButton, make_typeface
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed

MOST_OPEN = 4_000
"""Characters of a payload that are all shown at once."""
FIRST_LINE = 120
"""Characters that a folded row shows."""


class PayloadText(Themed, QTextBrowser):
    """What was sent, row by row: a heading, which a click or Enter folds, and the text, its cached part shaded.

    Attributes: `rows`; `unfolded`, those that are shown whole.
    Signals: `unfolded_changed()`.
    """

    unfolded_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PayloadRow, ...] = ()
        self.unfolded: frozenset[int] = frozenset()
        self._speakers: dict[str, str] = {}
        self.setOpenLinks(False)  # Headings are links to rows, which Qt would follow itself
        self.setFrameShape(QFrame.Shape.NoFrame)
        # One line is enough in a low dock: a higher minimum would make all pages higher.
        self.setMinimumHeight(24)
        self.setAccessibleName(self.tr("What was sent to the voice"))
        self.anchorClicked.connect(self._toggle_row)
        self._apply_theme()

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None  # Images and links in a text must never be fetched

    def show_rows(self, rows: tuple[PayloadRow, ...], speakers: Mapping[str, str]) -> None:
        """Show a payload; what was unfolded stays unfolded. `speakers` are the members' colours by role."""
        if (rows, dict(speakers)) == (self.rows, self._speakers):
            return
        if self.short:
            # All rows were shown whole for being short: the user unfolded none of them.
            self.unfolded = frozenset()
        self.rows, self._speakers = rows, dict(speakers)
        # The last row is what was to be answered: it is shown whole.
        last = frozenset(range(max(0, len(rows) - 1), len(rows)))
        kept = frozenset(at for at in self.unfolded if at < len(rows)) | last
        self.unfolded = frozenset(range(len(rows))) if self.short else kept
        self._fill_text()

    @property
    def short(self) -> bool:
        """Whether all of it is shown from the start."""
        return sum(len(row.text) for row in self.rows) <= MOST_OPEN

    def unfold(self, rows: frozenset[int]) -> None:
        """Show these rows whole and the others in one line each."""
        if rows != self.unfolded:
            self.unfolded = rows
            self._fill_text()
            self.unfolded_changed.emit()

    def whole(self) -> str:
        """Return all of the payload as text."""
        return "\n\n".join(f"{row.role}:\n{row.text}" for row in self.rows)

    def _toggle_row(self, link: QUrl) -> None:
        self.unfold(self.unfolded ^ {int(link.toString().removeprefix("#"))})

    def _fill_text(self) -> None:
        """Write the document anew; where it stands is kept."""
        place = self.verticalScrollBar().value()
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # Laid out once at the end, not at each row
        for at, row in enumerate(self.rows):
            self._write_row(cursor, at, row)
        cursor.endEditBlock()
        self.verticalScrollBar().setValue(place)

    def _write_row(self, cursor: QTextCursor, at: int, row: PayloadRow) -> None:
        opened = at in self.unfolded
        self._write_heading(cursor, at, row)
        flat = " ".join(row.text[: 4 * FIRST_LINE].split())  # A beginning is enough: the text may have megabytes
        text = (
            row.text if opened else flat[:FIRST_LINE] + ("…" if len(flat) > FIRST_LINE or len(row.text) > 480 else "")
        )
        plain, cached = QTextCharFormat(), QTextCharFormat()
        for each in (plain, cached):
            each.setForeground(self.theme.colour("text"))
        cached.setBackground(self.theme.colour("cached"))
        reached = round(row.cached * len(text))  # A folded row is shaded by the same part
        cursor.insertBlock()
        cursor.insertText(text[:reached], cached)
        cursor.insertText(text[reached:], plain)
        cursor.insertBlock()

    def _write_heading(self, cursor: QTextCursor, at: int, row: PayloadRow) -> None:
        colour = self._speakers.get(row.role, "")
        style = QTextCharFormat()
        style.setFont(make_typeface(11, QFont.Weight.DemiBold))
        style.setForeground(self.theme.member(colour) if colour else self.theme.colour("secondary"))
        style.setAnchor(True)  # Tab goes from one to the next, Enter follows it
        style.setAnchorHref(f"#{at}")
        number = self.locale().toString(row.tokens)
        counted = self.tr("{0} tokens").format(number if row.counted else f"≈ {number}") if row.tokens else ""
        told = f"{'▾' if at in self.unfolded else '▸'} {row.role}"
        cursor.insertText(" · ".join(part for part in (told, counted) if part), style)

    def _apply_theme(self) -> None:
        self.document().setDefaultFont(make_typeface(12))
        self._fill_text()


class PayloadPane(Pane):
    """The payload of a turn, how much of it came from the cache, and whether it is proven to be what was sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = PayloadText()
        self.title = Label(weight=QFont.Weight.DemiBold)
        self.spent, self.proof = Label(role="secondary", size=11), Label(size=11, weight=QFont.Weight.DemiBold)
        self.empty = Label(
            self.tr(
                "Nothing was sent to a voice for this turn. Where a voice speaks, the exact text it was sent is here."
            ),
            "secondary",
        )
        self.whole = TextButton(self.tr("Whole text"))
        self.whole.setToolTip(self.tr("Unfold every row; a click on a role unfolds one"))
        self.whole.setCheckable(True)
        self.whole.toggled.connect(self._show_whole)
        self.copy = TextButton(self.tr("Copy all"))
        self.copy.setToolTip(self.tr("Copy the whole payload"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.whole()))
        self.text.unfolded_changed.connect(self._on_unfolded)
        foot = hbox((self.proof, 1), self.whole, self.copy, margins=(2, 0, 6, 2), spacing=4)
        vbox(
            self.title, self.spent, self.empty, (self.text, 1), foot,
            within=self, margins=(12, 4, 2, 2), spacing=4,
        )  # fmt: skip

    def show_figure(self, figure: InspectorFigure) -> None:
        sent = figure.sent()  # This derives it: only the page in sight asks
        name, number = figure.member.name if figure.member else "", self.locale().toString(figure.turn)
        mine = figure.member.colour if figure.member else "slate"
        # In a talk of two, "user" can only be the other one.
        others = [each.colour for each in figure.members if figure.member and each.id != figure.member.id]
        self.text.show_rows(sent.payload, {"assistant": mine, "user": others[0] if len(others) == 1 else ""})
        if self.whole.isChecked():  # The user asked for the whole text: new rows are unfolded too
            self._show_whole(True)
        for widget in (self.text, self.copy, self.title, self.spent):
            widget.setVisible(bool(sent.payload))
        self.empty.setVisible(not sent.payload)
        self.title.setText(self.tr("For turn {0}, as {1} saw it").format(number, name) if name else "")
        self.spent.setText(self._describe_usage(figure))
        self._on_unfolded()
        self._show_proof(sent.proven)

    def _describe_usage(self, figure: InspectorFigure) -> str:
        """Return how many tokens it took, how much of it came from the cache, and how long the answer took."""
        fresh, read, written, _out = figure.usage
        number, whole = self.locale().toString, fresh + read + written
        told = []
        if whole:
            told.append(self.tr("{0} tokens").format(number(whole)))
            told.append(self.tr("cached {0} · {1} %").format(number(read), number(round(100 * read / whole))))
            told.append(self.tr("new {0}").format(number(whole - read)))
        if figure.latency:
            told.append(self.tr("{seconds} s").format(seconds=number(float(figure.latency), "f", 1)))
        return "   ".join(told)

    def _show_proof(self, proven: str) -> None:
        short, long = {
            "proven": (self.tr("✓ proven"), self.tr("Its hash is the one that was logged when it was sent.")),
            "unrecorded": (
                self.tr("not recorded"),
                self.tr("Nothing was logged of what was sent: this is what it would be today."),
            ),
            "unsent": (self.tr("not sent"), self.tr("Nothing was sent: all of the line is the rules'.")),
            "differs": (
                self.tr("! differs"),
                self.tr("Its hash is not the logged one: this is not quite what was sent."),
            ),
        }.get(proven, (proven, ""))
        self.proof.set_role({"proven": "good", "differs": "bad"}.get(proven, "secondary"))
        self.proof.setText(short)
        self.proof.setToolTip(make_tip(long))
        self.proof.setAccessibleDescription(long)

    def _show_whole(self, on: bool) -> None:
        """Show every row in full, or in one line each."""
        self.text.unfold(frozenset(range(len(self.text.rows) if on else 0)))

    def _on_unfolded(self) -> None:
        self.whole.setVisible(not self.text.short)
        everything = len(self.text.unfolded) == len(self.text.rows) and not self.text.short
        with QSignalBlocker(self.whole):  # The button only shows the state here and must not fold rows
            self.whole.setChecked(everything)
