"""A rubric: what is asked about a talk, the scale of the answers, and what whoever grades is shown. Written in TOML."""

from __future__ import annotations

import hashlib
from typing import Literal, Self

import msgspec
from pydantic import Field, model_validator

from parley.core.base import forms
from parley.core.base.definition import Definition
from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised, Texts
from parley.core.home import Definitions

MOST_VOTES = 25
LONGEST_QUESTION, LONGEST_LABEL, LONGEST_REASON = 2_000, 120, 400
"""Characters."""
YES_NO = (Localised(en="no", de="nein"), Localised(en="yes", de="ja"))
FIRST, SECOND, TIE = "a", "b", "tie"
"""The grades of two talks that are compared; `a` is the first of them, wherever it stood."""
A_B = (Localised(en="A", de="A"), Localised(en="B", de="B"), Localised(en="equal", de="gleich"))


class Rubric(Definition):
    """One question about every line, about a whole run, or about two runs side by side.

    What its grades are kept by is its `digest`: another wording is another rubric.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="What commands and figures call it.")
    name: Texts = Field(description="What the window calls it.")
    question: Texts = Field(description="What is asked of each line, of the run, or of two runs.")
    scale: Literal["binary", "ordinal", "nominal", "pairwise"] = Field(
        description="no or yes; labels from the lowest to the highest; labels in no order; which of two runs."
    )
    labels: tuple[Texts, ...] = Field((), description="What the grades are called; of ordinal and nominal scales.")
    unit: Literal["turn", "run"] = Field("turn", description="What is graded: each line, or the run as a whole.")
    members: tuple[str, ...] = Field((), description="Ids of those whose lines are graded; empty: everybody's.")
    before: int = Field(4, ge=0, le=50, description="How many lines before the graded one are shown.")
    names: bool = Field(False, description="Whether names are shown; else members are called by letters.")
    votes: int = Field(3, ge=1, le=MOST_VOTES, description="How many times a model is asked, each with new chances.")
    voice: str = Field("", description="Who is asked where nobody else is named: PROVIDER:MODEL.")

    @model_validator(mode="after")
    def _check_rubric(self) -> Self:
        if any(not 0 < len(text.strip()) <= LONGEST_QUESTION for text in (self.question.en, self.question.de)):
            raise ValueError(Sentence("a question has 1 to {most:,} characters", most=LONGEST_QUESTION))
        if self.scale in ("ordinal", "nominal"):
            if not 2 <= len(self.labels) <= 9:
                raise ValueError(Sentence("a scale that is {scale} has 2 to 9 labels", scale=self.scale))
        elif self.labels:
            raise ValueError(Sentence("a scale that is {scale} has no labels of its own", scale=self.scale))
        if any(not 0 < len(text.strip()) <= LONGEST_LABEL for each in self.labels for text in (each.en, each.de)):
            raise ValueError(Sentence("a label has 1 to {most} characters", most=LONGEST_LABEL))
        for language in ("en", "de"):
            if len({each.text(language).strip().casefold() for each in self.labels}) < len(self.labels):
                raise ValueError(Sentence("a label stands there twice"))
        if self.scale == "pairwise" and self.unit != "run":
            raise ValueError(Sentence('two talks are compared as a whole: write unit = "run"'))
        return self

    @property
    def digest(self) -> str:
        """What its grades are found by: all that changes what is asked, and not how often or whom."""
        told = self.model_dump(mode="json", exclude={"id", "name", "votes", "voice"})
        return hashlib.blake2b(msgspec.json.encode(told, order="sorted"), digest_size=8).hexdigest()

    @property
    def grades(self) -> tuple[str, ...]:
        """All grades as they are kept: of an ordinal scale "1", "2" …"""
        if self.scale == "nominal":
            return tuple(each.en.strip() for each in self.labels)  # English in any run: one set for all languages
        if self.scale == "ordinal":
            return tuple(str(number) for number in range(1, len(self.labels) + 1))
        return ("no", "yes") if self.scale == "binary" else (FIRST, SECOND, TIE)

    def get_labels_in(self, language: str) -> tuple[str, ...]:
        """Return what the grades are called in a language, in their order."""
        texts = self.labels or (YES_NO if self.scale == "binary" else A_B)
        return tuple(each.text(language).strip() for each in texts)

    def get_label_of(self, grade: str, language: str) -> str:
        """Return a grade in words: "4 · mostly"."""
        label = self.get_labels_in(language)[self.grades.index(grade)]
        return f"{grade} · {label}" if self.scale == "ordinal" else label

    def get_answers_in(self, language: str) -> tuple[str, ...]:
        """Return what may be answered, in the order of the grades."""
        return self.grades if self.scale == "ordinal" else self.get_labels_in(language)

    def build_form(self, language: str) -> forms.Schema:
        """Return the form that a judge fills in: the reason first, so that the grade follows from it."""
        reason = {**forms.TEXT, "minLength": 1, "maxLength": LONGEST_REASON}
        return forms.record({"reason": reason, "grade": forms.one_of(self.get_answers_in(language))})

    def read_grade(self, text: object, language: str) -> str:
        """Return the grade that an answer names. Raises `UsageError` where it names none."""
        said = str(text).strip(" .\"'").casefold()  # models put quotes around a grade, or a full stop behind it
        whole = [self.get_label_of(grade, language) for grade in self.grades]
        # What was asked for comes first: a label may read like another grade.
        for named in (self.get_answers_in(language), self.grades, self.get_labels_in(language), whole):
            for grade, name in zip(self.grades, named, strict=True):
                if said == name.casefold():
                    return grade
        listed = ", ".join(self.get_answers_in(language))
        raise UsageError("'{grade}' is no grade of this rubric: {listed}.", grade=str(text)[:80], listed=listed)


RUBRICS = Definitions("rubric", "rubrics", Rubric)
