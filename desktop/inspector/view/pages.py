"""The pages that say why, what a mode has to tell, what was spent and remembered, how two stand, what the log has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QGuiApplication, QPainter, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QWidget,
)
from PySide6.QtWidgets import QTableWidgetItem as Item

from parley.desktop.affinity.numbers import format_change, format_trust, say_value
from parley.desktop.inspector.figures import DraftFigure, InspectorFigure, LoreFigure, MemoryFigure, RecalledFigure
from parley.desktop.inspector.view.pane import (
    ColumnPane,
    Label,
    PagePane,
    Pane,
    TextButton,
    format_scores,
    format_table,
    px,
    told,
)
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import word
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.figure_model import AnyIndex
from parley.desktop.widgets.language import get_name
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.theme import LOOK, Theme
from parley.desktop.widgets.themed import Themed

if TYPE_CHECKING:
    from parley.core.log.events.turn import Candidate


class NotesPane(PagePane):
    """How a turn came about, as the run's mode tells it."""

    def write(self, figure: InspectorFigure) -> Iterable[str]:
        for note in figure.notes:
            yield told(note.heading, size=13 if note.large else 12, strong=True)
            yield told(note.text, "secondary", 11 if note.small else 12)
            yield format_table(note.pairs)
            if (call := note.call) is not None:
                went = self.tr("refused") if call.error else self.tr("done")
                head = f"{'✕' if call.error else '✓'} {call.name} · {went}"
                yield told(head, "bad" if call.error else "good", strong=True)
                yield told(call.arguments, "secondary", 11)
                yield told(call.text)


class TokensPane(PagePane):
    """A table of facts."""

    def __init__(self) -> None:
        super().__init__()
        QGuiApplication.clipboard().dataChanged.connect(self._clean_copy)  # QLabel has no hook for copying

    def _clean_copy(self) -> None:
        """Remove from what was copied here the zero-width spaces that let a hash break."""
        board = QGuiApplication.clipboard()
        if self.page.hasSelectedText() and self.page.hasFocus() and "\u200b" in board.text():
            board.setText(board.text().replace("\u200b", ""))

    def write(self, figure: InspectorFigure) -> Iterable[str]:
        if not any(figure.usage) and not figure.facts:
            empty = self.tr(
                "No voice was called for this turn, so it took no tokens. Where one is, its bill stands here."
            )
            yield told(empty, "secondary")
        yield format_table([(name, _make_breakable(value)) for name, value in figure.facts])


def _make_breakable(text: str) -> str:
    """Return a long text without spaces, such as a hash, with a place to break after every 8 letters."""
    if " " in text or len(text) < 25:
        return text
    return "\u200b".join(text[i : i + 8] for i in range(0, len(text), 8))


