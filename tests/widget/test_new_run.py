"""The new-run dialog: what does not fit is said at once; what fits is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QListWidget
from pytestqt.qtbot import QtBot

from parley.core import settings as settings_file
from parley.core.base.errors import UsageError
from parley.core.engine.run_request import Bounds, CastRequest, RequestSpec, Text, asked
from parley.core.formats import Localised
from parley.desktop.modes.roundtable.form import RoundtablePage
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.page import PlainPage
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.new_run_forms import FORMATS, OFFER, PEOPLE, editor, new_run, pick, turn_to
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

LEFT = Qt.MouseButton.LeftButton


Made = Callable[..., NewRunDialog]


@pytest.fixture
def made(qtbot: QtBot) -> Made:
    """The dialog, made with `new_run` and shown."""

    def make(*args: Any, **changes: Any) -> NewRunDialog:
        return on_screen(qtbot, new_run(*args, **changes))

    return make


@pytest.fixture
def dialog(made: Made) -> NewRunDialog:
    return made()


def boxes(dialog: NewRunDialog) -> list[QCheckBox]:
    return dialog.people.members.boxes


def formats(dialog: NewRunDialog) -> QListWidget:
    page = dialog.pages["roundtable"]
    assert isinstance(page, RoundtablePage)
    return page.formats


def choose(dialog: NewRunDialog, *, cast: str = "", voice: str = "", form: str = "") -> None:
    if cast:
        dialog.people.choose(cast)
    if voice:
        dialog.voice.setCurrentIndex(dialog.voice.findData(voice))
    if form:
        formats(dialog).setCurrentRow([each.id for each in FORMATS].index(form))


def voice_and_cast(dialog: NewRunDialog) -> tuple[str, str, bool]:
    """The voice and the cast that are chosen, and whether the run can be started."""
    return dialog.build_voice_figure().provider, dialog.people.figure().id, dialog.start.isEnabled()


def test_the_defaults_can_be_started(dialog: NewRunDialog, qtbot: QtBot) -> None:
    assert dialog.problem.text() == ""
    with qtbot.waitSignal(dialog.wanted) as asked:
        QTest.mouseClick(dialog.start, LEFT)
    answers = asked.args[0]
    assert answers["format"] == "standup"
    assert answers["members"] == tuple(member.id for member in PEOPLE)
    assert answers["voice"] == {"provider": "rehearsal", "model": ""}
    assert answers["turns"] is answers["tokens"] is answers["cost"] is None
    assert answers["topic"] == answers["seed"] == answers["language"] == ""


def test_what_is_remembered_of_earlier_runs_is_chosen(dialog: NewRunDialog) -> None:
    assert dialog.get_answers()["remember"] == ["cast"]
    for answers, found in (
        ({"remember": ["none"]}, ["none"]),
        ({"remember": ["ab12", "cd34"]}, ["ab12", "cd34"]),
        ({}, ["cast"]),
    ):
        dialog.put({**{name: each for name, each in dialog.get_answers().items() if name != "remember"}, **answers})
        assert dialog.get_answers()["remember"] == found


def test_a_formats_numbers_are_offered_and_are_advice(dialog: NewRunDialog) -> None:
    advice, members = dialog.people.advice, dialog.people.members
    for form, usual in (("debate", 2), ("standup", 5)):
        choose(dialog, form=form)
        assert len(members.list_chosen()) == usual
        assert not advice.isVisible()
    for box in boxes(dialog)[:2]:
        box.click()
    assert (advice.text(), advice.isVisible()) == ("3 are chosen; a Standup usually has 4 to 6.", True)
    assert dialog.start.isEnabled()
    choose(dialog, form="debate")
    assert len(members.list_chosen()) == 3, "who was chosen by hand stays"
    boxes(dialog)[4].click()
    assert not advice.isVisible()
    boxes(dialog)[3].click()
    assert dialog.problem.text() == "A roundtable needs at least two members."
    assert not dialog.start.isEnabled()


def test_why_a_voice_cannot_be_used_stands_below_it_and_beside_start(dialog: NewRunDialog) -> None:
    choose(dialog, voice="anthropic")
    QApplication.processEvents()
    reason, start = dialog.problem, dialog.start
    left, right = reason.mapTo(dialog, reason.rect().center()), start.mapTo(dialog, start.rect().center())
    assert reason.isVisible()
    assert abs(left.y() - right.y()) <= start.height()
    assert start.accessibleDescription() == reason.text() == dialog.voice_note.text() == "There is no key yet."
    assert not start.isEnabled()


KINDS = ("roundtable", "scene", "day")


@pytest.mark.parametrize(("what", "voice"), list(zip(KINDS, ("anthropic", "embedded", "rehearsal"), strict=True)))
@pytest.mark.parametrize("cast", ["startup", "startup-de"])
@pytest.mark.parametrize("firm", [False, True])
def test_what_does_not_go_together_never_stands_preselected(
    made: Made, what: str, cast: str, voice: str, firm: bool
) -> None:
    """Whichever kind it begins with: all of them are turned to."""
    dialog = made(what, office=cast, cast=cast, voice=voice, firm=firm)
    for kind in KINDS:
        turn_to(dialog, kind)
        assert dialog.start.isEnabled(), (dialog.get_kind(), dialog.problem.text())
    chosen = dialog.build_voice_figure().provider
    if firm and voice == "embedded":
        assert chosen == "embedded", "who chose a voice gets the cast that it speaks"
    elif cast == "startup-de" and voice == "embedded":
        assert (chosen, dialog.people.figure().id) == ("rehearsal", "startup-de")
    else:
        assert chosen == ("rehearsal" if voice == "anthropic" else voice)


def test_to_look_at_what_there_is_changes_nothing(made: Made) -> None:
    dialog = made(office="office", casts=(*OFFER.casts, replace(OFFER.casts[0], id="office")))
    seen = set()
    for at in reversed(range(dialog.what.count())):
        dialog.what.setCurrentIndex(at)
        seen.add(tuple(dialog.people.members.list_chosen()))
        assert not dialog.changed_since_shown(), dialog.get_kind()
    assert len(seen) > 1, "the fields followed"
    dialog.people.topic.setEditText("Mine")
    dialog.what.setCurrentIndex(1)
    assert dialog.changed_since_shown()


def test_what_was_only_offered_follows_what_somebody_chooses(made: Made) -> None:
    dialog = made()
    pick(dialog.voice, "embedded")
    assert dialog.people.figure().id == "startup"
    pick(dialog.people.cast, "startup-de")
    assert "does not speak" in dialog.problem.text(), "both were chosen: neither is taken back"
    pick(dialog.voice, "rehearsal")
    assert (dialog.problem.text(), dialog.start.isEnabled()) == ("", True)
    # A cast follows the voice.
    dialog = made(cast="startup-de")
    pick(dialog.voice, "embedded")
    assert voice_and_cast(dialog) == ("embedded", "startup", True)
    # A voice follows the language.
    dialog = made(voice="embedded")
    assert voice_and_cast(dialog) == ("embedded", "startup", True)
    pick(dialog.language, "de")
    assert dialog.build_voice_figure().provider == "rehearsal"
    pick(dialog.voice, "embedded")
    assert "does not speak" in dialog.problem.text()
    # A model follows the language, and a cast the model.
    voice = VoiceFigure(
        "embedded", "Embedded", "Free.", models=(("small", "Small"), ("gemma", "Gemma")), model="small",
        spoken=(("small", ("en",)), ("gemma", ("en", "de"))),
    )  # fmt: skip
    dialog = made(voices=(OFFER.voices[0], voice, OFFER.voices[2]), voice="embedded", cast="startup-de")
    assert dialog.get_answers()["voice"] == {"provider": "embedded", "model": "gemma"}
    assert dialog.start.isEnabled()
    pick(dialog.model, "small")
    assert dialog.people.figure().id == "startup"


async def test_a_run_is_begun_with_it(desk: Desk) -> None:
    desk.desktop.session.set_speed(0.0)
    dialog = await desk.open("new_run", NewRunDialog)
    offered = [formats(dialog).item(row) for row in range(formats(dialog).count())]
    assert len([item for item in offered if item.data(Qt.ItemDataRole.UserRole)]) == 16
    assert len([item for item in offered if not item.flags()]) == 4, "each kind has a heading, which cannot be chosen"
    dialog.people.topic.setEditText("Shall we ship on Friday?")
    dialog.more.click()
    dialog.shared["seed"].setText("seven")
    desk.click(dialog.start)
    await desk.until(dialog.problem.text, "the seed is refused")
    assert "'seven' is not a whole number" in dialog.problem.text()
    assert dialog.isVisible()
    dialog.shared["seed"].setText("7")
    editor(dialog, "turns").setValue(4)
    before = desk.state.run
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.run != before, "the run has begun")
    await desk.until(lambda: desk.find(NewRunDialog) is None, "the dialog has gone")
    assert desk.state.setup.topic == "Shall we ship on Friday?"
    await desk.until(lambda: desk.turns >= 1, "somebody has spoken")
    assert desk.desktop.setup.runs.last_voice == "rehearsal"


@pytest.mark.slow
async def test_how_long_and_dear_it_will_be_is_told_before_it_begins(desk: Desk) -> None:
    dialog = await desk.open("new_run", NewRunDialog)
    assert dialog.people.topic.hasFocus()
    before = set(desk.studio.home.runs.iterdir())
    await desk.until(lambda: "free" in dialog.length.text(), "what it costs is told")
    turn_to(dialog, "duologue")
    await desk.until(lambda: "20 turns" in dialog.length.text(), "another kind is as long as it is")
    turn_to(dialog, "roundtable")
    topics = [example.toolTip() for example in dialog.people.examples]
    assert topics == list(dialog.people.figure().topics[:5])
    desk.click(dialog.people.examples[3])
    desk.click(dialog.first)
    await desk.until(lambda: topics[3] in dialog.sent.toPlainText(), "what is sent first is shown")
    assert dialog.get_answers()["topic"] == topics[3]
    assert set(desk.studio.home.runs.iterdir()) == before
    dialog.discard()


async def test_the_voice_of_the_settings_is_preselected(desk: Desk) -> None:
    setup = desk.desktop.setup
    setup.runs.last_voice = "embedded"
    # Nothing chosen there: the one of the last run.
    for chosen, offered in (("anthropic", "anthropic"), ("rehearsal", "rehearsal"), ("auto", "embedded")):
        setup.settings.save_settings(settings_file.set_group(desk.studio.settings, "voices", default=chosen))
        offer, _faults = setup.runs.collect_offer()
        assert (offer.voice, offer.firm) == (offered, True)


def _possible(moves: int) -> None:
    if moves % 2:
        raise UsageError("{moves} moves are not even.", moves=moves)


class ChessRequest(CastRequest):
    """Two play chess, the others watch.

    What stands here is for those who read the code.
    """

    moves: Annotated[int, Bounds(2, 400, _possible)] = asked(40, "Moves", "How many.", de={"title": "Züge"})
    clock: float | None = asked(None, "Clock", "Minutes.", unit="minutes", fallback="none", ge=1, le=90)
    white: Text = asked("", "White", widget="person", fallback="by chance")
    policy: Text = asked("random", "Next speaker", choices="policies", advanced=True)
    notes: tuple[Text, ...] = asked((), "Notes", advanced=True)
    blind: bool = asked(False, "Blindfold")


CHESS = RequestSpec(name="chess", title=Localised(en="Chess", de="Schach"), model=ChessRequest, compose=lambda: None)  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(("language", "title", "moves"), [("en", "Chess", "Moves"), ("de", "Schach", "Züge")])
def test_a_strangers_kind_of_run_has_a_form_by_its_schema(qtbot: QtBot, language: str, title: str, moves: str) -> None:
    offered = {"policies": (("random", "By chance"), ("behind", "Who is behind"))}
    dialog = on_screen(qtbot, NewRunDialog(replace(OFFER, language=language), [(CHESS, PlainPage, offered)], "chess"))
    assert dialog.what.tabText(0) == title
    assert dialog.what.accessibleTabName(0) == f"{title}: Two play chess, the others watch."
    assert dialog.purpose.text() == "Two play chess, the others watch."
    assert editor(dialog, "moves").accessibleName() == moves
    assert dialog.people.members.isVisible()
    assert editor(dialog, "clock").text() == "none"
    assert not editor(dialog, "policy").isVisible()
    dialog.more.click()
    assert editor(dialog, "policy").isVisible()
    editor(dialog, "moves").setValue(41)
    assert dialog.problem.text() == "41 moves are not even."
    assert not dialog.start.isEnabled()
    editor(dialog, "moves").setValue(42)
    editor(dialog, "clock").setValue(5)
    editor(dialog, "notes").setText("one, two")
    pick(editor(dialog, "white"), "m2")
    pick(editor(dialog, "policy"), "behind")
    dialog.people.choose("startup-de")
    page = dialog.pages["chess"]
    answers = {name: value for name, value in dialog.get_answers().items() if name in ChessRequest.model_fields}
    request = page.request(answers | {"seed": None, "voice": None})
    assert isinstance(request, ChessRequest)
    assert (request.moves, request.clock, request.white, request.notes) == (42, 5.0, "m2", ("one", "two"))
    assert (request.cast, request.policy, request.members) == ("startup-de", "behind", ("m0", "m1", "m2", "m3"))
