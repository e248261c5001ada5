"""What the new-run dialog asks about a story, and about a dialogue."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QWidget

from desktop.modes.story.offers import ChoiceFigure, SettingFigure, TalesFigure
from desktop.widgets.plain import tooltip

translate = QCoreApplication.translate
MOST_TURNS = 10_000
LONGEST_NAME = 80


class StoryFields:
    """The fields that describe a story."""

    def __init__(self, figure: TalesFigure) -> None:
        self._figure = figure
        self.setting = QComboBox()
        for each in figure.settings:
            title = translate("StoryFields", "{0} · your own").format(each.name) if each.own else each.name
            self.setting.addItem(title, each.id)
        self.setting.setCurrentIndex(max(0, self.setting.findData(figure.chosen)))
        self.partner = QComboBox()
        self.concept = QComboBox()
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.about.setProperty("role", "secondary")
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.length = QSpinBox()
        self.length.setRange(0, MOST_TURNS)
        self.autoplay = QCheckBox(translate("StoryFields", "The story plays by itself: a choice is taken by chance"))
        self.setting.currentIndexChanged.connect(self._setting_changed)
        self.concept.currentIndexChanged.connect(self._concept_changed)
        self._talk = False
        self._setting_changed()

    def rows(self) -> tuple[tuple[str, QWidget], ...]:
        """The fields of both with their titles; `partner` is of dialogues alone."""
        return (
            (translate("StoryFields", "World"), self.setting),
            (translate("StoryFields", "With"), self.partner),
            (translate("StoryFields", "You are"), self.concept),
            (translate("StoryFields", "About"), self.about),
            (translate("StoryFields", "Your name"), self.name),
            (translate("StoryFields", "Length"), self.length),
            (translate("StoryFields", "Autoplay"), self.autoplay),
        )

    def set_talk(self, talk: bool) -> None:
        """Whether it is a dialogue: it begins with a talk, and nobody is interviewed."""
        if talk != self._talk:
            self._talk = talk
            self._offer_concepts()

    def setting_figure(self) -> SettingFigure | None:
        """The chosen setting; None where there is none."""
        at = self.setting.currentIndex()
        return self._figure.settings[at] if 0 <= at < len(self._figure.settings) else None

    def premise(self) -> str:
        """What the chosen setting is about."""
        setting = self.setting_figure()
        return setting.premise if setting else translate("StoryFields", "There is no setting to play in.")

    def language(self) -> str:
        """What is spoken where nobody says."""
        return self._figure.language

    def answers(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "setting": self.setting.currentData() or "",
            "partner": (self.partner.currentData() or "") if self._talk else "",
            "concept": self.concept.currentData() or "",
            "player": self.name.text().strip(),
            "length": self.length.value() or None,
            "autoplay": self.autoplay.isChecked(),
        }

    def _setting_changed(self) -> None:
        setting = self.setting_figure()
        self.partner.clear()
        for each in setting.people if setting else ():
            self._offer(self.partner, each)
        usual = setting.length if setting else 50
        self.length.setSpecialValueText(translate("StoryFields", "as the world has it: {0} turns").format(usual))
        self._offer_concepts()

    def _offer_concepts(self) -> None:
        setting = self.setting_figure()
        self.concept.blockSignals(True)
        self.concept.clear()
        if not self._talk:
            self.concept.addItem(translate("StoryFields", "whoever you tell the innkeeper (five questions)"), "")
        for each in setting.concepts if setting else ():
            self._offer(self.concept, each)
        self.concept.blockSignals(False)
        self._concept_changed()

    def _offer(self, box: QComboBox, each: ChoiceFigure) -> None:
        box.addItem(each.name, each.id)
        box.setItemData(box.count() - 1, tooltip(each.text), Qt.ItemDataRole.ToolTipRole)
        box.setItemData(box.count() - 1, each.text, Qt.ItemDataRole.AccessibleDescriptionRole)

    def _concept_changed(self) -> None:
        told = self.concept.currentData(Qt.ItemDataRole.AccessibleDescriptionRole)
        asked = translate("StoryFields", "An innkeeper asks who you are: name, origin, calling, strength, reason.")
        self.about.setText(told or ("" if self._talk else asked))
        # Who is interviewed says it there.
        self.name.setEnabled(bool(self.concept.currentData()))
        self.name.setPlaceholderText(
            translate("StoryFields", "Leave empty for the usual name") if self.name.isEnabled()
            else translate("StoryFields", "You are asked for it")
        )  # fmt: skip
