"""What can be chosen for a new run. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from parley.desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class GreetingFigure:
    """What a member (by id) may begin a talk with: alone with another, and among several."""

    member: str
    name: str
    texts: tuple[str, ...]
    among_several: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CastFigure:
    """A cast to choose; `own` where it is one of the user's files. `greetings` are those of members from cards, and to
    the `written` ones of its topics its members have lines."""

    id: str
    name: str
    language: str
    members: tuple[MemberFigure, ...]
    topics: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    own: bool = False
    greetings: tuple[GreetingFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class VoiceFigure:
    """A voice to choose; `problem` says why it cannot be used now, `trouble` the same in English; `models` are (id,
    title).

    `spoken` are the languages of a model, where it does not speak all `languages` of the voice. `modelled`: a model may
    be named, `servers`: another server. `plain` are the models that what is written is proposed before.
    """

    provider: str
    title: str
    detail: str
    problem: str = ""
    languages: tuple[str, ...] = ("en", "de")
    models: tuple[tuple[str, str], ...] = ()
    model: str = ""
    spoken: tuple[tuple[str, tuple[str, ...]], ...] = ()
    modelled: bool = False
    servers: bool = False
    abilities: tuple[tuple[str, str], ...] = ()
    trouble: str = ""
    plain: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it has no better model than plain ones."""
        return bool(self.models) and all(model in self.plain for model, _title in self.models)

    def describe_voice(self, model: str = "") -> str:
        """Return what is to be known of it before it is chosen, with this model."""
        able = dict(self.abilities).get(model or self.model, "")
        # What is said of the voice in general would promise too much of a plain model.
        detail = "" if (model or self.model) in self.plain else self.detail
        return " ".join(part for part in (detail, able) if part)

    def speaks(self, language: str, model: str = "") -> bool:
        """Return whether it speaks a language, with this model."""
        return language in dict(self.spoken).get(model or self.model, self.languages)

    def find_model(self, language: str) -> str | None:
        """Return the model with which it speaks a language, its usual one first, "" where it has none; None: with
        none.
        """
        if self.problem:
            return None
        models = [self.model, *(model for model, _title in self.models if model != self.model)]
        return next((model for model in models if self.speaks(language, model)), None)
