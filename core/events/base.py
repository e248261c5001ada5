"""What every event has: a tag in the past participle and a moment."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

LOG_VERSION = 1
"""Version of the log's format; a log with a higher one is refused with a sentence."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened. Its place in the log (line number from 0) is its `seq`; it is not stored."""

    # A moment without its zone cannot be compared with the others.
    at: Annotated[datetime, msgspec.Meta(tz=True)]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A piece of an event. Like the events it holds no cycle, so that the collector need not walk a million of them."""
