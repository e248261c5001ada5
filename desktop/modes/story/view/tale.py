"""The narrative as a page of a book, every word of it escaped: what was told, said, thrown and done."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from parley.core.modes.story.events import Check
from parley.desktop.modes.story.figures import PassageFigure, StreamFigure, dice_of
from parley.desktop.widgets.book import Book
from parley.desktop.widgets.language import get_name
from parley.desktop.widgets.spoken import MOST_SAID, announce
from parley.desktop.widgets.theme import FONT_FAMILY, SERIF_FAMILY, Theme

PHASE_ICONS = {
    "creation": "ph.user-circle-plus",
    "exploration": "ph.compass",
    "combat": "ph.sword",
    "dialogue": "ph.chat-circle-dots",
    "epilogue": "ph.book-open",
}

HELPFUL = frozenset({"defending", "poised", "charmed", "grateful"})
"""Statuses that do somebody good."""


def trust_word(trust: int) -> str:
    """Return how somebody with that trust feels about the player."""
    if trust <= -60:
        return translate("StoryWords", "hostile")
    if trust <= -20:
        return translate("StoryWords", "wary")
    if trust < 20:
        return translate("StoryWords", "neutral")
    if trust < 60:
        return translate("StoryWords", "friendly")
    return translate("StoryWords", "devoted")


def format_status(status: str, turns: int) -> str:
    """Return a status in words: "poisoned, 2 turns"."""
    word = get_name("status_effect", status)
    if turns == 1:
        return translate("StoryWords", "{status}, 1 turn").format(status=word)
    return translate("StoryWords", "{status}, {turns} turns").format(status=word, turns=turns)


def cause_word(cause: str) -> str:
    """Return who spoke for the player, where it was not the player."""
    return {
        "script": translate("StoryWords", "by the script"),
        "rules": translate("StoryWords", "by chance"),
    }.get(cause, "")


def format_signed(number: int) -> str:
    """Return a number with its sign: "+2", "−1"."""
    return f"−{-number}" if number < 0 else f"+{number}"


def sum_of(check: Check) -> str:
    """Return what stands behind the dice: "+3 = 17 against 15"."""
    roll = check.roll
    words = f"{format_signed(roll.modifier)} = " if roll.modifier else "= " if len(roll.dice) > 1 else ""
    words += str(roll.total) if words else ""
    if check.against:
        words += translate("StoryWords", " against {number}").format(number=check.against)
    return words.strip()


def get_success_word(check: Check) -> str:
    """Return "hit" or "miss", "success" or "failure"; empty where there was nothing to win."""
    if check.success is None:
        return ""
    if check.what == "attack":
        return translate("StoryWords", "hit") if check.success else translate("StoryWords", "miss")
    return translate("StoryWords", "success") if check.success else translate("StoryWords", "failure")


def throw_words(check: Check) -> str:
    """Return what a throw is for: "Attack 1d20 with advantage"."""
    mode = get_name("roll_mode", check.roll.mode) if check.roll.mode else ""
    return " ".join(filter(None, (get_name("check", check.what), check.roll.notation.split(" ")[0], mode)))


translate = QCoreApplication.translate

WIDEST = 600.0
"""Pixels that a line of the tale has at most: longer ones are hard to read."""
SIZE = 17
"""Pixels of a book's letters at a text scale of 1, as long as nobody wants others."""
MARGIN = 14
MOVED = "ph.map-pin"
"""The sign of what brings the player to another place."""


class Letters(NamedTuple):
    """What the tale is set in: `size` in pixels at a text scale of 1; `plain`: in the window's own letters."""

    size: int = SIZE
    plain: bool = False

    @property
    def family(self) -> str:
        """The letters' family."""
        return FONT_FAMILY if self.plain else SERIF_FAMILY


def get_paper(theme: Theme) -> str:
    """Return what a tale is written on: paper in daylight."""
    return "#fffdf8" if theme.name == "light" else theme.surface


