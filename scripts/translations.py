"""Bring resources/i18n up to date: collect every text of the interface, and compile what was translated.

Run by `make i18n`. Translate what is unfinished in the .ts file (pyside6-linguist), then run it again.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from parley.core.settings import Server, Settings
from parley.desktop.settings.servers import KINDS
from parley.desktop.settings.view import get_groups, get_title_of
from parley.desktop.shell.action_table import MENUS, MISSING, SUBMENUS
from parley.desktop.widgets.forms.field import get_fields_of
from parley.desktop.widgets.language import TRANSLATED

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "i18n"
BIN = Path(sys.executable).parent


def late_texts() -> Iterator[tuple[str, str]]:
    """Yield context and text of what the core names and a view translates when it shows it."""
    for group in get_groups(Settings()).values():
        yield "SettingsDialog", get_title_of(group)
        for field in get_fields_of(group):
            texts = (field.title, field.description, field.lowest, *(title for _value, title in field.choices))
            yield from (("SettingsDialog", text) for text in texts if text)
    for field in get_fields_of(Server(url="http://h")):
        yield from (("SettingsDialog", text) for text in (field.title, field.description) if text)
    for _kind, text in KINDS:
        yield "SettingsDialog", text
    for menu in MENUS:
        told = [menu.title, *(text for action in menu.actions for text in (action.title, action.tip) if text)]
        yield from (("Action", text) for text in told)
    yield from (("Action", text) for text in (*SUBMENUS.values(), *MISSING.values()))


def collect(target: Path, language: str) -> None:
    """Merge all texts of the interface into a .ts file; what was translated is kept."""
    with tempfile.TemporaryDirectory() as scratch:
        listed = Path(scratch) / "late.py"
        rows = [f"QT_TRANSLATE_NOOP({context!r}, {text!r})" for context, text in dict.fromkeys(late_texts())]
        listed.write_text("\n".join(rows) + "\n", encoding="utf-8")
        sources = [str(listed), *map(str, sorted((ROOT / "desktop").rglob("*.py")))]
        options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        command = [str(BIN / "pyside6-lupdate"), *sources, *options, "-target-language", language, "-ts", str(target)]
        subprocess.run(command, check=True)


def compile_(source: Path, target: Path) -> None:
    """Make the .qm file that Qt reads."""
    made = target.with_suffix(".new")
    subprocess.run([str(BIN / "pyside6-lrelease"), "-silent", str(source), "-qm", str(made)], check=True)
    # A program that runs has the old one mapped into its memory.
    made.replace(target)


def find_untranslated(source: Path) -> list[str]:
    """Return the texts of a .ts file that have no finished translation."""
    return [
        f"{context.findtext('name', '')}: {message.findtext('source', '')}"
        for context in ElementTree.parse(source).getroot().iter("context")  # noqa: S314 - it is our own file
        for message in context.iter("message")
        if (told := message.find("translation")) is None or told.get("type") or not (told.text or "").strip()
    ]


def main() -> list[str]:
    """Bring every language up to date, and return the texts that are not translated yet."""
    missing: list[str] = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language in TRANSLATED:
        source = FOLDER / f"parley_{language}.ts"
        collect(source, language)
        compile_(source, source.with_suffix(".qm"))
        missing += find_untranslated(source)
    return missing


if __name__ == "__main__":
    main()
