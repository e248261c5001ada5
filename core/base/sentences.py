"""Sentences of the core: made of a template and arguments, said in the language of whoever reads them.

A template is English and its own id, as in gettext; German stands in `resources/i18n/core_de.po`, compiled to
`core_de.mo` (`python -m scripts.sentences`). A `Sentence` is a `str`, its English, so that it may go wherever a text
may; whoever shows it to a person says it with `said`. zope.i18nmessageid has messages of the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING

from parley.core.base.numbers import format_money, localise_number

if TYPE_CHECKING:
    import gettext

LANGUAGES = ("en", "de")
"""The languages that the core's sentences can be said in; the templates' own first."""

Argument = object
"""A number, a text, a sentence, or several of them; anything else is written as `str` writes it."""

_SPEC = re.compile(r",?(?:\.\d{1,2})?[dfg%]?")  # no width: a stranger's "{n:999999999}" would fill the memory
_FIELDS = Formatter()


class Sentence(str):
    """A text that knows the template and the arguments that it was made of.

    In a template `{name}` is an argument: numbers and money (`{cost:money}`, in US dollars) are written as the language
    writes them, a sentence among the arguments is said in that language too, several are joined by commas. A number
    chooses between two words: "{count} {count:turn|turns}" (English and German have the same two forms).
    """

    __slots__ = ("args", "template")
    template: str
    args: Mapping[str, Argument]

    def __new__(cls, template: str, /, **args: Argument) -> Sentence:
        return cls.of(template, args)

    @classmethod
    def of(cls, template: str, args: Mapping[str, Argument]) -> Sentence:
        """Return the sentence of a template whose arguments may have any name."""
        return cls.make_stored(_format_text(template, args, "en"), template, args)

    @classmethod
    def written(cls, template: str, pattern: str, language: str, args: Mapping[str, Argument]) -> Sentence:
        """Return the sentence of a template, whose text is `pattern`: the template in `language`. Other arguments
        go.
        """
        used = {name: args[name] for name in (*find_placeholders(template), *find_placeholders(pattern))}
        return cls.make_stored(_fill_pattern(pattern, used, language), template, used)

    @classmethod
    def make_stored(cls, text: str, template: str, args: Mapping[str, Argument]) -> Sentence:
        """Return one that a log keeps, with the text that it had when it was written."""
        made = super().__new__(cls, text)
        made.template, made.args = template, args
        return made

    def said(self, language: str) -> str:
        """Return the sentence in a language; its own text where a log has arguments that do not fit."""
        try:
            return _format_text(self.template, self.args, language)
        except (KeyError, ValueError, TypeError, RecursionError):  # missing, misshapen, or nested without end
            return str(self)


def said(text: str, language: str) -> str:
    """Return a text in a language: a sentence, or a text that is a template itself; any other text as it is."""
    if isinstance(text, Sentence):
        return text.said(language)
    return _translate_template(text, language) if text else text


def joined(*parts: str) -> str:
    """Return several sentences in a row, those that are not empty."""
    return _join_parts(" ", parts)


def join_all(*parts: str) -> str:
    """Return several sentences with commas between them, those that are not empty."""
    return _join_parts(", ", parts)


def _join_parts(between: str, parts: Sequence[str]) -> str:
    there = [part for part in parts if part]
    if len(there) < 2:
        return there[0] if there else ""
    # A text without arguments may be a template itself.
    args = {
        f"part_{number}": part if isinstance(part, Sentence) else Sentence.make_stored(part, part, {})
        for number, part in enumerate(there, 1)
    }
    return Sentence.make_stored(between.join(there), between.join(f"{{{name}}}" for name in args), args)


def os_reason(error: OSError) -> Sentence:
    """Return what the system says went wrong: "No space left on device"."""
    return Sentence(error.strerror or str(error))


@cache
def find_placeholders(template: str) -> tuple[str, ...]:
    """Return the names of a template's arguments, in their order."""
    return tuple(dict.fromkeys(name for _text, name, _spec, _conversion in _FIELDS.parse(template) if name))


def _format_text(template: str, args: Mapping[str, Argument], language: str) -> str:
    pattern = _translate_template(template, language)
    return _fill_pattern(pattern, args, language) if args else pattern  # a text without any may have braces in it


def _fill_pattern(pattern: str, args: Mapping[str, Argument], language: str) -> str:
    """Fill in as `str.format` does, but only names and plain numbers: templates and arguments come out of logs, too."""
    parts = []
    for text, name, spec, conversion in _FIELDS.parse(pattern):
        parts.append(text)
        if name is not None:  # by its whole name: "{a.b}" and "{a[0]}" reach no attribute and no item
            if conversion:  # "!r" would show the insides of an object
                raise ValueError(conversion)
            parts.append(_format_argument(args[name], spec or "", language))
    return "".join(parts)


def _format_argument(value: Argument, spec: str, language: str) -> str:
    if isinstance(value, str):
        return said(value, language) if isinstance(value, Sentence) else value
    if isinstance(value, bool) or not isinstance(value, int | float):  # a bool is an int, and no number
        if isinstance(value, Iterable):
            return ", ".join(_format_argument(each, spec, language) for each in value)
        return str(value)
    if spec == "money":
        return format_money(value, language)
    if "|" in spec:
        one, _, many = spec.partition("|")
        return one if value == 1 else many
    if not _SPEC.fullmatch(spec):
        raise ValueError(spec)
    return localise_number(format(value, spec or ("g" if isinstance(value, float) else "d")), language)


def _translate_template(template: str, language: str) -> str:
    if language != "de" or not template:  # gettext answers "" with the head of its catalogue
        return template
    found = _load_catalogue().gettext(template)
    return found if found != template else _ADDED.get(template) or _collect_mode_tables().get(template, template)


_ADDED: dict[str, str] = {}


def add_german(texts: Mapping[str, str]) -> None:
    """Take in what a package says: its English templates and texts, each with its German."""
    _ADDED.update(texts)


@cache
def _load_catalogue() -> gettext.NullTranslations:
    # English is said without it.
    import gettext

    with files("parley.resources").joinpath("i18n", "core_de.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@cache
def _collect_mode_tables() -> dict[str, str]:
    """Return what the rules and the game master say: those texts stand with their German in tables of their own."""
    import tomllib

    found: dict[str, str] = {}
    for entry in files("parley.resources").joinpath("prompts").iterdir():
        if entry.name == "scenes.toml" or (entry.name.startswith("story_") and entry.name.endswith(".toml")):
            both = tomllib.loads(entry.read_text("utf-8"))
            for key, english in both.get("en", {}).items():
                if isinstance(english, str):
                    found.setdefault(english, both["de"][key])
    return found
