"""Floor plan, transcript and inspector on a day in the office, under keys and clicks."""

from __future__ import annotations

import html
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.log.events.run import RunContinued, RunEnded, RunPaused
from parley.core.log.events.turn import TurnFailed
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayEnded, DayReplanned, Planned, SceneCandidate
from parley.core.modes.office.opening import list_slots
from parley.core.modes.office.state import OfficeState
from parley.core.studio.studio import Studio
from parley.desktop.bridge import Batch
from parley.desktop.floor_plan.view.layer import overlap
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.inspector.figures import NoteFigure
from parley.desktop.inspector.view.pane import PagePane
from parley.desktop.inspector.view.view import InspectorView
from parley.desktop.modes.office.beats import get_beat_of, scene_notes
from parley.desktop.modes.office.strip import SceneStrip
from parley.desktop.run.model import RunModel
from parley.desktop.transcript.view.view import TranscriptView
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.day_events import a_day
from tests.widget.day_in_the_model import day, model_of, scene, table, thinking
from tests.widget.widgets_alone import on_screen, take_look

LEFT = Qt.MouseButton.LeftButton


def on_plan(qtbot: QtBot, model: RunModel, width: int = 730, height: int = 430) -> FloorPlanView:
    view = on_screen(qtbot, FloorPlanView(), width, height)
    view.set_animated(False)
    view.show_figure(model.floor())
    view.grab()
    return view


# The floor plan


def test_bystanders_are_told_from_hearers_by_more_than_colour(qtbot: QtBot) -> None:
    model = day()
    encounter = scene(model, lambda each: bool(each.started.bystanders))
    model.show(encounter.first)
    view = on_plan(qtbot, model)
    beside = encounter.started.bystanders[0]
    listener = next(each for each in encounter.started.members if each != view.figure.speaker)
    looks = {each.id: view.people.look(each) for each in view.people.members}
    assert looks[beside].deaf
    assert looks[beside].apart
    assert not looks[listener].deaf
    assert looks[listener].hearing
    plain = replace(looks[beside], deaf=False)
    pictures = [view.people.avatars.get_pixmap(look).toImage() for look in (looks[beside], plain)]
    assert pictures[0] != pictures[1]
    assert "Sees them, does not hear what is said." in view.make_tooltip(beside)
    assert "Hears this." in view.make_tooltip(listener)
    away = next(each.member for each in view.figure.places if each.room != "kitchen")
    assert "Does not hear this." in view.make_tooltip(away.id)
    model.show(encounter.last + 1)
    view.show_figure(model.floor())
    assert "Mood: ertappt" in view.make_tooltip("ilja")
    assert "Works on: Die Überfahrt" in view.make_tooltip("holger")


@pytest.mark.parametrize(("size", "theme"), [((300, 200), LIGHT), ((900, 600), DARK)])
def test_those_who_think_are_marked_and_their_words_do_not_cover_each_other(
    qtbot: QtBot, size: tuple[int, int], theme: Theme
) -> None:
    model, asked = thinking()
    words = dict.fromkeys(asked, "Ich hebe die Fackel und gehe Schritt für Schritt")
    model.take(Batch("day", [], words))
    view = on_plan(qtbot, model, *size)
    take_look(theme)
    view.grab()
    assert {each.id for each in view.people.members if view.people.look(each).thinking} == {*asked[1:]}
    boxes = [bubble.box for bubble in view.murmurs if bubble.box is not None]
    assert boxes
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert all(0 <= box[0] < box[2] <= size[0] and 0 <= box[1] < box[3] <= size[1] for box in boxes)
    assert view.bubble.box is None
    assert "Thinks of what to say" in view.make_tooltip(asked[1])
    assert "Thinking: " in view.accessibleDescription()


# The transcript


def read(qtbot: QtBot, model: RunModel, width: int = 420) -> TranscriptView:
    view = on_screen(qtbot, TranscriptView(), width, 560)
    view.setModel(model.transcript)
    view.show_turn(model.shown, model.live)
    return view


