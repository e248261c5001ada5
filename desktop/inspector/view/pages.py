"""The pages that say why, what a mode has to tell, what was spent, and what the log has."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QGuiApplication,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from parley.desktop.inspector.candidates import WhyBars, term_colour
from parley.desktop.inspector.figures import CallFigure, DraftFigure, InspectorFigure, NoteFigure
from parley.desktop.inspector.view.pane import (
    ColumnPane,
    Label,
    PairGrid,
    Pane,
    TextButton,
    format_scores,
    px,
    show_each,
)
from parley.desktop.run.words import word
from parley.desktop.widgets.layouts import upright


class CallCard(QFrame):
    """One tool call: its name and how it went, the arguments, and what the voice was told."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("callCard")
        self.head, self.result = Label(weight=QFont.Weight.DemiBold), Label()
        self.arguments = Label(role="secondary", size=11)
        upright(self.head, self.arguments, self.result, within=self, margins=(10, 7, 10, 8), spacing=3)

    def show_call(self, figure: CallFigure) -> None:
        went = self.tr("refused") if figure.error else self.tr("done")
        self.head.setText(f"{'✕' if figure.error else '✓'} {figure.name} · {went}")
        self.arguments.setText(figure.arguments)
        self.result.setText(figure.text)
        self.setAccessibleName(f"{figure.name}, {went}: {figure.text}")
        self.head.set_role("bad" if figure.error else "good")


class NoteBlock(QWidget):
    """One note: a heading, a text, pairs and a tool call, as far as they are there."""

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.text = Label(weight=QFont.Weight.DemiBold), Label(role="secondary")
        self.pairs, self.call = PairGrid(), CallCard()
        upright(self.heading, self.text, self.pairs, self.call, within=self, margins=0, spacing=6)

    def show_note(self, note: NoteFigure) -> None:
        self.heading.set_size(13 if note.large else 12)
        self.heading.show_text(note.heading)
        self.text.set_size(11 if note.small else 12)
        self.text.show_text(note.text)
        self.pairs.show_pairs(note.pairs)
        if note.call is not None:
            self.call.show_call(note.call)
        self.call.setVisible(note.call is not None)


