"""A cast: members who know one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from parley.core.base.definition import Definition, Misplaced, raise_all
from parley.core.base.sentences import Sentence
from parley.core.base.sums import sum_all
from parley.core.base.urls import url_fault
from parley.core.cast.affinity import START, pair
from parley.core.cast.colours import fill_gaps
from parley.core.cast.lore import LoreBook
from parley.core.cast.member import Id, Member

Language = Literal["en", "de"]


class Cast(Definition):
    """A named group of 1 to 200 members, all written in one language."""

    id: Id
    name: str = Field(min_length=1, max_length=80)
    description: str = Field("", max_length=2_000)
    language: Language = "en"
    plan: str = Field("studio", max_length=80, description="The floor plan they work on.")
    topics: tuple[str, ...] = Field((), description="What they might talk about.")
    lore: tuple[LoreBook, ...] = Field((), max_length=20, description="What may come to everybody's mind.")
    members: tuple[Member, ...] = Field(min_length=1, max_length=200)

    @field_validator("members")
    @classmethod
    def _check_server_urls(cls, members: tuple[Member, ...]) -> tuple[Member, ...]:
        # Here and not in the voice's own spec: logs that were written before must open.
        raise_all(
            Misplaced((number, "voice", "base_url"), fault)
            for number, member in enumerate(members)
            if member.voice is not None and (fault := url_fault(member.voice.base_url))
        )
        return members

    @model_validator(mode="after")
    def _check_cast(self) -> Self:
        raise_all(self._find_faults())
        return self

    def _find_faults(self) -> Iterator[Misplaced]:
        ids = [member.id for member in self.members]
        for number, member in enumerate(self.members):
            if member.id in ids[:number]:  # the second is blamed, at its own line; 200 members at most
                told = Sentence("two members have the id '{name}'", name=member.id)
                yield Misplaced(("members", number, "id"), told)
            for other in member.relations:
                if other not in ids:
                    told = Sentence(
                        "'{name}' has a relation to '{other}', who is not in the cast", name=member.id, other=other
                    )
                    yield Misplaced(("members", number, "relations", other), told)

    def assign_colours(self) -> tuple[Member, ...]:
        """Return the members, everyone with a colour: those without one get the free ones of the palette in turn."""
        colours = fill_gaps([member.colour for member in self.members])
        return tuple(
            member if member.colour else member.model_copy(update={"colour": colour})
            for member, colour in zip(self.members, colours, strict=True)
        )

    def affinities(self) -> dict[tuple[str, str], float]:
        """Return the symmetric affinity of every pair: the mean of what the two wrote about each other, else the
        start.
        """
        by_id = {member.id: member for member in self.members}
        result: dict[tuple[str, str], float] = {}
        for i, first in enumerate(self.members):
            for second in self.members[i + 1 :]:
                said = [
                    by_id[one].relations[other].affinity
                    for one, other in ((first.id, second.id), (second.id, first.id))
                    if other in by_id[one].relations
                ]
                result[pair(first.id, second.id)] = round(sum_all(said) / len(said), 4) if said else START
        return result
