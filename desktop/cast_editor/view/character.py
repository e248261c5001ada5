"""The character whom a member plays on D&D night."""

from __future__ import annotations

from desktop.cast_editor.view.page import TEXT, FormPage
from desktop.widgets.forms.field import Field


class CharacterPage(FormPage):
    """Name, role and description; all blank: the member plays nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.note(self.tr("Whom they play on Thursday nights. Leave all of it empty for somebody who does not play."))
        kin, halfling = self.tr("Class and people"), self.tr("Halfling rogue")
        self.form.add(Field(name="character.name", title=self.tr("Character's name")))
        self.form.add(Field(name="character.role", title=kin, empty=halfling))
        self.form.add(Field(name="character.description", title=self.tr("Description"), kind=TEXT))
        self.column.addStretch(1)
