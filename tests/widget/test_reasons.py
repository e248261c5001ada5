"""The reasons of topologies in the interface's language."""

from __future__ import annotations

import inspect
import re

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from core.duologue import topology
from core.modes.duologue import naming
from desktop.models import duologue_rows
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


class _Marked(QTranslator):
    def translate(self, context: str, text: str, _disambiguation: str | None = None, _n: int = -1) -> str:
        return f"<{text}>" if context == "Duologue" else ""


@pytest.mark.usefixtures("qapp")
def test_why_a_name_is_kept_is_told_in_the_interface_s_language() -> None:
    source = inspect.getsource(naming.chosen)
    notes = re.findall(r'"((?:the voice is|the answer) [^"(]+)"', source)
    assert len(notes) == 3
    marked = _Marked()
    QApplication.installTranslator(marked)
    try:
        told = [duologue_rows._why_kept(note) for note in (*notes, "'?!' is no name", "somebody else is called Bo")]
    finally:
        QApplication.removeTranslator(marked)
    assert all(each.startswith("<") for each in told), told
    assert told[-2:] == ["<'?!' is no name>", "<somebody else is called Bo>"]
