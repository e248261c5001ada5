"""Runs that were written by hand, as something that can be asked for."""

from __future__ import annotations

from typing import NamedTuple

from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.run_request import RunRequest, request_of
from parley.core.voices.rehearsal.repertoire import of_cast
from parley.core.voices.rehearsal.written import all_written, read_written


def hand_written(name: str) -> RunRequest:
    """Return what is asked for in a written run. Raises `UnknownName`."""
    run = read_written(name)
    return request_of(run.kind, **run.asked, voice=VoiceSpec(provider="rehearsal", model=run.id))


def build_watched(name: str) -> RunRequest:
    """Return the same, where nobody plays along: the first choice is taken each time. Raises `UnknownName`."""
    asked, turns = hand_written(name), [line for line in read_written(name).lines if line.by == PLAYER]
    return asked.model_copy(update={"script": ("1",) * len(turns)}) if turns else asked


def get_kind_of(name: str) -> str:
    """Return the kind of run that a written run is. Raises `UnknownName`."""
    return read_written(name).kind


class WrittenRun(NamedTuple):
    """A written run as it is offered where one of its kind is put on; `format` is empty where its kind has none."""

    id: str
    title: str
    detail: str
    kind: str
    format: str


def of_all_kinds(language: str) -> list[WrittenRun]:
    """Return the written runs in a language with what they are, in their order."""
    return [
        WrittenRun(run.id, run.title, run.detail, run.kind, str(run.asked.get("format", "")))
        for run in all_written(language)
    ]


def get_topics_of(cast: str, language: str) -> list[str]:
    """Return the topics to which lines of a cast are written: without a model its members speak of these."""
    return [each.topic for each in of_cast(cast, language)]
