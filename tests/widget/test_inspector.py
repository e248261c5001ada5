"""The inspector's pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.log.events.turn import SpeakerSelected
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.desktop.inspector.figures import (
    CallFigure,
    DraftFigure,
    InspectorFigure,
    MemoryFigure,
    NoteFigure,
    PayloadRow,
    Sent,
)
from parley.desktop.inspector.model import build_inspector_figure, shared_out
from parley.desktop.inspector.view.pages import WhyPane
from parley.desktop.inspector.view.pane import PagePane
from parley.desktop.inspector.view.payload import PayloadPane
from parley.desktop.inspector.view.view import TABS, InspectorView
from parley.desktop.modes.registry import view_of
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.speaker_flow.model import build_why_figure
from parley.desktop.widgets.theme import DARK, LIGHT, apply_theme
from tests.standup_events import candidate, sample_events
from tests.widget.widgets_alone import on_screen, take_look

MEMBERS = (MemberFigure("boss", "Boss", "B", "rust"), MemberFigure("analyst", "Analyst", "A", "blue"))
SYSTEM = "You are Analyst.\n" + "Rules and more rules, " * 30
ROWS = (PayloadRow("system", SYSTEM, 1.0), PayloadRow("user", "Boss: When?", 0.5), PayloadRow("direction", "Go."))
SENT = Sent(ROWS, "proven")
FIGURE = InspectorFigure(
    turn=14,
    member=MEMBERS[1],
    why=WhyFigure(14, "analyst", "affinity", "weighted draw", 0.4, (candidate("analyst", 1, 0.2, 0, 0, 0, 1.2, 1.0),)),
    members=MEMBERS,
    sent=lambda: SENT,
    facts=(("Voice", "embedded"), ("Payload hash", "0f" * 32)),
    memories=(
        MemoryFigure("insight", "Dates calm the boss.", "ab12", "Standup: Launch"),
        MemoryFigure("lesson", "Ask early.", "cd34", "cd34"),
        MemoryFigure("lesson", "Written by hand."),
    ),
    relations=(("Boss", 0.72, "trusts her numbers"), ("Writer", 0.2, "")),
    redrawn=(("As a language model,", "breaks character"),),
    raw='{"type": "turn.ended"}',
    usage=(88, 418, 0, 21),
    latency=0.92,
)


@pytest.fixture
def view(qtbot: QtBot) -> InspectorView:
    return on_screen(qtbot, InspectorView(), 400, 320, figure=FIGURE)


def plain(label: QLabel) -> list[str]:
    """The lines of a page."""
    return QTextDocumentFragment.fromHtml(label.text()).toPlainText().split("\n")


def page_of(view: InspectorView, tab: str) -> QLabel:
    view.show_tab(tab)
    pane = view.panes[tab]
    assert isinstance(pane, PagePane)
    return pane.page


def payload(view: InspectorView) -> PayloadPane:
    view.show_tab("payload")
    pane = view.panes["payload"]
    assert isinstance(pane, PayloadPane)
    return pane


def test_why_a_line_was_chosen_is_told(view: InspectorView) -> None:
    pane = view.panes["why"]
    assert isinstance(pane, WhyPane)
    assert pane.drafts_heading.isHidden()
    drafts = (
        DraftFigure("The demo runs.", 0.8, (("topic", 0.75), ("reply", 0.9)), chosen=True),
        DraftFigure("Where are we?", 0.4, (("topic", 0.0),), "repeats an earlier line"),
    )
    view.show_figure(replace(FIGURE, drafts=drafts))
    assert pane.drafts_heading.text() == "Why this line"
    assert plain(pane.drafts) == [
        "✓ said", "The demo runs.", "topic 0.75 · last lines 0.90 · score 0.80", "Where are we?",
        "repeats an earlier line", "topic 0.00 · score 0.40",
    ]  # fmt: skip
    view.show_figure(FIGURE)
    assert pane.drafts.isHidden()


def test_keys_go_through_the_pages(qtbot: QtBot, view: InspectorView) -> None:
    seen: list[str] = []
    view.tab_changed.connect(seen.append)
    view.tabs.setFocus()
    for _ in TABS:
        qtbot.keyClick(view.tabs, Qt.Key.Key_Right)
        view.grab()
    # The mode's own page is there where it has one.
    assert seen == [name for name in TABS[1:] if name != "notes"]


LONG = replace(FIGURE, turn=FIGURE.turn + 1, sent=lambda: Sent((PayloadRow("system", "Rules. " * 900, 1.0), *ROWS[1:])))


def test_a_payload_row_unfolds_by_its_link(view: InspectorView) -> None:
    view.show_figure(LONG)
    text = payload(view).text
    assert len(text.toPlainText()) < 400
    text.anchorClicked.emit(QUrl("#0"))
    assert (text.unfolded, len(text.toPlainText()) > 6_000) == ({0, 2}, True)
    text.anchorClicked.emit(QUrl("#0"))
    assert (text.unfolded, len(text.toPlainText()) < 400) == ({2}, True)


def test_the_payload_is_written_in_the_colours_of_a_new_theme(qapp: QApplication, view: InspectorView) -> None:
    words = payload(view).text.document()
    for theme in (DARK, LIGHT):
        apply_theme(qapp, theme)
        written = words.begin().next().begin().fragment().charFormat().foreground().color()
        assert written == theme.colour("text")


def test_the_whole_payload_is_copied(qtbot: QtBot, view: InspectorView) -> None:
    pane = payload(view)
    qtbot.mouseClick(pane.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == f"system:\n{SYSTEM}\n\nuser:\nBoss: When?\n\ndirection:\nGo."


def test_the_proof_is_told(view: InspectorView) -> None:
    pane, other = payload(view), "The log has no such turn."
    known = {"proven": "✓ proven", "differs": "! differs", "unrecorded": "not recorded"}
    for proven, said in (known | {other: other, "": ""}).items():
        view.show_figure(replace(FIGURE, raw=proven, sent=partial(Sent, ROWS, proven)))
        assert (pane.proof.text(), pane.proof.role == "bad") == (said, proven == "differs")
    assert pane.spent.text() == "506 tokens   cached 418 · 83 %   new 88   0.9 s"


@given(st.integers(0, 10**6), st.lists(st.integers(0, 5_000), min_size=1, max_size=40).filter(any))
def test_the_parts_of_what_was_counted_are_all_of_it(whole: int, weights: list[int]) -> None:
    parts = shared_out(whole, weights)
    assert sum(parts) == whole
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if not weight)


def test_a_long_talk_is_gone_through_a_few_times_only() -> None:
    walks: list[int] = []

    class Counted(list[int]):
        def __iter__(self) -> Iterator[int]:
            walks.append(len(self))
            return super().__iter__()

    assert shared_out(1_000, Counted([1] * 50)) == [20] * 50
    assert len(walks) < 4


def test_facts_memories_and_relations_come_and_go(view: InspectorView, qtbot: QtBot) -> None:
    page_of(view, "tokens").setFocus()
    for key in (Qt.Key.Key_A, Qt.Key.Key_C):
        qtbot.keyClick(page_of(view, "tokens"), key, Qt.KeyboardModifier.ControlModifier)
    assert "0f" * 32 in QGuiApplication.clipboard().text(), "a hash is copied as the log has it"
    for figure, count in ((FIGURE, 2), (replace(FIGURE, facts=FIGURE.facts * 3), 6), (replace(FIGURE, facts=()), 0)):
        view.show_figure(figure)
        assert page_of(view, "tokens").text().count("<tr>") == count
    assert plain(page_of(view, "memories"))[:2] == ["insight", "Dates calm the boss."]
    assert plain(page_of(view, "relations"))[1:] == ["Boss", "0.72 · trusts her numbers", "Writer", "0.20", ""]


def test_a_memory_leads_to_the_run_it_is_from(view: InspectorView, qtbot: QtBot) -> None:
    page = page_of(view, "memories")
    assert [line for line in plain(page) if line.startswith("From")] == ["From Standup: Launch", "From cd34"]
    # One that was deleted is named, and cannot be opened.
    assert page.text().count("<a href=") == 1
    page.setFocus()
    qtbot.keyClick(page, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.run_opened) as asked:
        qtbot.keyClick(page, Qt.Key.Key_Return)
    assert asked.args == ["ab12"]


def test_it_paints_in_every_look(view: InspectorView) -> None:
    for tab in TABS:
        view.show_tab(tab)
        light = view.grab().toImage()
        take_look(DARK, 1.5)
        view.resize(260, 220)
        assert view.grab().toImage() != light
        view.resize(400, 320)


def test_at_the_newest_turn_the_speaker_to_come_is_told_at_any_other_who_spoke(home: Home) -> None:
    events = sample_events(6)
    drawn = max(seq for seq, event in enumerate(events) if isinstance(event, SpeakerSelected))
    opened = Opened(home.runs / "r.jsonl", Replay(events[: drawn + 1]), Damage())
    turns = opened.replay.turns
    found = [
        build_inspector_figure(Studio(home), opened, turn, (), view_of(opened.replay)).why
        for turn in (turns, turns - 1)
    ]
    assert [why.turn for why in found if why is not None] == [turns + 1, turns - 1]
    assert found[0] == build_why_figure(events[drawn])


def test_a_mode_has_a_page_of_its_own(view: InspectorView) -> None:
    call = CallFigure("roll_dice", '{"sides": 20}', "It is a 7.", error=True)
    notes = (
        NoteFigure("Ada answers", pairs=(("Phase", "combat"),), large=True),
        NoteFigure("One tool call", call=call),
    )
    story = replace(
        FIGURE,
        page="Story",
        notes=notes,
        without=frozenset({"why", "memories"}),
        no_relations="{name} has no part in it.",
    )
    view.show_figure(story)
    assert (view.tab(), view.tabs.tabText(1)) == ("notes", "Story")
    assert [view.tabs.isTabVisible(TABS.index(name)) for name in ("why", "notes", "memories")] == [False, True, False]
    assert plain(page_of(view, "notes")) == [
        "Ada answers", "Phase", "combat", "", "One tool call", "✕ roll_dice · refused", '{"sides": 20}', "It is a 7.",
    ]  # fmt: skip
    view.show_figure(FIGURE)
    assert (view.tab(), view.tabs.isTabVisible(1)) == ("why", False)
