"""The language of the interface: which it is, and Qt's translators for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from parley.core.base.errors import ParleyError
from parley.core.base.labels import label, read_group
from parley.core.base.numbers import format_money
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import said as said_in

SOURCE = "en"
"""The language that the texts are written in."""
TRANSLATED = ("de",)
"""The languages there is a `parley_<language>.qm` for."""
_OURS = "parley"
_speaks = SOURCE
"""The language that the interface speaks: as Qt's translators, one for the program."""


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Mark a text for Qt Linguist, which knows this name, and return it as it is: Qt's own is typed `object`."""
    return text


def current() -> str:
    """Return the language that the interface speaks now."""
    return _speaks


def said(text: str | ParleyError) -> str:
    """Return a sentence of the core, or an error with its hint, in the interface's language."""
    return text.said(_speaks) if isinstance(text, ParleyError) else said_in(text, _speaks)


def get_name(table: str, value: str) -> str:
    """Return what a value of an enumeration of the core is called in the interface's language."""
    return label(table, value, _speaks)


def get_titles(group: str, table: str) -> Mapping[str, str]:
    """Return the words of a table of `resources/words/<group>.toml` in the interface's language, by their names; shared
    by all who ask.
    """
    return _load_titles(group, table, "de" if _speaks == "de" else SOURCE)


@cache
def _load_titles(group: str, table: str, language: str) -> Mapping[str, str]:
    # Heads of tables ask at every paint.
    return {name: each[language] for name, each in read_group(group)[table].items()}


def dollars(amount: float) -> str:
    """Return an amount of US dollars as the interface's language writes it."""
    return format_money(amount, _speaks)


def get_language_of(choice: str) -> str:
    """Return the language of `look.language`: itself, or for "system" the first of the system's that the interface
    speaks.
    """
    if choice != "system":
        return choice if choice in TRANSLATED else SOURCE
    for wanted in QLocale.system().uiLanguages():
        code = wanted.partition("-")[0].lower()  # "de-CH", "zh-Hans-CN"
        if code in (*TRANSLATED, SOURCE):
            return code
    return SOURCE


def install(app: QCoreApplication, choice: str) -> QTranslator | None:
    """Let everything that is made from now on speak the chosen language; numbers and dates follow.

    Returns Parley's own translator, None where the texts stay as they are written. What was installed before is taken
    away, so that it can be called again.
    """
    for earlier in app.findChildren(QTranslator):
        if earlier.objectName() == _OURS:
            app.removeTranslator(earlier)
            earlier.setParent(None)  # else its parent would keep it
    global _speaks  # noqa: PLW0603  # one for the process, as the translators are
    language = _speaks = get_language_of(choice)
    system = QLocale.system()
    # A Swiss system keeps its Swiss numbers; only another language brings its own. A system without one speaks "C".
    same = system.name().partition("_")[0] in {language, "C" if language == SOURCE else language}
    QLocale.setDefault(system if same else QLocale(language))
    if language == SOURCE:
        return None
    # Qt's own buttons and menus; the translator that was installed last is asked first.
    _add_catalog(app, f"qtbase_{language}", Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)))
    return _add_catalog(app, f"parley_{language}", Path(str(get_resource("i18n"))))


def _add_catalog(app: QCoreApplication, name: str, folder: Path) -> QTranslator | None:
    translator = QTranslator(app)
    translator.setObjectName(_OURS)
    if not translator.load(name, str(folder)):
        translator.setParent(None)
        return None
    app.installTranslator(translator)
    return translator