def row_of(model: RunModel, kind: str, number: int) -> int:
    return next(
        at for at, row in enumerate(model.transcript.rows)
        if row.kind == kind and row.scene is not None and row.scene.number == number
    )  # fmt: skip


def test_lines_are_read_in_one_language_the_other_or_both(qtbot: QtBot) -> None:
    model = day()
    view = read(qtbot, model)
    told: list[str] = []
    view.reading_changed.connect(told.append)
    row = model.transcript.row_of_turn(8)
    figure = model.transcript.rows[row]
    assert view.lines.lay_out(row).body == figure.text
    low = view.lines.lay_out(row).height
    view.languages.setFocus()
    QTest.keyClick(view.languages, Qt.Key.Key_Right)
    assert view.lines.lay_out(row).body == figure.translation
    QTest.keyClick(view.languages, Qt.Key.Key_Right)
    shape = view.lines.lay_out(row)
    assert shape.body == figure.text
    assert shape.other is not None
    assert shape.height > low
    assert told == ["translated", "both"]
    view.set_reading("no such reading")
    assert view.reading() == "original"


def test_the_search_finds_both_languages_and_shows_what_it_found(qtbot: QtBot) -> None:
    model = day()
    view = read(qtbot, model)
    figure = model.transcript.rows[model.transcript.row_of_turn(8)]
    needle = "built my prototype"
    assert needle in figure.translation
    view.open_search()
    QTest.keyClicks(view.search.field, needle)
    row = view.search.row
    assert model.transcript.rows[row].number == 8
    assert view.lines.lay_out(row).reading == "both"
    view.search.finish()
    assert view.lines.lay_out(row).reading == "original"


def test_a_heading_leads_to_its_scene_and_a_summary_folds(qtbot: QtBot) -> None:
    model = day()
    view = read(qtbot, model)
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    heading = row_of(model, "scene", 3)
    view.lines.reveal(heading)
    top = view.lines.top_of(heading)
    assert top is not None
    QTest.mouseClick(view.lines.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, QPoint(200, top + 14))
    assert chosen == [13]
    end = row_of(model, "scene_end", 3)
    view.lines.reveal(end)
    shape, top = view.lines.lay_out(end), view.lines.top_of(end)
    assert top is not None
    assert shape.fold is not None
    assert shape.body
    spot = (shape.fold.center() + QPointF(0, top)).toPoint()
    QTest.mouseClick(view.lines.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)
    assert view.lines.lay_out(end).body == ""
    assert view.lines.lay_out(end).height < shape.height
    view.lines.set_current(end)
    QTest.keyClick(view.lines, Qt.Key.Key_T)
    assert view.lines.lay_out(end).body


@pytest.mark.parametrize(("width", "reading"), [(260, "both"), (900, "translated")])
def test_every_row_is_drawn_in_any_width(qtbot: QtBot, width: int, reading: str) -> None:
    model = day()
    view = read(qtbot, model, width)
    view.set_reading(reading)
    view.set_options(thoughts=True, details=True)
    for row in range(0, len(model.transcript.rows), 7):
        view.lines.reveal(row)
        view.grab()
    for row in range(len(model.transcript.rows)):
        shape = view.lines.lay_out(row)
        assert shape.height > 20
        assert shape.people is None or shape.people.bottom() <= shape.height


# The inspector


def test_the_inspector_shows_the_scene_its_memories_and_weaves(qtbot: QtBot, home: Home) -> None:
    model = day()
    model.show(scene(model, lambda each: each.started.exchange == "weave").last)
    figure = model.build_inspector(Studio(home))
    view = on_screen(qtbot, InspectorView(), 400, 320)
    view.show_figure(figure)
    view.show_tab("memories")
    memories = view.panes["memories"]
    assert isinstance(memories, PagePane)
    told = memories.page.text()
    assert figure.recalled
    assert all(html.escape(each.text) in told for each in figure.recalled)
    assert "recent 0.97 · relevant 0.40" in told
    view.grab()
    view.show_figure(replace(figure, recalled=()))
    assert "recent" not in memories.page.text()
    note = NoteFigure("Weaves that could not be used", "• It names a stranger.")
    view.show_tab("notes")
    view.show_figure(replace(figure, notes=(*figure.notes, note)))
    pane = view.panes["notes"]
    assert isinstance(pane, PagePane)
    assert pane.page.text().endswith(f"{note.text}</p>")
    for theme in (LIGHT, DARK):
        take_look(theme)
        view.grab()
    assert (view.tabs.isTabVisible(1), view.tabs.tabText(1)) == (True, "Scene")
    assert "Scene 2 · Encounter · 09:20" in pane.page.text()
    assert "Svea, Ilja" in pane.page.text()
    # Outside the office there is no such page.
    view.show_figure(replace(figure, page=""))
    assert not view.tabs.isTabVisible(1)
    assert view.tab() == "why"