class WhyPane(ColumnPane):
    """The selection's heading and reason, the bars, and the lines among which the said one was chosen.

    Signals: `member_chosen(id)`.
    """

    member_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.column.setAccessibleName(self.tr("Why this speaker"))
        self.heading = Label(size=13, weight=QFont.Weight.DemiBold)
        self.reason = Label(role="secondary")
        self.bars, self.legend = WhyBars(), Label(role="secondary", size=11)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.bars.member_chosen.connect(self.member_chosen)
        self.redrawn_heading = Label(self.tr("Said otherwise before"), weight=QFont.Weight.DemiBold)
        self.redrawn = Label(role="secondary")
        self.drafts_heading = Label(self.tr("Why this line"), size=13, weight=QFont.Weight.DemiBold)
        self.move_told = Label(role="secondary")
        self.drafts_note = Label(role="secondary", size=11)
        self.add(self.heading, self.reason, self.bars, self.legend, self.redrawn_heading, self.redrawn)
        self.add(self.drafts_heading, self.move_told, self.drafts_note)
        self.drafts = self.add(Label())
        self.drafts.setTextFormat(Qt.TextFormat.RichText)

    def show_figure(self, figure: InspectorFigure) -> None:
        before, why = self.bars.get_heading(), figure.why
        coming = why is not None and why.turn > figure.turn
        self.bars.show_figure(why, figure.members, coming=coming)
        if before != self.bars.get_heading():
            # The rows have their places after the next layout.
            QTimer.singleShot(0, self, self._seek)  # `self`: not once it is deleted
        self.heading.show_text(self.bars.get_heading())
        reason = figure.unselected if why is None else ""
        if why is not None and why.bars:
            policy = self.tr("policy {name}").format(name=word(why.policy)) if why.policy else ""
            # A topology of two gives its own name as the reason.
            told = why.reason if why.reason != word(why.policy) else ""
            reason = " · ".join(part for part in (policy, told, self.bars.draw_text(), self.bars.left_out()) if part)
        self.reason.show_text(reason)
        self.redrawn.show_text("\n".join(f"“{text}” ({cause})" for text, cause in figure.redrawn))
        self.redrawn_heading.setVisible(bool(figure.redrawn))
        told, weighed = self._explain_line(figure), why is not None and bool(why.bars)
        # The bars above explain the turn that is under way, this part the line before it.
        earlier = self.tr("Why the line of turn {turn}").format(turn=self.locale().toString(figure.turn))
        self.drafts_heading.show_text(earlier if coming else self.tr("Why this line"))
        self.drafts_heading.setVisible(bool(told or figure.move))
        self.move_told.show_text(figure.move)
        self.drafts_note.show_text(told)
        if not weighed and not told and not reason:
            said = why.reason if why is not None else ""
            self.reason.show_text(said or self._describe_no_choice(why is not None))
        self.legend.show_text(self._build_legend() if weighed else "")
        self.drafts.show_text("".join(part for draft in figure.drafts for part in self._format_draft(draft)))

    def _format_draft(self, draft: DraftFigure) -> Iterable[str]:
        """Return a line that could have been said: whether it was, the line, and what speaks for and against it."""
        said = self.tr("✓ said") if draft.kept else self.tr("✓ chosen, and said otherwise")
        yield told(said if draft.chosen else "", "accent", 11, strong=True)
        yield told(draft.text, "text" if draft.chosen else "secondary")
        yield told(get_name("draft_fault", draft.fault), "bad", 11)
        terms = ((get_name("draft_term", name), value) for name, value in draft.terms)
        yield told(format_scores(terms, draft.score) if draft.terms else "", "secondary", 11)

    def _describe_no_choice(self, chosen: bool) -> str:
        if chosen:
            return self.tr("This speaker was chosen without a draw.")
        return self.tr(
            "Nobody was weighed at this turn. When a speaker is selected, each candidate's chances stand here."
        )

    def _build_legend(self) -> str:
        """Return what the colours of the bars say."""
        words = (self.tr("base"), self.tr("affinity"), self.tr("jitter"), self.tr("bonus"), self.tr("taken off"))
        return "&nbsp;&nbsp; ".join(
            f"<span style='color:{term_colour(term, self.theme).name()}'>■</span> {word}"
            for term, word in enumerate(words)
        )

    def _seek(self) -> None:
        """Scroll to whoever speaks: among thirty their row would else be below the edge."""
        row = self.bars.row_of_speaker()
        if row >= 0 and self.isVisible():
            y = self.bars.y() + self.bars.horizontalHeader().height() + self.bars.rowViewportPosition(row)
            bar, room = self.column.verticalScrollBar(), self.column.viewport().height()
            bar.setValue(y - room // 2 if y + self.bars.rowHeight(row) > room else 0)

    def _explain_line(self, figure: InspectorFigure) -> str:
        """Return how the line came about, where it was not simply the one that was drawn."""
        if not figure.drafts:
            return ""
        told = self.tr("{count} lines were drawn at once; the one that fits best is said.")
        return told.format(count=max(figure.drawn, len(figure.drafts)))


class RawPane(Pane):
    """The raw events, to be read and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._raw = ""
        self.text = QPlainTextEdit(readOnly=True, undoRedoEnabled=False)
        self.text.setObjectName("rawEvents")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("Raw events of the turn"))
        self.empty = Label(
            self.tr("Once something happened, its events stand here as they are in the log."), "secondary"
        )
        self.copy = TextButton(self.tr("Copy"))
        self.copy.setAccessibleName(self.tr("Copy the raw events"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._raw))
        vbox(
            self.empty,
            (self.text, 1),
            (self.copy, 0, Qt.AlignmentFlag.AlignRight),
            within=self,
            margins=(12, 4, 6, 4),
            spacing=4,
        )
        self._apply_theme()

    def show_figure(self, figure: InspectorFigure) -> None:
        if figure.raw != self._raw:  # The same text again would scroll up and let go of a selection
            self._raw = figure.raw
            self.text.setPlainText(figure.raw)
        for widget in (self.text, self.copy):
            widget.setVisible(bool(figure.raw))
        self.empty.setVisible(not figure.raw)

    def _apply_theme(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(px(11.5))
        self.text.setFont(font)


Remembered = RecalledFigure | LoreFigure | MemoryFigure


class MemoriesPane(PagePane):
    """What came to the member's mind for this turn, and what they remembered. Signals: `run_opened(run)`."""

    run_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.link_chosen.connect(self.run_opened)

    def write(self, figure: InspectorFigure) -> Iterable[str]:
        name = figure.member.name if figure.member else ""
        memories: list[Remembered] = [*figure.recalled, *figure.lore, *figure.memories]
        if not memories:
            empty = self.tr("Choose a turn to see what its speaker remembered.")
            if figure.member is not None:
                empty = figure.no_memories or self.tr(
                    "{name} remembered nothing here. What a run teaches its members is remembered in the next one."
                )
            yield told(empty.format(name=name), "secondary")
        if figure.recalled or figure.lore:
            yield told(self.tr("What came to {name}'s mind for this turn, and why").format(name=name), "secondary", 11)
        for memory in memories:
            yield told(self._describe_kind(memory), "accent", 11, strong=True)
            yield told(memory.text)
            if isinstance(memory, RecalledFigure):
                names = self.tr("recent"), self.tr("relevant"), self.tr("important")
                values = memory.recency, memory.relevance, memory.importance
                yield told(format_scores(zip(names, values, strict=True), memory.score), "secondary", 11)
            if not isinstance(memory, LoreFigure) and memory.run:
                yield self._write_source(memory.run, memory.source)

    def _describe_kind(self, memory: Remembered) -> str:
        if isinstance(memory, LoreFigure):
            parts: tuple[str, ...] = (memory.book, memory.entry, self._describe_lore_trigger(memory))
        elif isinstance(memory, RecalledFigure):
            weight = self.tr("importance {value} of 10").format(value=memory.weight)
            parts = (memory.type, memory.moment, weight)
        else:
            parts = (memory.kind,)
        return " · ".join(part for part in parts if part)

    def _write_source(self, run: str, name: str) -> str:
        """Say which earlier run it is from; one that is here no more cannot be opened."""
        source = told(self.tr("From {run}").format(run=name or run), "secondary", 11)
        colour = LOOK.theme.colour("accent").name()
        return f"<a href='{escape(run)}' style='color: {colour}'>{source}</a>" if name not in ("", run) else source

    def _describe_lore_trigger(self, lore: LoreFigure) -> str:
        if not lore.key:
            return self.tr("always")
        if lore.by:
            return self.tr("by “{key}” in “{entry}”").format(key=lore.key, entry=lore.by)
        return self.tr("by “{key}”").format(key=lore.key)


class RelationsPane(PagePane):
    """How the member stands with each of the others at this turn."""

    def write(self, figure: InspectorFigure) -> Iterable[str]:
        name = figure.member.name if figure.member else ""
        if not figure.relations:
            nobody = self.tr("Choose a turn of a member to see how they stand with the others.")
            yield told((figure.no_relations or nobody).format(name=name), "secondary")
            return
        usual = self.tr("How {name} gets on with the others: tense ← 0.50 → warm")
        yield told((figure.relations_heading or usual).format(name=name), "secondary", 11)
        felt = dict(enumerate(figure.valences))
        yield format_table(
            [
                (other, self._describe_pair(value, note, felt.get(row), figure.trust))
                for row, (other, value, note) in enumerate(figure.relations)
            ]
        )

    def _describe_pair(self, value: float, note: str, felt: tuple[float, float] | None, trust: bool) -> str:
        """Return how two stand: `value` in 0 (tense) to 1 (warm), read as a `trust` of −100 to 100 in a story; `felt`
        is the valence toward the other and theirs back, each in −1 to 1.
        """
        told = [format_trust(value) if trust else say_value(value)]
        if felt is not None and felt != (0.0, 0.0):
            to, back = (format_change(each) for each in felt)
            told.append(self.tr("feels {to} · gets back {back}").format(to=to, back=back))
        return " · ".join(part for part in (*told, note) if part)


NAME, TERMS, WEIGHT, SHARE = range(4)
PARTS = int(Qt.ItemDataRole.UserRole)
"""The parts of a bar as (which term, how long), in parts of the longest bar."""
BAR = 12
"""Pixels of a bar's height at a text scale of 1."""
BASE, AFFINITY, JITTER, BONUS, OFF = range(5)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def term_colour(term: int, theme: Theme) -> QColor:
    """Return the colour of a term: what is between people, what is chance, what a rule adds, what is taken off."""
    return QColor(
        {
            BASE: theme.neutral,
            AFFINITY: "#8f9cff" if theme.dark else "#5a6ae0",
            JITTER: "#e2b878" if theme.dark else "#c08a3c",
            BONUS: theme.good,
            OFF: theme.bad,
        }[term]
    )


WIDEST = 120
"""Pixels of a candidate's name at a text scale of 1: the weights beside it must have their room."""


class TermsDelegate(QStyledItemDelegate):
    """Paints the terms of a weight as a stacked bar; what is taken off is hatched back from its end."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        high, x = BAR * LOOK.scale, float(option.rect.left() + 2)
        top, wide = option.rect.center().y() - high / 2, option.rect.width() - 8
        for term, part in index.data(PARTS) or ():
            colour = term_colour(term, LOOK.theme)
            box = QRectF(x, top, part * wide, high)
            if term == OFF:
                box.moveRight(x)  # It covers the end of the terms that are added
                painter.fillRect(box, LOOK.theme.colour("surface"))  # The hatch pattern is transparent
            painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern) if term == OFF else colour)
            x = box.right()


class WhyBars(Themed, QTableWidget):
    """A row a candidate, in the order of the draw: who, the terms of their weight, the weight, the probability. Who
    could not be chosen has no row, but is named. It is as high as its rows.

    Signals: `member_chosen(id)` when a row is clicked, or entered.
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._why: WhyFigure | None = None
        self._members: dict[str, MemberFigure] = {}
        self._coming = False
        self.order: tuple[Candidate, ...] = ()
        self.out: tuple[str, ...] = ()
        bare_table(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # The page scrolls; two bars would fight
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegateForColumn(TERMS, TermsDelegate(self))
        titles = (self.tr("Candidate"), self.tr("Terms"), self.tr("Weight"), self.tr("Probability"))
        self.setHorizontalHeaderLabels(titles)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(TERMS, QHeaderView.ResizeMode.Stretch)
        self.setAccessibleName(self.tr("Why this speaker"))
        for signal in (self.cellClicked, self.cellActivated):  # Enter activates; a click does only on some desktops
            signal.connect(lambda row, _column: self.member_chosen.emit(self.order[row].member))

    def show_figure(self, why: WhyFigure | None, members: Sequence[MemberFigure], *, coming: bool = False) -> None:
        """Show one speaker selection (None: nobody was selected at this turn); `coming`: the turn is not over."""
        by_id = {member.id: member for member in members}
        if (why, by_id, coming) == (self._why, self._members, self._coming):
            return
        self._why, self._members, self._coming = why, by_id, coming
        bars = why.bars if why else ()
        self.order = tuple(bar for bar in bars if bar.probability > 0 or bar.weight > 0)
        self.out = tuple(self._name(bar.member) for bar in bars if bar not in self.order)
        told = (self.get_heading(), why.reason if why else "", self.draw_text(), self.left_out())
        self.setAccessibleDescription(". ".join(part for part in told if part))
        self._fill_rows()

    def get_heading(self) -> str:
        """Return the line to put above the bars: "Why Analyst spoke at turn 14"."""
        if self._why is None:
            return ""
        told = (
            self.tr("Why {name} speaks at turn {turn}") if self._coming else self.tr("Why {name} spoke at turn {turn}")
        )
        return told.format(name=self._name(self._why.member), turn=self.locale().toString(self._why.turn))

    def draw_text(self) -> str:
        """Return what was drawn, such as "drawn among 4 · needle at 0.41", or "" where nothing was."""
        if self._why is None or self._why.draw < 0:
            return ""
        told = self.tr("drawn among {count} · needle at {value}")
        return told.format(count=len(self.order), value=self._format_decimal(self._why.draw))

    def left_out(self) -> str:
        """Return who could not be chosen; "" where everybody could."""
        return self.tr("Not in the draw: {names}").format(names=", ".join(self.out)) if self.out else ""

    def row_of_speaker(self) -> int:
        """Return the row of whoever was chosen, −1 where they have none."""
        won = self._why.member if self._why is not None else ""
        return next((row for row, bar in enumerate(self.order) if bar.member == won), -1)

    def sizeHint(self) -> QSize:
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        return QSize(320, self.horizontalHeader().sizeHint().height() + rows + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def _fill_rows(self) -> None:
        longest = max((max(bar.weight, sum(_get_terms(bar))) for bar in self.order), default=1.0)
        won, metrics = self.row_of_speaker(), self.fontMetrics()
        self.setRowCount(len(self.order))
        for row, bar in enumerate(self.order):
            name = metrics.elidedText(self._name(bar.member), Qt.TextElideMode.ElideMiddle, round(WIDEST * self.scale))
            cells = (name, "", self._format_decimal(bar.weight), self._format_decimal(bar.probability))
            for column, text in enumerate(cells):
                item = Item(text)
                if column == NAME and (member := self._members.get(bar.member)) is not None:
                    item.setIcon(avatar_icon(replace(member, speaking=False), self.theme))
                elif column == TERMS:
                    item.setData(PARTS, _list_parts(bar, longest))
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, self.describe_bar(bar))
                item.setToolTip(make_tip(self.describe_bar(bar)))
                if column >= WEIGHT:
                    item.setTextAlignment(RIGHT)
                if row == won:
                    item.setBackground(self.theme.colour("accent_soft"))
                self.setItem(row, column, item)
        self.resizeRowsToContents()
        self.setFixedHeight(self.sizeHint().height())
        self.setVisible(bool(self.order))

    def _apply_theme(self) -> None:
        self._fill_rows()

    def describe_bar(self, bar: Candidate) -> str:
        """Return a candidate with all numbers of the event, in a sentence."""
        parts = [
            self.tr("base {value}").format(value=self._format_decimal(bar.base)),
            self.tr("affinity {value}").format(value=self._format_signed(bar.affinity)),
            self.tr("share of talk {value}").format(value=self._format_signed(bar.recency)),
            self.tr("jitter {value}").format(value=self._format_signed(bar.jitter)),
        ]
        if bar.bonus:
            parts.append(self.tr("bonus {value}").format(value=self._format_signed(bar.bonus)))
        weight = self.tr("weight {value}").format(value=self._format_decimal(bar.weight))
        return f"{self._name(bar.member)}: {', '.join(parts)}; {weight}, {round(bar.probability * 100)}%"

    def _name(self, member: str) -> str:
        found = self._members.get(member)
        return found.name if found else member or self.tr("Director")

    def _format_decimal(self, value: float) -> str:
        return self.locale().toString(float(value), "f", 2)

    def _format_signed(self, value: float) -> str:
        return f"{'−' if value < 0 else '+'}{self._format_decimal(abs(value))}"


def _get_terms(bar: Candidate) -> tuple[float, float, float, float]:
    """Return the terms before anything is taken off; a chance without terms is a base of that length."""
    terms = bar.base, max(0.0, bar.affinity), max(0.0, bar.jitter), max(0.0, bar.bonus)
    return terms if any(terms) else (max(bar.weight, bar.probability), 0.0, 0.0, 0.0)  # Some policies give no terms


def _list_parts(bar: Candidate, longest: float) -> tuple[tuple[int, float], ...]:
    """Return the parts of a candidate's bar; what is taken off lies over the end of the others."""
    terms = _get_terms(bar)
    off = max(0.0, sum(terms) - max(0.0, bar.weight))  # Not a sum of negative terms: weights are floored at 0
    longest = max(0.01, longest)
    return tuple((term, value / longest) for term, value in enumerate((*terms, off)) if value > 1e-6)
