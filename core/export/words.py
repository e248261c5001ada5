"""The words around a transcript, in the languages we write."""

from __future__ import annotations

from datetime import date

from parley.core.base import labels

PARTS_OF_DAY = (12, 14, 18, 24)
"""The hours at which morning, noon, afternoon and evening end."""


def _look_up_calendar_names(group: str, language: str) -> list[str]:
    found: list[str] = labels.read_group("calendar")[group]["de" if language == "de" else "en"]
    return found


def format_weekday(iso: str, language: str) -> str:
    """Return the weekday of an ISO 8601 date; empty where it is none."""
    try:
        return _look_up_calendar_names("weekdays", language)[date.fromisoformat(iso).weekday()]
    except ValueError:
        return ""


def dated(iso: str, language: str) -> str:
    """Return an ISO 8601 date as people write it, with its weekday; as it stands where it is none."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    month = _look_up_calendar_names("months", language)[day.month - 1]
    written = f"{day.day}. {month} {day.year}" if language == "de" else f"{day.day} {month} {day.year}"
    return f"{format_weekday(iso, language)}, {written}"


def part_of_day(clock: str, language: str) -> str:
    """Return morning, noon, afternoon or evening, for a clock like "09:20"."""
    hour = int(clock[:2]) if clock[:2].isdigit() else 0
    parts = zip(PARTS_OF_DAY, _look_up_calendar_names("parts_of_day", language), strict=True)
    return next((part for until, part in parts if hour < until), "")


def words(language: str) -> dict[str, str]:
    """Return all labels in that language; English for one we do not write."""
    return labels.words("export", language)
