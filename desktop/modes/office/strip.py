"""The scenes of the day as a strip of cards above the plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.opening import list_slots
from parley.core.modes.office.state import OfficeState
from parley.desktop.modes.office.beats import build_scene_figure
from parley.desktop.modes.office.words import ICONS, format_type, get_room_title
from parley.desktop.run.figures import SceneFigure
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed

HIGH, LOW = 84, 40
"""Pixels of the strip at a text scale of 1, and of one without room for words."""
LEAST, TEXT = 124, 56
"""Pixels of a card at least, and of what is beside its text."""


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A scene of the day: its `first` turn, -1 where it has none, and what it is `about`. It is the one that is
    `shown`, comes after it (`ahead`), or is still played (`now`). What the director put in has brought it about
    (`cause`) or had it left out (`gone`)."""

    scene: SceneFigure
    first: int
    about: str = ""
    shown: bool = False
    now: bool = False
    ahead: bool = False
    cause: str = ""
    gone: bool = False


def build_cards(live: State, shown: int, language: str = "") -> tuple[CardFigure, ...]:
    """Return the scenes of the day that the shown turn belongs to; while it goes on, with what its agenda has still."""
    world = live[OfficeState]
    begun = [(scene.started, scene.first, scene.ended.summary) for scene in world.scenes]
    if world.scene is not None:
        begun.append((world.scene.started, world.scene.first, ""))
    at = max((i for i, (_, first, _) in enumerate(begun) if first <= max(shown, 1)), default=0)  # turn 0: first scene
    number = begun[at][0].scene if begun else 1
    day = next(((day.first, day.last) for day in world.past if day.first <= number <= day.last), None)
    first_of_day, last_of_day = day or ((world.past[-1].last + 1) if world.past else 0, world.next_scene)
    found = []
    for i, (started, first, summary) in enumerate(begun):
        if first_of_day <= started.scene <= last_of_day:
            now = world.scene is not None and started is world.scene.started
            scene = build_scene_figure(live.setup, started, language)
            # What came of it says more than that some met; until then it is who they are.
            about = scene.topic or summary or ", ".join(scene.names)
            found.append(CardFigure(scene, first, about, i == at, now, i > at, started.cause))
    hour = "24:00" if day else world.clock  # of a day that is over nothing comes
    found += _iterate_unplayed(live, begun[at][0].day if begun else world.day, language, over=day is not None)

    def get_sort_key(card: CardFigure) -> tuple[bool, str, bool]:
        """Put what has been before what is to come, and of this what was put in before what the agenda has."""
        comes = card.first < 0 and (not card.gone or card.scene.clock > hour)  # what was left out stands at its hour
        return comes, max(card.scene.clock, hour) if comes else card.scene.clock, not card.cause

    return tuple(sorted(found, key=get_sort_key))


def _iterate_unplayed(live: State, day: int, language: str, *, over: bool) -> Iterator[CardFigure]:
    """Yield what the agenda of a day has still, or has no more since something was put in, and what that brings."""
    world, config = live[OfficeState], live.setup[OfficeConfig]
    over = over or not world.running or world.closed or config.scene is not None or live.status == "ended"
    gone = {each.place: event.text for event in world.replans_of(day) for each in event.gone}
    try:
        slots = list_slots(config.agenda, date.fromisoformat(world.date_of(day)))
    except ValueError:
        return  # A log from elsewhere may name any day
    for at, slot in enumerate(slots):
        if at in gone or (at >= world.slot and not over):  # earlier ones were played or passed over
            kind, room = slot.types[0], get_room_title(config.floor, slot.room, language or live.setup.language)
            clock = slot.at if at in gone else max(slot.at, world.clock)
            told = SceneFigure(0, kind, slot.kind, clock, room, what=format_type(kind, slot.kind))
            yield CardFigure(told, -1, ahead=True, cause=gone.get(at, ""), gone=at in gone)
    for event, came in () if over else world.planned:
        each = event.candidates[came.place]
        scene = SceneStarted(  # never logged: build_scene_figure() takes events
            at=event.at, scene=0, day=day, clock=came.clock or world.clock, scene_type=each.scene_type, kind=each.kind,
            room=each.room, members=each.members, topic=each.topic,
        )  # fmt: skip
        yield CardFigure(build_scene_figure(live.setup, scene, language), -1, each.topic, ahead=True, cause=event.text)