def places(model: RunModel) -> dict[str, str]:
    return {place.member.id: place.room for place in model.floor().places}


# The floor plan


def test_everybody_is_where_they_were_at_the_shown_turn(qapp: object) -> None:
    model = day()
    encounter = scene(model, lambda each: each.started.scene_type == "encounter")
    model.show(encounter.first)
    figure = model.floor()
    assert figure.scene is not None
    assert (figure.scene.number, figure.scene.room, figure.active_room) == (2, "Küche", "kitchen")
    here = {*encounter.started.members, *encounter.started.bystanders}
    assert {member for member, room in places(model).items() if room == "kitchen"} == here
    assert figure.bystanders == {*encounter.started.bystanders}
    assert figure.hearers == {*encounter.started.members} - {figure.speaker}
    model.show(0)
    assert model.floor().active_room == ""
    assert len(set(places(model).values())) > 3
    quiet = scene(model, lambda each: each.started.scene_type == "reflection")
    model.show(quiet.first)
    figure = model.floor()
    assert figure.hearers == frozenset()
    assert figure.active_room == places(model)[figure.speaker]
    for turn in range(model.replay.turns + 1):
        model.show(turn)
        points = [(place.x, place.y) for place in model.floor().places]
        assert len(set(points)) == len(points)
    assert model.plan == model.replay.live.setup[OfficeConfig].floor
    assert model.floor().plan.id == "studio"
    begun = model_of(a_day("de")[:9])
    assert [each.mode.choose_workspace().name for each in (begun, model)] == ["office_morning", "office"]


def test_those_who_were_asked_think_at_once_and_their_words_are_shown(qapp: object) -> None:
    model, asked = thinking()
    figure = model.floor()
    assert figure.thinking == {*asked[1:]}
    assert figure.speaker == ""
    assert model.transcript.live is not None
    assert model.transcript.live.kind == "thinking"
    words = {member: f"Ich ziehe {i} " for i, member in enumerate(asked[:3])}
    model.take(Batch("day", [], words))
    # The first has replied: what has streamed of them is not theirs to say any more.
    assert model.floor().murmurs == tuple((member, f"Ich ziehe {i}") for i, member in enumerate(asked[1:3], 1))


# The transcript


def test_a_day_scenes_and_their_ends_have_rows_between_the_lines(qapp: object) -> None:
    model = day()
    rows = list(model.transcript.rows)
    kinds = [row.kind for row in rows]
    assert kinds[:3] == ["day", "scene", "line"]
    assert kinds.count("scene") == kinds.count("scene_end") == len(model.replay.live[OfficeState].scenes)
    assert [row.number for row in rows if row.kind in {"line", "opening"}] == list(range(1, model.replay.turns + 1))
    heading = next(row for row in rows if row.kind == "scene" and row.scene and row.scene.number == 2)
    assert heading.scene is not None
    assert (heading.scene.clock, heading.scene.names) == ("09:20", ("Svea", "Ilja"))
    # What a bystander saw is theirs, and no line.
    seen = {entry.text for entry in model.replay.live.entries if entry.kind == "observation"}
    assert seen
    assert not seen & {row.text for row in rows}
    woven = scene(model, lambda each: each.started.exchange == "weave")
    lines = [row for row in model.transcript.rows if woven.first <= row.number <= woven.last and row.kind == "line"]
    paid = [row.member for row in lines if row.tokens]
    assert len(paid) == len(set(paid)) == 2
    assert any(not row.tokens and not row.latency for row in lines)
    night = scene(model, table())
    said = {row.number: row for row in model.transcript.rows if row.kind == "line"}
    assert all(said[turn].character for turn in range(night.first, night.last + 1))
    assert not any(said[turn].character for turn in range(1, night.first) if turn in said)
    left = [row for row in rows if row.untranslated]
    assert left
    assert not any(row.translation for row in left)