class NotesPane(ColumnPane):
    """How a turn came about, as the run's mode tells it."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[NoteBlock] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        show_each(self.blocks, figure.notes, lambda: self.add(NoteBlock()), NoteBlock.show_note)


class TokensPane(ColumnPane):
    """A table of facts."""

    def __init__(self) -> None:
        super().__init__()
        self.facts = PairGrid(14, 5, QFont.Weight.Medium)
        self.empty = Label(
            self.tr("No voice was called for this turn, so it took no tokens. Where one is, its bill stands here."),
            "secondary",
        )
        self.add(self.empty, self.facts)

    def show_figure(self, figure: InspectorFigure) -> None:
        self.empty.setVisible(not any(figure.usage) and not figure.facts)
        self.facts.show_pairs(tuple((name, _make_breakable(value)) for name, value in figure.facts))


def _make_breakable(text: str) -> str:
    """Return a hash has no spaces: it may break anywhere."""
    if " " in text or len(text) < 25:
        return text
    return "\u200b".join(text[i : i + 8] for i in range(0, len(text), 8))


class DraftEntry(QWidget):
    """A line that could have been said: whether it was, the line, and what speaks for and against it."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = Label(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text, self.scores = Label(), Label(role="secondary", size=11)
        self.fault = Label(role="bad", size=11)
        upright(self.mark, self.text, self.fault, self.scores, within=self, margins=(0, 0, 0, 6), spacing=2)

    def show_draft(self, draft: DraftFigure) -> None:
        """Show a line."""
        said = self.tr("✓ said") if draft.kept else self.tr("✓ chosen, and said otherwise")
        self.mark.show_text(said if draft.chosen else "")
        self.text.setText(draft.text)
        self.text.set_role("text" if draft.chosen else "secondary")
        self.fault.show_text(self._fault(draft.fault))
        names = self._build_score_names()
        self.scores.setText(format_scores(((names.get(name, name), value) for name, value in draft.terms), draft.score))
        self.scores.setVisible(bool(draft.terms))
        self.setAccessibleName(" · ".join(part for part in (self.mark.text(), draft.text, self.fault.text()) if part))

    def _build_score_names(self) -> dict[str, str]:
        return {
            "topic": self.tr("topic"),
            "move": self.tr("move"),
            "point": self.tr("point"),
            "reply": self.tr("last lines"),
            "new": self.tr("new"),
            "concrete": self.tr("concrete"),
            "whole": self.tr("whole"),
            "likely": self.tr("likely"),
        }

    def _fault(self, fault: str) -> str:
        known = {
            "takes up three words that were said": self.tr("takes up three words that were said"),
            "begins as an earlier line": self.tr("begins as an earlier line"),
            "sounds like an assistant": self.tr("sounds like an assistant"),
            "is not a whole sentence": self.tr("is not a whole sentence"),
            "copies the topic": self.tr("copies the topic"),
            "talks about its own part": self.tr("talks about its own part"),
            "copies a sample": self.tr("copies a sample"),
            "repeats an earlier line": self.tr("repeats an earlier line"),
            "repeats itself": self.tr("repeats itself"),
            "speaks to itself": self.tr("speaks to itself"),
            "speaks for somebody else": self.tr("speaks for somebody else"),
            "is in another language": self.tr("is in another language"),
            "says nothing": self.tr("says nothing"),
        }
        return known.get(fault, fault)


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
        self.down = TextButton(self.tr("Why this line") + " ↓")
        self.down.setAccessibleName(self.tr("Why this line"))
        self.down.clicked.connect(self._go_down)
        self.add(self.heading, self.reason, self.down, self.bars, self.legend, self.redrawn_heading, self.redrawn)
        self.add(self.drafts_heading, self.move_told, self.drafts_note)
        self.drafts: list[DraftEntry] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        before, why = self.bars.heading(), figure.why
        self.bars.show_figure(why, figure.members, coming=why is not None and why.turn > figure.turn)
        if before != self.bars.heading():
            # The rows have their places after the next layout.
            QTimer.singleShot(0, self, self._seek)
        self.heading.show_text(self.bars.heading())
        reason = figure.unselected if why is None else ""
        if why is not None and why.bars:
            policy = self.tr("policy {name}").format(name=word(why.policy)) if why.policy else ""
            # A topology of two gives its own name as the reason.
            told = why.reason if why.reason != word(why.policy) else ""
            reason = " · ".join(part for part in (policy, told, self.bars.draw_text(), self.bars.left_out()) if part)
        self.reason.show_text(reason)
        self.redrawn.show_text("\n".join(f"“{text}” ({cause})" for text, cause in figure.redrawn))
        self.redrawn_heading.setVisible(bool(figure.redrawn))
        told, weighed = self._line(figure), why is not None and bool(why.bars)
        self.drafts_heading.setVisible(bool(told or figure.move))
        self.move_told.show_text(figure.move)
        self.drafts_note.show_text(told)
        # Below the bars nobody would look for it; and where nobody was weighed, it stands first.
        self.down.setVisible(bool(told) and weighed)
        if not weighed and not told and not reason:
            said = why.reason if why is not None else ""
            self.reason.show_text(said or self._describe_no_choice(why is not None))
        self.legend.show_text(self._legend() if weighed else "")
        show_each(self.drafts, figure.drafts, lambda: self.add(DraftEntry()), DraftEntry.show_draft)

    def _describe_no_choice(self, chosen: bool) -> str:
        if chosen:
            return self.tr("This speaker was chosen without a draw.")
        return self.tr(
            "Nobody was weighed at this turn. When a speaker is selected, each candidate's chances stand here."
        )

    def _legend(self) -> str:
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

    def _line(self, figure: InspectorFigure) -> str:
        """Return how the line came about, where it was not simply the one that was drawn."""
        if not figure.drafts:
            return ""
        told = self.tr("{count} lines were drawn at once; the one that fits best is said.")
        return told.format(count=max(figure.drawn, len(figure.drafts)))

    def _go_down(self) -> None:
        self.column.verticalScrollBar().setValue(self.drafts_heading.y())


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
        upright(
            self.empty,
            (self.text, 1),
            (self.copy, 0, Qt.AlignmentFlag.AlignRight),
            within=self,
            margins=(12, 4, 6, 4),
            spacing=4,
        )
        self._restyle()

    def show_figure(self, figure: InspectorFigure) -> None:
        if figure.raw != self._raw:
            self._raw = figure.raw
            self.text.setPlainText(figure.raw)
        for widget in (self.text, self.copy):
            widget.setVisible(bool(figure.raw))
        self.empty.setVisible(not figure.raw)

    def _restyle(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(px(11.5))
        self.text.setFont(font)