class SceneStrip(Themed, QListWidget):
    """A card a scene: its hour, room and topic; who is in it is in the tool tip. A click, or Left and Right, show a
    scene from its first turn.

    Signals: `turn_chosen(number)`.
    """

    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sceneStrip")
        self.setAccessibleName(self.tr("Scenes of the day"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setHorizontalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(True)
        self.cards: tuple[CardFigure, ...] = ()
        self._low = False
        self.currentRowChanged.connect(self._choose_card)
        self._apply_theme()

    def show_figure(self, figure: tuple[CardFigure, ...]) -> None:
        """Show the scenes of a day, the shown one chosen and in sight."""
        if figure != self.cards:  # called at every event
            self.cards = figure
            self._fill_cards()
            self.setVisible(bool(figure))

    def describe_card(self, card: CardFigure) -> str:
        """Return a scene in words."""
        scene = card.scene
        told = [" · ".join(filter(None, (scene.clock, scene.room))), scene.what, scene.topic, ", ".join(scene.names)]
        if card.now:
            told.append(self.tr("under way"))
        elif card.first < 0 and not card.cause:
            told.append(self.tr("on the agenda"))
        elif card.first > 0 and card.about not in (scene.topic, ", ".join(scene.names)):
            told.append(card.about)
        if card.cause:
            why = self.tr("Left out because of this: {0}") if card.gone else self.tr("New because of this: {0}")
            told.append(why.format(card.cause))
        return "\n".join(line for line in told if line)

    def set_low(self, low: bool) -> None:
        """Show the hours alone, where the window is low."""
        self._low = low
        self._apply_theme()

    def _apply_theme(self) -> None:
        self.setFixedHeight(round((LOW if self._low else HIGH) * self.scale))
        self.setFont(self.letters(12))
        self.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
        self._fill_cards()

    def _fill_cards(self) -> None:
        shown = next((card for card in self.cards if card.shown), None)
        with QSignalBlocker(self):  # else filling it would show another turn
            self.clear()
            for at, card in enumerate(self.cards):
                self._add_card(card)
                if card is shown:
                    self.setCurrentRow(at)
        self.setAccessibleDescription(self.describe_card(shown) if shown else "")
        self._fit_cards()

    def _add_card(self, card: CardFigure) -> None:
        scene, now = card.scene, self.tr("now") if card.now else ""
        # Several scenes come of one event: what they are tells them apart.
        topic = f"{scene.what}: {card.about}" if card.about == card.cause != "" else card.about or scene.what
        head = " · ".join(filter(None, (scene.clock, now)))
        with_room = f"{head} · {scene.room}"
        if scene.room and self.fontMetrics().horizontalAdvance(with_room) <= self._get_card_width() - TEXT * self.scale:
            head = with_room  # Half a name says nothing: the tool tip has it
        lines = [head, topic[:1].upper() + topic[1:]]
        item = QListWidgetItem("\n".join(lines[:1] if self._low else lines))
        colour = self.theme.colour("faint" if card.ahead else "text")
        name = "ph.x-circle" if card.gone else "ph.lightning" if card.cause else ICONS.get(scene.type, "ph.chats")
        item.setIcon(icon(name, self.theme.colour("accent") if card.cause and not card.gone else colour))
        item.setForeground(colour)
        if card.gone:
            font = self.font()  # a style sheet reaches no single item
            font.setStrikeOut(True)
            item.setFont(font)
        item.setToolTip(make_tip(self.describe_card(card)))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, self.describe_card(card).replace("\n", ". "))
        if card.first < 0:
            # Nothing of it can be shown yet; the style gives it a dashed frame.
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(item)

    def _get_card_width(self) -> int:
        """Return the pixels of a card: all are alike, and fill the strip."""
        return int(max(LEAST * self.scale, self.viewport().width() / max(1, len(self.cards))))

    def _fit_cards(self) -> None:
        """Give all cards their size, and bring the shown one into sight."""
        for row in range(self.count()):
            self.item(row).setSizeHint(QSize(self._get_card_width(), self.height() - 4))
        if self.currentItem() is not None:
            self.scrollToItem(self.currentItem())

    def _choose_card(self, row: int) -> None:
        if 0 <= row < len(self.cards) and self.cards[row].first > 0:
            self.turn_chosen.emit(self.cards[row].first)

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill_cards()  # whether a room's name fits depends on the width
