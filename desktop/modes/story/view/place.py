"""Where the player is and may go, what there is to do, and what is worth telling."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QAbstractButton

from core.modes.story.events import MomentTagged
from core.modes.story.shown import QuestProgress
from desktop.modes.story.figures import PlaceFigure
from desktop.modes.story.view.section import Section
from desktop.widgets.plain import tooltip


class PlacePart(Section):
    """The place and its exits. The part is (name, description, exits, whether one may leave now)."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Place").upper())
        self.setAccessibleName(self.tr("Place"))

    def fill(self, part: tuple[str, str, tuple[PlaceFigure, ...], bool]) -> None:
        """The name, a sentence, and a button for each way."""
        name, text, exits, free = part
        self.entry((name, text), partial(self._place, name, text))
        if exits and free:
            self.entry(exits, partial(self._ways, exits))

    def _place(self, name: str, text: str) -> None:
        self.row(self.sign("ph.map-pin"), self.words(name, "strong"), stretch=1)
        if text:
            self.place(self.words(text, "small"))

    def _ways(self, exits: tuple[PlaceFigure, ...]) -> None:
        self.flow(*(self._way(way) for way in exits))

    def _way(self, way: PlaceFigure) -> QAbstractButton:
        made = self.button(way.name, "ph.arrow-right", self.tr("Go: {0}").format(way.name))
        made.clicked.connect(partial(self._go, way.id))
        return made

    def _go(self, place: str, _checked: bool = False) -> None:
        self.did.emit("go", place, "", 1)


class QuestsPart(Section):
    """What there is to do."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Quests").upper())
        self.setAccessibleName(self.tr("Quests"))

    def fill(self, part: tuple[QuestProgress, ...]) -> None:
        """Each quest with how it stands."""
        for at, quest in enumerate(self.some(part)):
            self.entry((at, quest), partial(self._quest, quest))
        self.rest(len(part))

    def _quest(self, quest: QuestProgress) -> None:
        done = self.sign("ph.check-circle", "good") if quest.done else self.sign("ph.circle-dashed")
        name = self.words(quest.name, "strong")
        at = self.tr("done") if quest.done else f"{quest.stage}/{quest.stages}"
        step = self.words(at, "faint")
        step.setWordWrap(False)
        self.row(done, name, step, stretch=1)
        if quest.text and not quest.done:
            self.place(self.words(quest.text, "small"))


class FlagsPart(Section):
    """What the story remembers."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Remembered").upper())
        self.setAccessibleName(self.tr("Remembered"))

    def fill(self, part: tuple[str, ...]) -> None:
        """One line each."""
        for flag in self.some(part):
            self.entry(flag, partial(self._flag, flag))
        self.rest(len(part))

    def _flag(self, flag: str) -> None:
        self.row(self.sign("ph.flag"), self.words(flag, "small"), stretch=1)


class MomentsPart(Section):
    """The best moments: what the epilogue is told from."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Best moments").upper())
        self.setAccessibleName(self.tr("Best moments"))

    def fill(self, part: tuple[MomentTagged, ...]) -> None:
        """Each with its turn to go to."""
        for at, moment in enumerate(part):
            self.entry((at, moment), partial(self._moment, moment))

    def _moment(self, moment: MomentTagged) -> None:
        go = self.button(str(moment.turn), "", self.tr("Go to turn {0}").format(moment.turn))
        # Looking back is always possible.
        self.made.hands.remove(go)
        go.clicked.connect(partial(self._look_back, moment.turn))
        words = self.words(moment.title)
        words.setToolTip(tooltip(self.tr("Weight {0} of 10").format(moment.weight)))
        self.row(self.sign("ph.star-fill", "accent"), words, go, stretch=1)

    def _look_back(self, turn: int, _checked: bool = False) -> None:
        self.turn_chosen.emit(turn)
