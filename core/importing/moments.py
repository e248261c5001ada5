"""The many ways in which a chat writes a date."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from parley.core.importing.base import in_utc

_STAMP = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s\s*(?:(\d{1,3})ms)?", re.IGNORECASE
)
_SPOKEN = re.compile(
    r"([^\W\d_]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp]\.?[Mm]\.?)?"
)
_NUMBERS = re.compile(
    r"(\d{1,2})([./])(\d{1,2})[./](\d{2}|\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp]\.?\s?[Mm]\.?)?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_GERMAN = {"mär": "mar", "mai": "may", "okt": "oct", "dez": "dec"}
LATEST = 253_370_764_799
"""Seconds since 1970 at the end of the year 9998: every zone's clock can show it, and a second after it."""


def moment(written: object) -> datetime | None:
    """Return the moment, in UTC; None for what is none, or was before 1970 or is after the year 9998.

    Read are 2023-11-17@17h05m23s (also with spaces and 123ms), "November 17, 2023 5:05pm", ISO 8601, and seconds or
    milliseconds since 1970 as a number or as text.
    """
    if isinstance(written, bool) or written is None:  # a bool is an int
        return None
    try:
        if isinstance(written, int | float):
            return _convert_unix_time(float(written))
        text = str(written).strip()
        if re.fullmatch(r"\d{9,16}(?:\.\d+)?", text):  # fewer digits are a year or a date without marks
            return _convert_unix_time(float(text))
        if found := _STAMP.fullmatch(text):
            numbers = [int(part or 0) for part in found.groups()]
            return _drop_implausible_moment(datetime(*numbers[:6], numbers[6] * 1_000, tzinfo=UTC))  # type: ignore[misc,arg-type]
        if found := _SPOKEN.fullmatch(text):
            return _drop_implausible_moment(_parse_spoken_date(found))
        return _drop_implausible_moment(in_utc(datetime.fromisoformat(text)))
    except (ValueError, OverflowError):
        return None


def parse_stamp(written: str) -> datetime | None:
    """Return the moment that a table or a chat has beside a line: as above, or as 17.11.2023 17:05, 17/11/23 17:05 or
    11/17/23, 5:05 PM. None where it is none, or a clock alone."""
    text = written.strip()
    found = _NUMBERS.fullmatch(text)
    if found is None:
        return moment(text) if len(text) > 8 else None  # 17:05:23 has 8: a clock without a day
    day, mark, month, year, hour, minute, second, half = found.groups()
    if int(month) > 12 or (half and mark == "/"):
        day, month = month, day  # As Americans write it
    full = int(year) + 2000 * (len(year) == 2)  # two digits are of this century
    try:
        return _drop_implausible_moment(
            datetime(full, int(month), int(day), _read_hour(hour, half), int(minute), int(second or 0), tzinfo=UTC)
        )
    except ValueError:
        return None


def _drop_implausible_moment(found: datetime | None) -> datetime | None:
    return found if found is not None and 0 < found.timestamp() <= LATEST else None


def _convert_unix_time(number: float) -> datetime | None:
    # Nobody chatted in the year 5138: what is larger are milliseconds.
    seconds = number / 1_000 if number > 100_000_000_000 else number
    return datetime.fromtimestamp(seconds, UTC) if 0 < seconds <= LATEST else None


def _parse_spoken_date(found: re.Match[str]) -> datetime | None:
    month, day, year, hour, minute, second, half = found.groups()
    short = month[:3].casefold()
    short = _GERMAN.get(short, short)
    if short not in _MONTHS:
        return None
    clock = _read_hour(hour, half), int(minute), int(second or 0)
    return datetime(int(year), _MONTHS.index(short) + 1, int(day), *clock, tzinfo=UTC)


def _read_hour(hour: str, half: str | None) -> int:
    """Return the hour of a day, of whose halves `half` may name one: "5", "pm" is 17."""
    return int(hour) % 12 + 12 * (half[0] in "pP") if half else int(hour)  # 12 am is 0
