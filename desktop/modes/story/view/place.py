"""Where the player is and may go, what there is to do, and what is worth telling."""

from __future__ import annotations

from functools import partial

from core.modes.story.events import MomentTagged
from core.modes.story.shown import QuestProgress
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.story.view.section import Section
from desktop.widgets.plain import tooltip


class PlacePart(Section):
    """The place and its exits. The part is (name, description, exits, whether one may leave now)."""

    heading = QT_TRANSLATE_NOOP("PlacePart", "Place")

    def fill(self, part: tuple[str, str, tuple[tuple[str, str], ...], bool]) -> None:
        """The name, a sentence, and a button for each way."""
        name, text, exits, free = part
        self.entry((name, text), partial(self._place, name, text))
        if exits and free:
            self.entry(exits, partial(self._ways, exits))

    def _place(self, name: str, text: str) -> None:
        self.row(self.sign("ph.map-pin"), self.words(name, "strong"), stretch=1)
        if text:
            self.place(self.words(text, "small"))

    def _ways(self, exits: tuple[tuple[str, str], ...]) -> None:
        tip = self.tr("Go: {0}")
        self.flow(
            *(
                self.button(name, "ph.arrow-right", tip.format(name), partial(self.did.emit, "go", way, "", 1))
                for way, name in exits
            )
        )


class QuestsPart(Section):
    """What there is to do."""

    heading = QT_TRANSLATE_NOOP("QuestsPart", "Quests")

    def line(self, quest: QuestProgress) -> None:
        """A quest with how it stands."""
        sign = self.sign("ph.check-circle", "good") if quest.done else self.sign("ph.circle-dashed")
        step = self.words(self.tr("done") if quest.done else f"{quest.stage}/{quest.stages}", "faint")
        step.setWordWrap(False)
        self.row(sign, self.words(quest.name, "strong"), step, stretch=1)
        if quest.text and not quest.done:
            self.place(self.words(quest.text, "small"))


class FlagsPart(Section):
    """What the story remembers."""

    heading = QT_TRANSLATE_NOOP("FlagsPart", "Remembered")

    def line(self, flag: str) -> None:
        """What it is."""
        self.row(self.sign("ph.flag"), self.words(flag, "small"), stretch=1)


class MomentsPart(Section):
    """The best moments: what the epilogue is told from."""

    heading = QT_TRANSLATE_NOOP("MomentsPart", "Best moments")

    def line(self, moment: MomentTagged) -> None:
        """A moment, and its turn to go to."""
        tip = self.tr("Go to turn {0}").format(moment.turn)
        go = self.button(str(moment.turn), "", tip, partial(self.turn_chosen.emit, moment.turn), always=True)
        words = self.words(moment.title)
        words.setToolTip(tooltip(self.tr("Weight {0} of 10").format(moment.weight)))
        self.row(self.sign("ph.star-fill", "accent"), words, go, stretch=1)
