"""The settings dialog, made from the schema: a page a group, a row a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QListWidget, QPushButton, QStackedWidget, QWidget

from parley.core.cast.providers import VOICES
from parley.core.settings import Group, Settings
from parley.desktop.settings.servers import ServersPage
from parley.desktop.widgets.forms.dialog import FormDialog
from parley.desktop.widgets.forms.editors import answer, get_label, put, say
from parley.desktop.widgets.forms.field import Field, Translate, get_fields_of
from parley.desktop.widgets.forms.form import Form, get_column_of
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.theme import LOOK

SERVERS = "servers"
"""The page of the servers."""


def get_groups(settings: Settings) -> dict[str, Group]:
    """Return the groups of the settings by name, in the order of the schema: each is a page."""
    found = {name: getattr(settings, name) for name in type(settings).model_fields}
    return {name: group for name, group in found.items() if isinstance(group, Group)}


def get_title_of(group: Group) -> str:
    """Return what a page is called."""
    return (type(group).__doc__ or "").split(".")[0]  # shown to people: the schema's docstrings begin with a title


def _list_voice_choices(settings: Settings, translate: Translate) -> tuple[tuple[str, str], ...]:
    """Return what can be the usual voice, by their titles: servers by their names."""
    (shipped,) = get_fields_of(type(settings.voices), translate, ["default"])
    named = ((server.voice(name), name) for name, server in settings.servers.items())
    return (*shipped.choices, *(each for each in named if each[0] not in dict(shipped.choices)))


class SettingsDialog(FormDialog):
    """All settings. Signals: `saved(dict)` with {group: {field: value}} of what was changed; `key_saved(str)`;
    `key_forgotten()`; `models_wanted()`. Attributes: `forms` and `fields` by the name of the group; `servers`, their
    page."""

    saved = Signal(object)
    key_saved = Signal(str)
    key_forgotten = Signal()
    models_wanted = Signal()

    def __init__(self, settings: Settings, key_status: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(True)
        # As large as the text asks for, and no larger than the window that it stands over.
        wanted = QSize(round(760 * LOOK.scale), round(560 * LOOK.scale))
        self.resize(wanted.boundedTo(parent.size() - QSize(40, 40)) if parent is not None else wanted)
        self.forms: dict[str, Form] = {}
        self.fields: dict[str, tuple[Field, ...]] = {}
        self._key, self._key_status = QLineEdit(), get_label(key_status)
        translate = partial(QCoreApplication.translate, "SettingsDialog")
        stack = QStackedWidget()
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Pages"))
        self._list.setFixedWidth(round(170 * LOOK.scale))
        self._list.ensurePolished()
        self._list.currentRowChanged.connect(stack.setCurrentIndex)
        for name, group in get_groups(settings).items():
            self._list.addItem(translate(get_title_of(group)))
            own = {"default": {"choices": _list_voice_choices(settings, translate)}} if name == "voices" else {}
            self.fields[name] = get_fields_of(group, translate, others=own)
            stack.addWidget(Scrolled(self._build_settings_form(name)))
        self.servers = ServersPage(settings.servers)
        self._kept_servers = self.servers.list_servers()
        self._list.addItem(self.tr("Servers"))
        stack.addWidget(self.servers)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.discard)
        self._error = get_label(role="bad")
        self._error.hide()
        self.mending = MendRow()
        columns = hbox(self._list, (stack, 1), spacing=10)
        parts = ((columns, 1), self._error, self.mending, buttons)
        vbox(*parts, within=self, margins=(16, 18, 16, 16), spacing=12)
        self._list.setCurrentRow(0)

    def show_page(self, name: str, field: str = "") -> None:
        """Turn to the page of a group, and put the keyboard on a field of it; "key" is the field for a key."""
        if name == SERVERS:
            self._list.setCurrentRow(len(self.forms))  # their page comes after those of the groups
            self.servers.show_server(field)
            return
        self._list.setCurrentRow(list(self.forms).index(name))
        found = self._key if field == "key" else self.forms[name].editors.get(field)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    def get_contents(self) -> dict[QWidget, object]:
        """Return what stands in the fields; of the servers what all of them are, not what the form of one shows."""
        others = {each: value for each, value in super().get_contents().items() if not self.servers.isAncestorOf(each)}
        return others | {self.servers: self.servers.list_servers()}

    def show_model(self, name: str) -> None:
        """Show a model that was chosen elsewhere meanwhile, without counting it as a change of this dialog's."""
        put(self.forms["voices"].editors["embedded_model"], name)
        fields = self.fields["voices"]
        self.fields["voices"] = tuple(
            replace(field, value=name) if field.name == "embedded_model" else field for field in fields
        )

    def show_problem(self, sentence: str, mends: Sequence[NoticeButton] = ()) -> None:
        """Say why the settings could not be saved, with what mends it; the dialog stays."""
        say(self._error, sentence)
        self.mending.show_mends(mends)

    def show_key_status(self, text: str) -> None:
        """Say whether there is a key."""
        self._key_status.setText(text)
        self._key.clear()

    def _build_settings_form(self, name: str) -> Form:
        form = self.forms[name] = Form(notes=True, across=18, down=12)
        form.rows.setContentsMargins(16, 8, 16, 16)
        form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        if name == "voices":
            form.rows.addRow(self.tr("Claude key"), self._build_key_row())
        for field in self.fields[name]:
            form.add(replace(field, label=self.tr("On")))
            if field.name == "embedded_model" and "embedded" in VOICES:
                models = QPushButton(self.tr("Local models…"))
                models.setAutoDefault(False)  # Enter in a field is for Save
                models.clicked.connect(self.models_wanted)
                form.rows.addRow("", hbox(models, STRETCH))
        return form

    def _build_key_row(self) -> QWidget:
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._key.setPlaceholderText(self.tr("Paste a key"))
        self._key.setAccessibleName(self.tr("Claude key"))
        store, forget = QPushButton(self.tr("Keep in the keyring")), QPushButton(self.tr("Forget"))
        for button in (store, forget):
            button.setAutoDefault(False)
        store.setEnabled(False)
        self._key.textChanged.connect(lambda text: store.setEnabled(bool(text.strip())))
        store.clicked.connect(lambda: self.key_saved.emit(self._key.text().strip()))
        forget.clicked.connect(self.key_forgotten)
        line = QWidget()
        hbox((self._key, 1), store, forget, within=line, margins=0)
        return get_column_of(line, self._key_status)

    def _save(self) -> None:
        changed: dict[str, dict[str, object]] = {}
        for name, form in self.forms.items():
            values = {field.name: answer(form.editors[field.name]) for field in self.fields[name]}
            if new := {field.name: values[field.name] for field in self.fields[name]
                       if values[field.name] != field.value}:  # fmt: skip
                changed[name] = new
        servers = self.servers.list_servers()
        self.saved.emit(changed | ({SERVERS: servers} if servers != self._kept_servers else {}))
