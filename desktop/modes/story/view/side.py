"""Beside the narrative, or folded under it: the character, who and what is here, and what there is to do."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QSize, Qt, QUrl, Signal
from PySide6.QtWidgets import QPushButton

from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.view.tale import HELPFUL, format_signed, format_status, trust_word
from parley.desktop.widgets.book import Book
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import get_name
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.spoken import announce
from parley.desktop.widgets.themed import Themed

translate = QCoreApplication.translate

GAP = 8
WHERE = ("place", "fight", "people", "lying", "arc", "so_far")
WHO = ("sheet", "items", "quests")
ALL = ("place", "fight", "people", "lying", *WHO, "so_far", "arc")
"""The parts of the page, from above."""
ITEM_ICONS = {
    "weapon": "ph.sword",
    "armour": "ph.shield",
    "draught": "ph.flask",
    "coin": "ph.coin",
    "thing": "ph.package",
}


class Side(Book):
    """Parts of a story as a page, on which what can be done are links that the keys reach.

    Signals: `did(what, target, item, quantity)` as `StoryDirector.do_deed` takes them, besides those of a `Book`.
    """

    did = Signal(str, str, str, int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.figure: StoryFigure | None = None
        self.parts: tuple[str, ...] = ()
        self.hands: list[tuple[str, str, str]] = []
        self.tips: list[str] = []
        """What the page's links do, and how they are called, by their number."""
        self.setAccessibleName(name)
        # Lines wrap; a table that is some pixels wider than a narrow window's side needs no bar below it.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._apply_theme()

    def sizeHint(self) -> QSize:
        return QSize(240, 200)

    def show_story(self, figure: StoryFigure, parts: tuple[str, ...]) -> None:
        """Show these parts of a story; what did not change costs nothing."""
        figure = replace(figure, passages=(), streaming=None, choices=(), routed="")  # not shown on this page
        if (figure, parts) != (self.figure, self.parts):
            self.figure, self.parts = figure, parts
            self._write_html()

    def is_filled(self) -> bool:
        """Return whether there is anything to see."""
        return not self.document().isEmpty()

    def _apply_theme(self) -> None:
        theme = self.theme
        self.setStyleSheet(
            f"QTextBrowser {{ background: {theme.surface}; border: 1px solid {theme.border}; border-radius: 8px;"
            " padding: 6px 8px; }"
        )
        self._write_html()

    def _write_html(self) -> None:
        figure = self.figure
        if figure is None:
            return
        # Not before the first story: the window is painted sooner.
        from parley.core.export.html import load_template

        self.hands, self.tips = [], []  # the template fills them anew, in the order of its links
        faces = [each.face for each in (*figure.people, *figure.fight, *((figure.sheet,) if figure.sheet else ()))]
        self._faces = {face.id: face for face in faces}
        at = self.verticalScrollBar().value()  # setHtml() goes to the top
        self._set_base_font()
        self.setHtml(
            load_template("story_side.html.j2").render(
                tale=figure,
                parts=self.parts,
                may=figure.may_act,
                there=bool(figure.place) and figure.phase != "epilogue" and not figure.ended,
                fighting=bool(figure.fight),
                talking=figure.phase == "dialogue",
                theme=self.theme,
                px=self._scale_px,
                hand=self._add_hand,
                say=_load_words(),
                labelled=get_name,
                lasting=format_status,
                signed=format_signed,
                trust_word=trust_word,
                helpful=HELPFUL,
                item_icons=ITEM_ICONS,
            )
        )
        self.verticalScrollBar().setValue(at)

    def _add_hand(self, what: str, target: str, item: str, tip: str) -> int:
        """Return the number of a link that does this."""
        self.hands.append((what, target, item))
        self.tips.append(tip)
        return len(self.hands) - 1

    def press(self, number: int) -> None:
        """Do what the link of that number does."""
        self.did.emit(*self.hands[number], 1)

    def _on_link(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind == "do" and what.isdigit() and int(what) < len(self.hands):
            self.press(int(what))
        else:
            super()._on_link(url)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Say what the link does that the keys have reached."""
        moved = super().focusNextPrevChild(forward)
        cursor = self.textCursor()  # Qt selects the link that the keys have reached
        kind, _, what = cursor.charFormat().anchorHref().partition(":") if cursor.hasSelection() else ("", "", "")
        if kind == "do" and what.isdigit() and int(what) < len(self.tips):
            announce(self, self.tips[int(what)])
        return moved


def _load_words() -> dict[str, str]:
    """Return the page's words, in the interface's language."""
    return {
        "ways": translate("PlacePart", "Ways from here"),
        "go": translate("PlacePart", "Go: {0}"),
        "people": translate("PeoplePart", "Who is here"),
        "nobody": translate("PeoplePart", "Nobody but you."),
        "talks": translate("PeoplePart", "{0} · talks with you"),
        "follows": translate("PeoplePart", "goes with you"),
        "trust": translate("PeoplePart", "Trust {0}: {1}"),
        "talk": translate("PeoplePart", "Talk"),
        "talk_with": translate("PeoplePart", "Talk with {0}"),
        "stay": translate("PeoplePart", "Ask to stay"),
        "stay_tip": translate("PeoplePart", "Ask {0} to stay"),
        "along": translate("PeoplePart", "Ask along"),
        "along_tip": translate("PeoplePart", "Ask {0} to go with you"),
        "part": translate("PeoplePart", "Say goodbye"),
        "part_tip": translate("PeoplePart", "Say goodbye to {0}"),
        "order": translate("FightPart", "Order of initiative"),
        "out": translate("FightPart", "out of the fight"),
        "your_turn": translate("FightPart", "your turn"),
        "armour": translate("SheetPart", "Armour {0}"),
        "inventory": translate("InventoryPart", "Inventory"),
        "use": translate("InventoryPart", "Use"),
        "give": translate("InventoryPart", "Give"),
        "drop": translate("InventoryPart", "Drop"),
        "lying": translate("LyingPart", "Lying here"),
        "pick": translate("LyingPart", "Pick up"),
        "quests": translate("QuestsPart", "Quests"),
        "done": translate("QuestsPart", "done"),
        "so_far": translate("NotesPart", "The story so far"),
        "to_turn": translate("NotesPart", "Go to turn {0}"),
        "arc": translate("ArcCard", "The arc"),
        "arc_turn": translate("ArcCard", "{0} · turn {1} of {2}"),
    }


class Fold(Themed, QPushButton):
    """The button by which the side opens below the narrative: the name and the health."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setProperty("quiet", True)
        self.setToolTip(self.tr("Character, people and things"))

    def show_story(self, figure: StoryFigure) -> None:
        """Show the essentials."""
        sheet = figure.sheet
        words = self.tr("{0} · {1} / {2}").format(sheet.face.name, sheet.health, sheet.most) if sheet else ""
        self.setText(escape_amp(words or self.tr("Place and people")))
        self.setIcon(icon("ph.caret-down", self.theme.colour("secondary"), sizes=(round(14 * self.scale),)))