def test_live_rows_are_those_of_the_same_run_opened_later(qapp: object) -> None:
    events = a_day("de")
    live = model_of(events[:1])
    QAbstractItemModelTester(live.transcript, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for seq in range(1, len(events)):
        live.take(Batch("day", [(seq, events[seq])]))
    later = model_of(events)
    assert list(live.transcript.rows) == list(later.transcript.rows)
    assert live.transcript.translated == later.transcript.translated == "en"
    assert [(each.x, each.y) for each in live.floor().places] == [(each.x, each.y) for each in later.floor().places]


# The inspector, the flow, the network


@pytest.fixture
def studio(home: Home) -> Studio:
    return Studio(home)


def test_a_woven_turn_is_inspected_with_what_led_to_it(qapp: object, studio: Studio) -> None:
    model = day()
    woven = scene(model, lambda each: each.started.exchange == "weave" and each.started.scene > 1)
    model.show(woven.first)
    figure = model.build_inspector(studio)
    labels = dict(figure.notes[0].pairs)
    assert labels["Woven"] == "by the game master's voice"
    assert "why" in figure.without, "nobody was weighed, so that the scene's page comes first"
    assert labels["Why so"] == woven.started.reason
    assert [each.score for each in figure.recalled] == sorted((each.score for each in figure.recalled), reverse=True)
    assert figure.recalled
    assert figure.sent().payload
    beat = get_beat_of(model.replay, model.replay.live.turns[woven.first - 1])
    assert beat is not None
    rejected = replace(beat, rejected=("It names a stranger.",))
    assert scene_notes(model.replay.live, rejected, "svea")[1].text == "• It names a stranger."
    events = [line for line in figure.raw.splitlines() if '"type"' in line]
    told = ["contribution.asked", "voice.replied", "voice.replied", "scene.woven", "turn.ended"]
    assert [line.split('"')[3] for line in events] == told


def test_feelings_have_a_direction(qapp: object, studio: Studio) -> None:
    model = day()
    encounter = scene(model, lambda each: each.started.scene_type == "encounter")
    model.show(encounter.last + 1)
    figure = model.build_inspector(studio)
    assert len(figure.valences) == len(figure.relations)
    later = model.replay.live.turns[encounter.last :]
    model.show(next(turn.number for turn in later if turn.member == "svea"))
    figure = model.build_inspector(studio)
    toward = dict(zip((name for name, _, _ in figure.relations), figure.valences, strict=True))
    assert toward["Ilja"] == (0.1, 0.1)
    assert toward["Holger"] == (0.0, 0.0)


def test_all_who_failed_at_once_are_told_until_they_are_asked_again(qapp: object) -> None:
    live, asked = thinking()
    at, turn, seq = live.replay.events[-1].at, live.replay.live.next_turn, len(live.replay.events)
    failed = [
        TurnFailed(at=at, turn=turn, member=one, kind="server", sentence=f"No line for {one}.") for one in asked[1:]
    ]
    told = [*failed, RunPaused(at=at, reason="failure", detail=failed[-1].sentence)]
    live.take(Batch("day", list(enumerate(told, seq))))
    assert [row.text for row in list(live.transcript.rows)[-len(failed) :]] == [one.sentence for one in failed]
    assert list(model_of(live.replay.events).transcript.rows) == list(live.transcript.rows)
    live.take(Batch("day", [(seq + len(told), RunContinued(at=at))]))
    assert not [row for row in live.transcript.rows if row.kind == "failed"]
    # Who fails in the second try is told alone.
    more = [failed[0], RunPaused(at=at, reason="failure", detail=failed[0].sentence)]
    live.take(Batch("day", list(enumerate(more, seq + len(told) + 1))))
    assert [row.text for row in live.transcript.rows if row.kind == "failed"] == [failed[0].sentence]
    assert list(model_of(live.replay.events).transcript.rows) == list(live.transcript.rows)


# The strip


def test_the_days_scenes_stand_in_a_strip_by_which_one_goes_to_them(qtbot: QtBot) -> None:
    model = day()
    scenes = model.replay.live[OfficeState].scenes
    strip = SceneStrip()
    qtbot.addWidget(strip)
    strip.resize(1_000, strip.height())
    strip.turn_chosen.connect(model.show)

    def follow() -> None:
        strip.show_figure(model.mode.strip_figure(model.shown, model.list_all_members()))

    strip.turn_chosen.connect(follow)
    follow()
    strip.show()
    assert [card.scene.number for card in strip.cards] == [scene.started.scene for scene in scenes]
    assert [card.shown for card in strip.cards].index(True) == len(scenes) - 1
    chosen = next(i for i, scene in enumerate(scenes) if 1 < scene.first <= scene.last)
    strip.scrollToItem(strip.item(chosen))
    qtbot.mouseClick(strip.viewport(), LEFT, pos=strip.visualItemRect(strip.item(chosen)).center())
    assert (model.shown, strip.cards[chosen].shown) == (scenes[chosen].first, True)
    assert [card.ahead for card in strip.cards] == [i > chosen for i in range(len(scenes))]
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert strip.cards[chosen + 1].shown
    assert strip.cards[chosen + 1].scene.room in strip.accessibleDescription()
    # Of a day that goes on, what its agenda has still stands behind what has been, and nobody can go there.
    half = model_of(model.replay.events[: scenes[2].ended_seq + 1])
    strip.show_figure(half.mode.strip_figure(half.shown, half.list_all_members()))
    office = half.replay.live[OfficeState]
    coming = list_slots(half.state.setup[OfficeConfig].agenda, date.fromisoformat(office.date))[office.slot :]
    clocks = [card.scene.clock for card in strip.cards if card.first < 0]
    assert clocks == [max(slot.at, office.clock) for slot in coming]
    assert sum(strip.sizeHintForIndex(strip.model().index(i, 0)).width() for i in range(len(strip.cards))) >= 990
    shown = half.shown
    qtbot.mouseClick(strip.viewport(), LEFT, pos=strip.visualItemRect(strip.item(3)).center())
    assert (half.shown, strip.currentRow()) == (shown, 2)
    assert all(card.about for card in strip.cards[:3])


def test_the_strip_shows_what_came_and_what_went_and_why(qtbot: QtBot) -> None:
    events = [event for event in a_day("de") if not isinstance(event, DayEnded | RunEnded)]
    text, members = "Der Strom <b>fällt</b> aus", ("holger", "svea")
    meeting = SceneCandidate(scene_type="meeting", kind="meeting", room="kitchen", members=members, topic=text)
    came = Planned(place=0, clock="23:10", scene_type="meeting"), Planned(place=7, clock="", scene_type="work")
    gone = (Planned(place=3, clock="10:50", scene_type="work"),)
    model = model_of(
        [*events, DayReplanned(at=events[-1].at, day=1, text=text, candidates=(meeting,), came=came, gone=gone)]
    )
    strip = SceneStrip()
    qtbot.addWidget(strip)
    strip.turn_chosen.connect(lambda _turn: pytest.fail("nothing is there to be shown"))
    strip.show_figure(model.mode.strip_figure(model.shown, model.list_all_members()))
    (went,) = [card for card in strip.cards if card.gone]
    assert (went.scene.clock, strip.cards[-1].scene.clock) == ("10:50", "23:10")
    assert strip.item(strip.count() - 1).text().endswith(f"{strip.cards[-1].scene.what}: {text}")
    assert f"Left out because of this: {text}" in strip.describe_card(went)
    assert f"New because of this: {text}" in strip.describe_card(strip.cards[-1])
    strip.setCurrentRow(strip.count() - 1)
    assert model.transcript.rows[-1].text.startswith("„Der Strom")
