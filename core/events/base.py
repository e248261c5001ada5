"""What every event has: a tag in the past participle and a moment."""

from __future__ import annotations

from datetime import datetime

import msgspec

LOG_VERSION = 1
"""Version of the log's format; a log with a higher one is refused with a sentence."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Something that happened. Its place in the log (line number from 0) is its `seq`; it is not stored."""

    at: datetime


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of an event."""
