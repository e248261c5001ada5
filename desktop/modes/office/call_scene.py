"""The dialog with which the director calls a scene: type, kind, who, where, about what, how."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from desktop.changes.view import Ask
from desktop.modes.office.figures import SceneChoiceFigure
from desktop.widgets.members import MemberChoice

translate = QCoreApplication.translate
MOST_IN_ENCOUNTER = 3


class SceneFields:
    """The boxes that describe a scene, for whatever form they stand in. Nothing chosen: the game master chooses."""

    def __init__(self) -> None:
        self.type, self.kind, self.room, self.exchange = QComboBox(), QComboBox(), QComboBox(), QComboBox()

    def offer(
        self,
        types: Sequence[tuple[str, str]],
        kinds: Sequence[tuple[str, str]],
        exchanges: Sequence[tuple[str, str]],
    ) -> None:
        """What there is to choose."""
        for box, choices in ((self.type, types), (self.kind, kinds), (self.exchange, exchanges)):
            fill(box, choices)

    def offer_rooms(self, rooms: Sequence[tuple[str, str]]) -> None:
        """The rooms of a plan; the first entry leaves it open."""
        fill(self.room, (("", translate("SceneFields", "where it fits")), *rooms))

    def problem(self, chosen: int) -> str:
        """What does not fit when so many members are chosen; empty where all does."""
        if chosen == 1:
            return translate(
                "SceneFields", "A scene needs at least two members. Choose none to leave it to the game master."
            )
        if self.type.currentData() == "encounter" and chosen > MOST_IN_ENCOUNTER:
            return translate("SceneFields", "An encounter is of two or three: choose a meeting for more.")
        return ""

    def answers(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "scene_type": self.type.currentData(),
            "kind": self.kind.currentData() or "",
            "room": self.room.currentData() or "",
            "exchange": self.exchange.currentData() or "",
        }


class CallSceneDialog(Ask):
    """What shall happen next. Signal: `wanted()`; it stays open while something does not fit."""

    def __init__(
        self,
        figure: SceneChoiceFigure,
        scene_type: str,
        parent: QWidget | None = None,
    ) -> None:
        """`scene_type` is chosen at first."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Call a meeting") if scene_type == "meeting" else self.tr("Call a scene"))
        self.ok.setText(self.tr("Call"))
        self.ok.setProperty("primary", True)
        self.setMinimumWidth(520)
        self.fields = SceneFields()
        self.members = MemberChoice()
        self.topic = QLineEdit()
        self.topic.setMaxLength(4_000)
        self.topic.setPlaceholderText(self.tr("Empty: the game master chooses"))
        self.fields.offer(figure.types, figure.kinds, figure.exchanges)
        self.fields.offer_rooms(figure.rooms)
        self.fields.type.setCurrentIndex(max(0, self.fields.type.findData(scene_type)))
        self.members.offer(figure.members)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Type"), self.fields.type),
            (self.tr("Kind"), self.fields.kind),
            (self.tr("Members"), self.members),
            (self.tr("Room"), self.fields.room),
            (self.tr("Topic"), self.topic),
            (self.tr("Exchange"), self.fields.exchange),
        )
        for title, editor in rows:
            editor.setAccessibleName(title)
            self.form.addRow(title, editor)
        self.members.changed.connect(self._check)
        self.fields.type.currentIndexChanged.connect(self._check)
        self._check()

    def answers(self) -> dict[str, object]:
        """What was chosen."""
        return self.fields.answers() | {"members": self.members.chosen(), "topic": self.topic.text().strip()}

    def _check(self) -> None:
        sentence = self.fields.problem(len(self.members.chosen()))
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.ok.setEnabled(not sentence)


def fill(box: QComboBox, choices: Sequence[tuple[str, str]]) -> None:
    """Offer other choices, (value, title) each; what was chosen stays chosen where it still is there."""
    was = box.currentData()
    box.clear()
    for value, title in choices:
        box.addItem(title, value)
    box.setCurrentIndex(max(0, box.findData(was)))
