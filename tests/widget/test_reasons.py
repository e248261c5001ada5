"""The reasons of topologies in the interface's language."""

from __future__ import annotations

import inspect
import re

from core.duologue import topology
from desktop.models.reasons import reasons, told_reason


def test_every_reason_of_a_topology_is_known() -> None:
    source = inspect.getsource(topology._wanted) + inspect.getsource(topology._answering)
    source += inspect.getsource(topology._on_the_panel)
    given = set(re.findall(r'"((?:the|back|answers|all|has|in|no) [^"]+)"', source))
    assert given - {"the last line has '{word}'"} == reasons().keys()


def test_what_is_quoted_or_muted_is_told_whole(qapp: object) -> None:
    assert told_reason("content", "the last line has 'it's'") == "the last line has “it's”"
    assert told_reason("ring", "the next in order, but they are muted") == "the next in order, but they are muted"
    assert told_reason("star", "back to the hub") == "back to the middle"
    assert told_reason("affinity", "back to the hub") == "back to the hub"
    assert told_reason("panel", "anything else") == "anything else"
