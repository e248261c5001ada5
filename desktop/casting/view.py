"""The dialog that asks for a sentence, and for who makes a cast of it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from parley.desktop.widgets.forms.field import Choices, Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import STRETCH, vbox
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK

MOST = 30


class SentenceDialog(Dialog):
    """A sentence, who writes, in which language, and how many. Attribute: `form`."""

    def __init__(self, voices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A cast from a sentence"))
        self.setModal(True)
        self.resize(round(560 * LOOK.scale), round(300 * LOOK.scale))
        self.form = form = Form(wide=9)
        hint = self.tr("six people of a night ward, two of whom cannot stand each other")
        form.add(Field(name="sentence", title=self.tr("Who they are"), kind="growing", empty=hint, longest=2_000))
        form.add(Field(name="voice", title=self.tr("Written by"), kind="choice", choices=voices))
        spoken = (("en", "English"), ("de", "Deutsch"))
        form.add(Field(name="language", title=self.tr("Language"), kind="choice", choices=spoken))
        said = self.tr("as the sentence says")
        form.add(
            Field(name="members", title=self.tr("Members"), kind="int", low=1, high=MOST, optional=True, empty=said)
        )
        told = self.tr("The draft is shown in the editor, member by member. It is saved when you say so.")
        form.add_note(told, "small")
        buttons, self.write = self.cancel_or(self.tr("Write it"))
        form.changed.connect(self._update_button)
        vbox(form, STRETCH, buttons, within=self, margins=(20, 16, 20, 16), spacing=12)
        self._update_button()

    def _update_button(self) -> None:
        self.write.setEnabled(bool(self.form.values()["sentence"].strip()))
