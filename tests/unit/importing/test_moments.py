"""Dates, in all the ways in which a chat writes them."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from parley.core.importing.moments import LATEST, moment

FORMS = [
    ("2023-11-17@17h05m23s", datetime(2023, 11, 17, 17, 5, 23, tzinfo=UTC)),
    ("2023-11-17@17h05m23s123ms", datetime(2023, 11, 17, 17, 5, 23, 123_000, tzinfo=UTC)),
    ("2023-11-7 @ 7h 5m 3s 12ms", datetime(2023, 11, 7, 7, 5, 3, 12_000, tzinfo=UTC)),
    ("November 17, 2023 5:05pm", datetime(2023, 11, 17, 17, 5, tzinfo=UTC)),
    ("November 17, 2023 12:05am", datetime(2023, 11, 17, 0, 5, tzinfo=UTC)),
    ("November 17, 2023 12:05 PM", datetime(2023, 11, 17, 12, 5, tzinfo=UTC)),
    ("Nov 3rd, 2023, 9:05:07 a.m.", datetime(2023, 11, 3, 9, 5, 7, tzinfo=UTC)),
    ("Dezember 3, 2023 9:05pm", datetime(2023, 12, 3, 21, 5, tzinfo=UTC)),
    ("März 3, 2023 9:05am", datetime(2023, 3, 3, 9, 5, tzinfo=UTC)),
    ("June 19, 2023 15:05", datetime(2023, 6, 19, 15, 5, tzinfo=UTC)),
    ("2023-11-17T17:05:23.123Z", datetime(2023, 11, 17, 17, 5, 23, 123_000, tzinfo=UTC)),
    ("2023-11-17T17:05:23+02:00", datetime(2023, 11, 17, 15, 5, 23, tzinfo=UTC)),
    ("2023-11-17 17:05", datetime(2023, 11, 17, 17, 5, tzinfo=UTC)),
    (1_700_240_723, datetime(2023, 11, 17, 17, 5, 23, tzinfo=UTC)),
    (1_700_240_723_123, datetime(2023, 11, 17, 17, 5, 23, 123_000, tzinfo=UTC)),
    ("1700240723123", datetime(2023, 11, 17, 17, 5, 23, 123_000, tzinfo=UTC)),
    ("1700240723.5", datetime(2023, 11, 17, 17, 5, 23, 500_000, tzinfo=UTC)),
]


def test_every_form_is_read() -> None:
    for written, wanted in FORMS:
        assert moment(written) == wanted, written


NO_DATES = [
    None, True, "", "yesterday", "2023-13-45@99h99m99s", "Foobar 17, 2023 5:05pm", "November 31, 2023 5:05pm",
    "November 3, 2023 25:05", float("nan"), float("inf"), -5, 0, 10**30, [], {}, "9" * 16, "\ud800", "٣٣٣٣٣٣٣٣٣٣",
    "9999-12-31T23:59:59-23:00", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "1969-12-31",
    "June 3, 0001 5:05pm", "0001-1-1@1h1m1s",
]  # fmt: skip


def test_what_is_no_date_is_none() -> None:
    for written in NO_DATES:
        found = moment(written)
        assert found is None or 0 < found.timestamp() <= LATEST, written


@given(st.one_of(st.text(), st.floats(), st.integers(), st.from_regex(r"\d{1,5}-\d\d?-\d\d?@\d\d?h\d\d?m\d\d?s")))
def test_nothing_breaks_it(written: object) -> None:
    found = moment(written)
    assert found is None or found.tzinfo is UTC
