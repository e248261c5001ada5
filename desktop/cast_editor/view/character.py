"""The character whom a member plays on D&D night."""

from __future__ import annotations

from desktop.cast_editor.view.fields import Field
from desktop.cast_editor.view.page import FormPage


class CharacterPage(FormPage):
    """Name, role and description; all blank: the member plays nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.note(self.tr("Whom they play on Thursday nights. Leave all of it empty for somebody who does not play."))
        self.add(Field("character.name", self.tr("Character's name")))
        self.add(Field("character.role", self.tr("Class and people"), hint=self.tr("Halfling rogue")))
        self.add(Field("character.description", self.tr("Description"), "text"))
        self.column.addStretch(1)
