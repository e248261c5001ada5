"""Sentences of the core: made of a template and arguments, said in the language of whoever reads them.

A template is English and its own id, as in gettext; German stands in `resources/i18n/core_de.po`, compiled to
`core_de.mo` (`python -m scripts.sentences`). A `Sentence` is a `str`, its English, so that it may go wherever a text
may; whoever shows it to a person says it with `said`. zope.i18nmessageid has messages of the same kind.
"""

from __future__ import annotations

import gettext
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter

from core.numbers import localised, money

LANGUAGES = ("en", "de")
"""The languages that the core's sentences can be said in; the templates' own first."""

Argument = object
"""A number, a text, a sentence, or several of them; anything else is written as `str` writes it."""

_SPEC = re.compile(r",?(?:\.\d{1,2})?[dfg%]?")
_FIELDS = Formatter()


class Sentence(str):
    """A text that knows the template and the arguments that it was made of.

    In a template `{name}` is an argument: numbers and money (`{cost:money}`, in US dollars) are written as the language
    writes them, a sentence among the arguments is said in that language too, several are joined by commas. An argument
    `n` chooses between singular and plural where the catalogue has both.
    """

    __slots__ = ("args", "many", "template")
    template: str
    args: Mapping[str, Argument]
    many: str

    def __new__(cls, template: str, /, *, many: str = "", language: str = "en", **args: Argument) -> Sentence:
        """`many` is the template for an `n` other than 1; `language` is the one that its text is in."""
        made = super().__new__(cls, _say(template, args, language, many))
        made.template, made.args, made.many = template, args, many
        return made

    @classmethod
    def of(cls, template: str, args: Mapping[str, Argument]) -> Sentence:
        """The sentence of a template whose arguments may have any name."""
        return cls.stored(_say(template, args, "en", ""), template, args)

    @classmethod
    def stored(cls, text: str, template: str, args: Mapping[str, Argument]) -> Sentence:
        """One that a log keeps, with the text that it had when it was written."""
        made = super().__new__(cls, text)
        made.template, made.args, made.many = template, args, ""
        return made

    def said(self, language: str) -> str:
        """The sentence in a language; its own text where a log has arguments that do not fit."""
        try:
            return _say(self.template, self.args, language, self.many)
        except (KeyError, ValueError, TypeError):
            return str(self)


def said(text: str, language: str) -> str:
    """A text in a language: a sentence, or a text that is a template itself; any other text as it is."""
    if isinstance(text, Sentence):
        return text.said(language)
    return _translated(text, language) if text else text


def joined(*parts: str) -> str:
    """Several sentences in a row, those that are not empty."""
    there = [part for part in parts if part]
    if len(there) < 2:
        return there[0] if there else ""
    names = [f"part_{number}" for number in range(1, len(there) + 1)]
    template = " ".join(f"{{{name}}}" for name in names)
    return Sentence.stored(" ".join(there), template, dict(zip(names, there, strict=True)))


def os_reason(error: OSError) -> Sentence:
    """What the system says went wrong: "No space left on device"."""
    return Sentence(error.strerror or str(error))


def placeholders(template: str) -> frozenset[str]:
    """The names of a template's arguments."""
    return frozenset(name for _text, name, _spec, _conversion in _FIELDS.parse(template) if name)


def _say(template: str, args: Mapping[str, Argument], language: str, many: str) -> str:
    n = args.get("n")
    pattern = _plural(template, many, n, language) if isinstance(n, int) else _translated(template, language)
    return _filled(pattern, args, language) if args else pattern


def _filled(pattern: str, args: Mapping[str, Argument], language: str) -> str:
    """As `str.format`, but for names and plain numbers alone: templates and arguments come out of logs, too."""
    parts = []
    for text, name, spec, conversion in _FIELDS.parse(pattern):
        parts.append(text)
        if name is not None:
            if conversion:
                raise ValueError(conversion)
            parts.append(_written(args[name], spec or "", language))
    return "".join(parts)


def _written(value: Argument, spec: str, language: str) -> str:
    if isinstance(value, str):
        return said(value, language) if isinstance(value, Sentence) else value
    if isinstance(value, bool) or not isinstance(value, int | float):
        if isinstance(value, Iterable):
            return ", ".join(_written(each, spec, language) for each in value)
        return str(value)
    if spec == "money":
        return money(value, language)
    if not _SPEC.fullmatch(spec):
        raise ValueError(spec)
    return localised(format(value, spec or ("g" if isinstance(value, float) else "d")), language)


def _translated(template: str, language: str) -> str:
    if language != "de" or not template:
        return template
    found = _catalogue().gettext(template)
    return found if found != template else _tables().get(template, template)


def _plural(template: str, many: str, n: int, language: str) -> str:
    if language == "de":
        found = _catalogue().ngettext(template, many, n)
        if found not in (template, many):
            return found
    return template if n == 1 or not many else many


@cache
def _catalogue() -> gettext.NullTranslations:
    with files("resources").joinpath("i18n", "core_de.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@cache
def _tables() -> dict[str, str]:
    """What the rules and the game master say: those texts stand with their German in tables of their own."""
    found: dict[str, str] = {}
    for entry in files("resources").joinpath("prompts").iterdir():
        if entry.name == "scenes.toml" or (entry.name.startswith("story_") and entry.name.endswith(".toml")):
            both = tomllib.loads(entry.read_text("utf-8"))
            for key, english in both.get("en", {}).items():
                if isinstance(english, str):
                    found.setdefault(english, both["de"][key])
    return found
