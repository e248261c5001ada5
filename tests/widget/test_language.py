"""The German interface: what is translated fits its source, and is really shown."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from parley.core import settings as settings_file
from parley.core.base.packaged import get_resource
from parley.core.home import Home
from parley.core.settings import Settings
from parley.desktop.shell.action_table import ACTIONS
from parley.desktop.widgets.language import get_language_of, install
from tests.widget.real_window import Desk, Opener

TS = Path(str(get_resource("i18n", "parley_de.ts")))
QM = TS.with_suffix(".qm")


class Message(NamedTuple):
    """One text of a .ts file; `state` is "" where it is translated for good."""

    context: str
    source: str
    comment: str
    german: str
    state: str


def messages(path: Path = TS) -> list[Message]:
    found: list[Message] = []
    for context in ElementTree.parse(path).getroot().iter("context"):
        for each in context.iter("message"):
            german = each.find("translation")
            assert german is not None
            name, source, comment = (
                context.findtext("name", ""),
                each.findtext("source", ""),
                each.findtext("comment", ""),
            )
            found.append(Message(name, source, comment, german.text or "", german.get("type", "")))
    return found


def slots(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w*\}", text))


@pytest.fixture
def german(qapp: QApplication) -> Iterator[QApplication]:
    """The application speaks German during the test."""
    before = QLocale()
    assert install(qapp, "de") is not None
    yield qapp
    install(qapp, "en")
    QLocale.setDefault(before)


def test_placeholders_and_mnemonics_agree() -> None:
    for each in messages():
        if each.state or not each.german:
            continue
        assert slots(each.source) == slots(each.german), each
        assert each.source.count("&") == each.german.count("&"), each
        assert each.source.endswith("…") == each.german.endswith("…"), each


def test_menus_have_a_letter_each_that_no_shortcut_has() -> None:
    # With Alt held, Qt asks neither of a menu and an action that share a key.
    taken = {key[4:].casefold() for action in ACTIONS for key in action.shortcuts if key.startswith("Alt+")}
    menus = [each for each in messages() if each.context == "Action" and "&" in each.source]
    for titles in ([each.source for each in menus], [each.german for each in menus]):
        letters = [title[title.index("&") + 1].casefold() for title in titles]
        assert len(letters) == len(set(letters)) >= 8
        assert not taken.intersection(letters)


def test_no_text_stands_within_an_f_string() -> None:
    hidden = re.compile(r"f\"[^\"]*\{[^\"]*\b(?:tr|translate)\('")
    sources = Path(str(get_resource("i18n"))).parents[1] / "desktop"
    found = [path.name for path in sources.rglob("*.py") if hidden.search(path.read_text(encoding="utf-8"))]
    assert not found, "what stands there is not collected"


def test_the_compiled_file_is_up_to_date(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load(str(QM))
    stale = [
        each.source
        for each in messages()
        if not each.state and translator.translate(each.context, each.source, each.comment or None) != each.german
    ]
    assert not stale, f"run make i18n: {stale}"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [(["de-AT", "de", "en"], "de"), (["fr-FR", "de-DE"], "de"), (["en-GB", "de-DE"], "en"), (["C"], "en"), ([], "en")],
)
def test_the_system_is_asked_for_the_first_language_that_is_there(
    monkeypatch: pytest.MonkeyPatch, wanted: list[str], language: str
) -> None:
    class System:
        def uiLanguages(self) -> list[str]:
            return wanted

    monkeypatch.setattr(QLocale, "system", lambda: System())
    assert get_language_of("system") == language


def test_the_window_speaks_german(opened: Opener, home: Home, german: QApplication) -> None:
    settings_file.save(home.settings, settings_file.set_group(Settings(), "look", language="de"))

    async def body(desk: Desk) -> None:
        titles = [action.text() for action in desk.window.menuBar().actions()]
        assert titles == ["&Datei", "&Lauf", "&Szene", "&Geschichte", "&Beitrag", "&Mitglied", "&Ansicht", "Hil&fe"]
        assert desk.action("new_run").text() == "Neuer Lauf …"
        assert "Strg+" in desk.action("new_run").toolTip()
        assert desk.desktop.model.language == "de"

    opened(body)
