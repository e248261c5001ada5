"""Words of the queue's dock that are not of one widget."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QCoreApplication

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import hints, request_specs
from parley.core.queue.jobs import STATES
from parley.desktop.widgets.language import current, said

translate = QCoreApplication.translate


def state_words() -> Mapping[str, str]:
    """What the states of a job are called."""
    return {state: said(word) for state, word in STATES.items()}


def value_word(value: str) -> str:
    """A state, or who asked, in words."""
    places = {
        "window": translate("Queue", "this window"),
        "terminal": translate("Queue", "terminal"),
        "schedule": translate("Queue", "schedule"),
    }
    return state_words().get(value) or places.get(value, value)


def job_titles() -> dict[str, str]:
    """What is said of a job, by the names of its fields."""
    return {
        "id": translate("Queue", "Id"),
        "key": translate("Queue", "Key"),
        "kind": translate("Queue", "Kind"),
        "state": translate("Queue", "State"),
        "reason": translate("Queue", "Why it stands"),
        "priority": translate("Queue", "Priority"),
        "asked_by": translate("Queue", "Asked by"),
        "enqueued": translate("Queue", "Asked at"),
        "due": translate("Queue", "Not before"),
        "changed": translate("Queue", "Last change"),
        "tries": translate("Queue", "Tries"),
        "worker": translate("Queue", "Worker"),
        "run": translate("Queue", "Run"),
        "turns": translate("Queue", "Turns"),
        "cost": translate("Queue", "Cost"),
        "budget": translate("Queue", "Budget"),
    }


def _common() -> dict[str, str]:
    return {
        "cast": translate("Queue", "Cast"),
        "members": translate("Queue", "Members"),
        "topic": translate("Queue", "Topic"),
        "format": translate("Queue", "Format"),
        "turns": translate("Queue", "Turns"),
        "policy": translate("Queue", "Who speaks next"),
        "voice": translate("Queue", "Voice"),
        "seed": translate("Queue", "Seed"),
        "language": translate("Queue", "Language"),
        "limits": translate("Queue", "Limits"),
        "simulated": translate("Queue", "Simulated clock"),
        "begins": translate("Queue", "Begins at"),
        "fresh": translate("Queue", "Forgets earlier runs"),
        "setting": translate("Queue", "Setting"),
        "days": translate("Queue", "Days"),
    }


def field_title(kind: str, name: str) -> str:
    """What a field of a request is called."""
    if name in (common := _common()):
        return common[name]
    spec = request_specs().get(kind)
    info = spec.model.model_fields.get(name) if spec is not None else None
    if info is None:
        return name
    german = hints(info).get("de") if current() == "de" else None
    own = german.get("title") if isinstance(german, dict) else None
    return str(own or info.title or name)


def asked_word(name: str, value: Any) -> str:
    """What was asked for in a field of a request."""
    if name == "voice":
        # What it has by default is left out in the log.
        with suppress(ValidationError):
            voice = VoiceSpec.model_validate(value)
            return " · ".join(filter(None, (voice.provider, voice.model)))
    return plain(value)


def plain(value: Any) -> str:
    """A value of a request as a line."""
    if isinstance(value, bool):
        return translate("Queue", "yes") if value else translate("Queue", "no")
    if isinstance(value, dict):
        return ", ".join(f"{name}: {plain(each)}" for name, each in value.items() if each not in ("", None))
    if isinstance(value, list | tuple):
        return ", ".join(plain(each) for each in value)
    return str(value)
