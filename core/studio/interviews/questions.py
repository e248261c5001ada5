"""What somebody may be asked: one question, or a questionnaire in TOML."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import msgspec
from pydantic import BeforeValidator, Field, ValidationError, field_validator, model_validator

from parley.core.base import forms
from parley.core.base.definition import Definition, read_toml
from parley.core.base.errors import UsageError
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised, Texts
from parley.core.home import Definitions

BEFORE, AFTER = "before", "after"
LONGEST_QUESTION, LONGEST_ANSWER = 2_000, 2_000
"""Characters."""
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Item(Definition):
    """One question. A "likert" has `points` from `low` to `high`, a "choice" its `options`; a "text" has neither.

    `reverse`: the scale counts the other way round. Rehearsals answer accordingly; figures are the points as given.
    """

    id: str = "question"
    type: Literal["text", "likert", "choice"] = "text"
    text: Texts
    points: int = Field(5, ge=2, le=11)
    low: Texts = Localised(en="not at all", de="überhaupt nicht")
    high: Texts = Localised(en="very much", de="voll und ganz")
    options: tuple[Texts, ...] = ()
    reverse: bool = False

    @field_validator("id")
    @classmethod
    def _is_plain(cls, value: str) -> str:
        if not _ID.fullmatch(value):
            raise ValueError(Sentence("'{id}' is no id: small letters, digits and underscores", id=value[:40]))
        return value

    @model_validator(mode="after")
    def _check_item(self) -> Self:
        if not 0 < len(self.text.en.strip()) <= LONGEST_QUESTION:
            raise ValueError(Sentence("a question has 1 to {most:,} characters", most=LONGEST_QUESTION))
        if (self.type == "choice") != (len(self.options) > 1) and (self.type == "choice" or self.options):
            raise ValueError(Sentence("a choice has two options at least, and nothing else has any"))
        if len({option.en for option in self.options}) < len(self.options):
            raise ValueError(Sentence("an option stands there twice"))
        return self

    def build_form(self, language: str) -> forms.Schema:
        """Return the form that an answer fits."""
        if self.type == "likert":
            answer: forms.Schema = {**forms.INTEGER, "minimum": 1, "maximum": self.points}
        elif self.type == "choice":
            answer = forms.one_of([option.text(language) for option in self.options])
        else:
            answer = {**forms.TEXT, "minLength": 1, "maxLength": LONGEST_ANSWER}
        return forms.record({"answer": answer})

    def told(self, language: str) -> str:
        """Return the question and how it can be answered, in words."""
        text = self.text.text(language).strip()
        german = language == "de"
        if self.type == "likert":
            low, high = self.low.text(language), self.high.text(language)
            scale = (
                "auf einer Skala von 1 ({low}) bis {points} ({high})"
                if german
                else "from 1 ({low}) to {points} ({high})"
            )
            return f"{text} – {scale.format(low=low, points=self.points, high=high)}"
        if self.type == "choice":
            listed = " | ".join(option.text(language) for option in self.options)
            return f"{text} – {'eine von' if german else 'one of'}: {listed}"
        return text


def _normalize_moments(value: Any) -> Any:
    return tuple(str(each) for each in value) if isinstance(value, list | tuple) else value  # TOML: ["before", 6]


class Questionnaire(Definition):
    """Items that members are asked `when` ("before", "after", or a turn's number). `members` are ids or names; empty:
    all."""

    name: str = Field(min_length=1, max_length=80)
    when: Annotated[tuple[str, ...], BeforeValidator(_normalize_moments, tuple[str | int, ...])] = (AFTER,)
    members: tuple[str, ...] = ()
    items: tuple[Item, ...] = Field(min_length=1, max_length=100)

    @field_validator("when")
    @classmethod
    def _validate_moments(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            if each not in (BEFORE, AFTER) and not (each.isascii() and each.isdecimal() and int(each) > 0):
                raise ValueError(Sentence("'{when}' is no moment: before, after, or a turn's number", when=each[:20]))
        if not value or len(set(value)) < len(value):
            raise ValueError(Sentence("a questionnaire has one moment at least, and none twice"))
        return value

    @model_validator(mode="after")
    def _validate_unique_ids(self) -> Self:
        if len({item.id for item in self.items}) < len(self.items):
            raise ValueError(Sentence("an id stands there twice"))
        return self

    @property
    def digest(self) -> str:
        """What its answers are found by: another wording is another questionnaire."""
        canonical = msgspec.json.encode(self.model_dump(mode="json"), order="sorted")
        return hashlib.blake2b(canonical, digest_size=12).hexdigest()

    def turns(self, last: int) -> dict[str, int]:
        """Return the turn of every moment that a run of so many turns has."""
        found = {each: 0 if each == BEFORE else last if each == AFTER else int(each) for each in self.when}
        return {each: turn for each, turn in found.items() if turn <= last}


QUESTIONNAIRES = Definitions("questionnaire", "", Questionnaire)


def build_item(question: str, points: int | None = None, choices: Sequence[str] = ()) -> Item:
    """Return one question, answered on a scale of `points`, by one of the `choices`, or in words. Raises `UsageError`
    for what is none.
    """
    kind = "likert" if points is not None else "choice" if choices else "text"
    if points is not None and choices:
        raise UsageError("A question is answered on a scale or by a choice, not by both.")
    options = [repair_text(each) for each in choices]
    try:
        return Item.model_validate(
            {"type": kind, "text": repair_text(question), "points": points or 5, "options": options}
        )
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ").removesuffix(".")
        raise UsageError("The question cannot be asked: {why}.", why=why) from None


def read_questionnaire(path: Path) -> Questionnaire:
    """Return the questionnaire in a TOML file. Raises `FileError`, `DefinitionError` with the line."""
    return read_toml(path, Questionnaire)


def read_answer(item: Item, text: str, language: str) -> str | int:
    """Return what an answer in words or as a form comes to. Raises `UsageError` where it fits no answer."""
    value: Any = text.strip()
    if value.startswith(("{", "```")):  # a form, as it is or in a fence of Markdown
        try:
            value = forms.read(text, dict[str, Any]).get("answer")
        except msgspec.DecodeError:
            value = text.strip()
    if item.type == "likert":
        number = re.search(r"(?<!\d)-?\d{1,9}(?!\d)", str(value))  # the first one that is said: of "4 out of 7" the 4
        if number is None or not 1 <= int(number[0]) <= item.points:
            raise UsageError("The answer is no point of the scale: {answer}", answer=str(value)[:200])
        return int(number[0])
    if item.type == "choice":
        options = [option.text(language) for option in item.options]
        same = [each for each in options if each.casefold() == str(value).strip(" .\"'").casefold()]
        named = same or [each for each in options if each.casefold() in str(value).casefold()]  # or in a sentence
        if len(named) != 1:
            raise UsageError("The answer is none of the options: {answer}", answer=str(value)[:200])
        return named[0]
    if not str(value or "").strip():
        raise UsageError("The answer is empty.")
    return str(value).strip()[:LONGEST_ANSWER]
