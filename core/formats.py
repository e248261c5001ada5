"""Conversation formats: what kind of talk a roundtable is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from parley.core.base.acts import Act
from parley.core.base.definition import Count, Definition, Misplaced, raise_all
from parley.core.base.sentences import Sentence


class Localised(Definition):
    """The same sentence in the languages we write."""

    en: str
    de: str

    def text(self, language: str) -> str:
        """Return the sentence in `language`."""
        return self.de if language == "de" else self.en  # readers of any other language get English


def _expand_to_both_languages(value: Any) -> Any:
    return {"en": value, "de": value} if isinstance(value, str) else value


Texts = Annotated[Localised, BeforeValidator(_expand_to_both_languages, str | Localised)]
"""A text in both languages, or one text for both."""


def join_names(names: Sequence[str], language: str) -> str:
    """Return the names as one reads them out: "Ada, Bo and Cy"."""
    joint = " und " if language == "de" else " and "
    return joint.join(filter(None, (", ".join(names[:-1]), *names[-1:])))  # of one name nothing stands before it


class Moves(Definition):
    """What turns of a format are likely to do. An act's weight is a factor to its usual one; `ends` is what the last
    turn does."""

    weights: dict[Act, Annotated[float, Field(ge=0, le=100)]] = Field(
        {}, description="How much likelier an act is than usual: 2 is twice as likely."
    )
    sides: bool = Field(False, description="Whether each member is for or against, and stays so.")
    commits: bool = Field(False, description="Whether members say at the end what they take on.")
    ends: Act = Field("close", description="What the last turn does.")


class Format(Definition):
    """One format of a roundtable. Members and turns are inclusive ranges; `temperature` is that of its lines."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    name: Localised
    purpose: Localised
    members: tuple[Count, Count]
    turns: tuple[Count, Count]
    temperature: float = Field(ge=0.0, le=2.0)
    opener: Literal["coordinator", "anyone"] = "anyone"
    opening: Localised = Field(description="The stage direction of the first turn.")
    closing: Localised = Field(description="The stage direction of the last turn.")
    distils: tuple[Literal["insight", "pattern", "strategy", "preference", "lesson"], ...]
    actions: bool = Field(False, description="Whether promises become action items.")
    cap: int = Field(120, ge=0, le=20_000, description="Characters a line may have; 0: as many as it likes.")
    room: str = Field("conference", description="Where it is held, if the plan has it.")
    moves: Moves = Field(Moves(), description="What its turns are likely to do.")
    topics: tuple[Localised, ...] = Field((), description="What it is about when nobody says.")
    kind: Literal["", "work", "ideas", "argument", "company"] = Field(
        "", exclude=True, description="The heading under which it is offered; no part of a run."
    )

    @model_validator(mode="after")
    def _check_format(self) -> Self:
        raise_all(  # both ranges at once, so that a file is mended in one go
            Misplaced(
                (what,),
                Sentence(
                    "'{what}' is a range from a smaller to a larger number, not {low} to {high}",
                    what=what,
                    low=low,
                    high=high,
                ),
            )
            for what, (low, high) in (("members", self.members), ("turns", self.turns))
            if not 1 <= low <= high
        )
        return self


KINDS = {
    "work": Localised(en="Getting work done", de="Arbeit voranbringen"),
    "ideas": Localised(en="Ideas and texts", de="Ideen und Texte"),
    "argument": Localised(en="For and against", de="Für und Wider"),
    "company": Localised(en="Among themselves", de="Unter sich"),
    "": Localised(en="Others", de="Weitere"),
}
"""What the kinds of formats are called, in the order in which they are offered."""