class Tale(Book):
    """The last passages of a story and what is being said. It stays at its end until somebody scrolls back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passages: tuple[PassageFigure, ...] = ()
        self.stream: StreamFigure | None = None
        self.letters_of = Letters()
        self._following, self._writing = True, False  # while writing, it is Qt that scrolls
        self._end = 0
        self.setStyleSheet("QTextBrowser { background: transparent; border: none; padding: 0px; }")
        self.setAccessibleName(self.tr("What happened"))
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_grown)

    def set_letters(self, letters: Letters) -> None:
        """Set the tale in other letters."""
        if letters != self.letters_of:
            self.letters_of = letters
            self._write_html()

    def show_passages(self, passages: tuple[PassageFigure, ...], stream: StreamFigure | None = None) -> None:
        """Show these; where only the stream has grown, nothing else is written again."""
        if passages is not self.passages and passages != self.passages:
            had = {passage.seq for passage in self.passages}
            grown = bool(had) and bool(passages) and passages[-1].seq > max(had)  # an earlier moment is nothing new
            self._following = self._following or not had.intersection(each.seq for each in passages)
            self.passages, self.stream = passages, stream
            self._write_html()
            if grown and self._following:
                for each in [each for each in passages if each.seq not in had][-MOST_SAID:]:  # more would only pile up
                    announce(self, in_words(each))
        elif stream != self.stream:
            self.stream = stream
            self._write_stream()

    # -- writing -------------------------------------------------------------------------------------------------

    def _apply_theme(self) -> None:
        self._write_html()  # colours stand in the HTML

    def _write_html(self) -> None:
        # Not before the first tale: the window is painted sooner.
        from parley.core.export.html import load_template

        at, self._writing = self.verticalScrollBar().value(), True
        faces = [each.face for each in self.passages] + [who for each in self.passages for who, _blow in each.blows]
        self._faces = {face.id: face for face in faces if face.id}  # NOBODY has no picture
        before = zip((None, *self.passages), self.passages, strict=False)
        self._set_base_font()
        self.setHtml(
            load_template("story_tale.html.j2").render(
                passages=self.passages,
                # With these the tale begins, or goes on after a mark or at another place.
                opens={each.seq for last, each in before if last is None or last.kind == "mark" or last.icon == MOVED},
                theme=self.theme,
                px=self._scale_px,
                size=self.letters_of.size,
                serif=self.letters_of.family,
                window=FONT_FAMILY,
                colour=lambda face: self.theme.member(face.colour).name(),
                dice_of=dice_of,
                check_words=check_words,
                card_title=card_title,
                cause_word=cause_word,
                labelled=get_name,
                phase_icons=PHASE_ICONS,
                initiative=translate("StoryView", "Initiative: {order}"),
            )
        )
        self._end = self.document().characterCount() - 1  # without the end of the last paragraph, which Qt counts
        self._write_stream()
        # Laid out wholly, so that it can be scrolled to where it was.
        self.document().documentLayout().documentSize()
        if self._following:
            # Qt brings the cursor into sight when it likes: it belongs where the tale is read.
            self.moveCursor(QTextCursor.MoveOperation.End)
        self._writing = False
        self._scroll(at)

    def _write_stream(self) -> None:
        """Write the line that is being said behind what was."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._end)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        if self.stream is not None:
            form = QTextBlockFormat()
            form.setTopMargin(6)
            cursor.insertBlock(form)
            letters = cursor.charFormat()
            letters.setFontFamilies([self.letters_of.family])
            letters.setProperty(letters.Property.FontPixelSize, self._scale_px(self.letters_of.size))
            letters.setFontItalic(self.stream.kind == "aside")
            name = f"{self.stream.face.name}: " if self.stream.kind != "told" and self.stream.face.name else ""
            cursor.insertText(name + (self.stream.text or "…"), letters)

    def _scroll(self, at: int) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum() if self._following else at)

    def _on_scrolled(self, at: int) -> None:
        if not self._writing:
            self._following = at >= self.verticalScrollBar().maximum() - 4

    def _on_grown(self, _least: int, most: int) -> None:
        if self._following:
            self.verticalScrollBar().setValue(most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines short enough to be read, in the middle where there is more room than they need."""
        # Within writing, too, where a scroll bar comes or goes.
        writing, self._writing = self._writing, True
        widest = WIDEST * self.scale * max(1.0, self.letters_of.size / SIZE)
        side = max(MARGIN, round((self.width() - widest) / 2))
        if self.viewportMargins().left() != side:  # setting them resizes once more
            self.setViewportMargins(side, 0, side, 0)
        super().resizeEvent(event)
        self._writing = writing
        self._scroll(self.verticalScrollBar().value())

    # -- hands ---------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the beginning by Home, and follow again from End; leave letters and numbers to the dock."""
        if event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._following = event.key() == Qt.Key.Key_End
            self._scroll(0)
        elif event.text().isalnum() and not event.modifiers():
            event.ignore()  # on to the dock, which chooses or types
        else:
            super().keyPressEvent(event)


def check_words(check: Check) -> str:
    """Return what a throw was for and what it came to, behind its dice."""
    return " · ".join(filter(None, (throw_words(check), sum_of(check), get_success_word(check))))


def card_title(passage: PassageFigure) -> str:
    """Return what a fight that begins, a round or an outcome is called."""
    if passage.kind == "round":
        return translate("StoryView", "Round {number}").format(number=passage.caption)
    return translate("StoryView", "A fight begins") if passage.kind == "fight" else get_name("outcome", passage.caption)


def in_words(passage: PassageFigure) -> str:
    """Return a passage in words alone, for whoever does not see it; the rules' own words begin with the numbers."""
    named = passage.face.name and not passage.ruling
    words = [f"{passage.face.name}: {passage.text}" if named else passage.text]
    if passage.kind == "outcome":
        words.insert(0, get_name("outcome", passage.caption))
    if passage.kind == "mark" and passage.caption:
        words.insert(0, get_name("phase", passage.caption))
    words += [f"{passage.face.name}: {passage.ruling}"] if passage.ruling else []
    return ". ".join(word for word in words if word)
