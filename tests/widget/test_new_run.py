"""The new-run dialog: what does not fit is said at once; what fits is played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from core import settings as settings_file
from desktop.changes.view import VoiceDialog
from desktop.modes.office.figures import OfficeFigure
from desktop.new_run.view import NewRunDialog
from desktop.run.figures import CastFigure, FormatFigure, MemberFigure, NewRunFigure, VoiceFigure
from desktop.widgets.theme import DARK, LIGHT
from tests.widget.desk import Desk, Opener
from tests.widget.looks import take_look

LEFT = Qt.MouseButton.LeftButton
PEOPLE = tuple(MemberFigure(f"m{i}", f"Member {i}", str(i), "blue", "Somebody") for i in range(5))
FIGURE = NewRunFigure(
    formats=(
        FormatFigure("debate", "Debate", "Two sides.", (2, 2), (6, 12), 0.5, ("Ship or wait?",)),
        FormatFigure("standup", "Standup", "What moved.", (4, 6), (6, 12), 0.5),
    ),
    casts=(
        CastFigure("startup", "Start-up", "A start-up.", "en", PEOPLE, ("The demo slipped",)),
        CastFigure("startup-de", "Start-up", "Ein Start-up.", "de", PEOPLE[:4]),
    ),
    voices=(
        VoiceFigure("anthropic", "Claude", "Costs money.", "There is no key yet.", models=(("m", "M"),), model="m"),
        VoiceFigure("embedded", "Embedded", "Free.", languages=("en",), models=(("a", "A"), ("b", "B")), model="b"),
        VoiceFigure("rehearsal", "Rehearsal", "Instant."),
    ),
    policies=(("affinity", "By affinity"), ("round_robin", "In turn")),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> NewRunDialog:
    made = NewRunDialog(FIGURE)
    qtbot.addWidget(made)
    made.show()
    return made


def choose(dialog: NewRunDialog, *, cast: str = "", voice: str = "", form: str = "") -> None:
    if cast:
        dialog.cast.setCurrentIndex(dialog.cast.findData(cast))
    if voice:
        dialog.voice.setCurrentIndex(dialog.voice.findData(voice))
    if form:
        row = next(i for i, each in enumerate(FIGURE.formats) if each.id == form)
        dialog.formats.setCurrentRow(row)


def pick(box: QComboBox, value: str) -> None:
    """Choose in a box as somebody does."""
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_the_defaults_can_be_started(dialog: NewRunDialog, qtbot: QtBot) -> None:
    assert dialog.problem.text() == ""
    with qtbot.waitSignal(dialog.wanted) as asked:
        QTest.mouseClick(dialog.start, LEFT)
    answers = asked.args[0]
    assert answers["format"] == "standup"
    assert answers["members"] == [member.id for member in PEOPLE]
    assert answers["provider"] == "rehearsal"
    assert answers["turns"] is answers["tokens"] is answers["cost"] is None
    assert answers["topic"] == answers["seed"] == answers["language"] == ""


def test_a_formats_numbers_are_advice(dialog: NewRunDialog) -> None:
    assert not dialog.advice.isVisible()
    for box in dialog._members[:2]:
        box.click()
    assert dialog.advice.text() == "3 are chosen; a Standup usually has 4 to 6."
    assert dialog.advice.isVisible()
    assert dialog.start.isEnabled()
    choose(dialog, form="debate")
    assert len(dialog.members.chosen()) == 3, "who was chosen by hand stays"
    dialog._members[4].click()
    assert not dialog.advice.isVisible()
    dialog._members[3].click()
    assert dialog.problem.text() == "A roundtable needs at least two members."
    assert not dialog.start.isEnabled()


def test_another_format_offers_as_many_as_it_usually_has(dialog: NewRunDialog) -> None:
    choose(dialog, form="debate")
    assert len(dialog.members.chosen()) == 2
    choose(dialog, form="standup")
    assert len(dialog.members.chosen()) == 5
    assert not dialog.advice.isVisible()


def test_a_table_has_thirty_seats(qtbot: QtBot) -> None:
    crowd = tuple(MemberFigure(f"m{i}", f"Member {i}", str(i), "blue") for i in range(31))
    dialog = NewRunDialog(replace(FIGURE, casts=(replace(FIGURE.casts[0], members=crowd),)))
    qtbot.addWidget(dialog)
    for box in dialog._members:
        box.setChecked(True)
    assert dialog.problem.text() == "A roundtable has at most 30 members."
    dialog._members[0].click()
    assert dialog.start.isEnabled()


def test_the_reason_stands_beside_start(dialog: NewRunDialog) -> None:
    choose(dialog, voice="anthropic")
    QApplication.processEvents()
    reason, start = dialog.problem, dialog.start
    left, right = reason.mapTo(dialog, reason.rect().center()), start.mapTo(dialog, start.rect().center())
    assert reason.isVisible()
    assert abs(left.y() - right.y()) <= start.height()
    assert start.accessibleDescription() == reason.text() == "There is no key yet."


OFFICE = OfficeFigure(what="day", cast="startup-de")
KINDS = ("roundtable", "scene", "day")


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("cast", ["startup", "startup-de"])
@pytest.mark.parametrize("voice", ["anthropic", "embedded", "rehearsal"])
@pytest.mark.parametrize("firm", [False, True])
def test_what_does_not_go_together_never_stands_preselected(
    qtbot: QtBot, what: str, cast: str, voice: str, firm: bool
) -> None:
    figure = replace(FIGURE, cast=cast, voice=voice, firm=firm)
    dialog = NewRunDialog(figure, office=replace(OFFICE, what=what, cast=cast))
    qtbot.addWidget(dialog)
    for at in range(dialog.what.count()):
        if dialog.what.isTabVisible(at) and dialog.what.tabData(at) in KINDS:
            dialog.what.setCurrentIndex(at)
            assert dialog.start.isEnabled(), (dialog.chosen(), dialog.problem.text())
    chosen = dialog.voice_figure().provider
    if firm and voice == "embedded":
        assert chosen == "embedded", "who chose a voice gets the cast that it speaks"
    elif cast == "startup-de" and voice == "embedded":
        assert (chosen, dialog.cast_figure().id) == ("rehearsal", "startup-de")
    else:
        assert chosen == ("rehearsal" if voice == "anthropic" else voice)


def test_to_look_at_what_there_is_changes_nothing(qtbot: QtBot) -> None:
    cast = replace(FIGURE.casts[0], id="office")
    dialog = NewRunDialog(replace(FIGURE, casts=(*FIGURE.casts, cast)), office=OfficeFigure(cast="office"))
    qtbot.addWidget(dialog)
    dialog.show()
    seen = set()
    for at in reversed(range(dialog.what.count())):
        dialog.what.setCurrentIndex(at)
        seen.add(tuple(dialog.members.chosen()))
        assert not dialog.changed_since_shown(), dialog.chosen()
    assert len(seen) > 1, "the fields followed"
    dialog.topic.setEditText("Mine")
    dialog.what.setCurrentIndex(1)
    assert dialog.changed_since_shown()


def test_what_was_only_offered_follows_what_somebody_chooses(dialog: NewRunDialog) -> None:
    pick(dialog.voice, "embedded")
    assert dialog.cast_figure().id == "startup"
    pick(dialog.cast, "startup-de")
    assert "does not speak" in dialog.problem.text(), "both were chosen: neither is taken back"
    pick(dialog.voice, "rehearsal")
    assert dialog.start.isEnabled()


def test_the_cast_that_was_only_offered_follows_the_voice(qtbot: QtBot) -> None:
    dialog = NewRunDialog(replace(FIGURE, cast="startup-de"))
    qtbot.addWidget(dialog)
    pick(dialog.voice, "embedded")
    assert dialog.cast_figure().id == "startup"
    assert dialog.start.isEnabled()


def test_another_language_takes_a_voice_that_speaks_it(qtbot: QtBot) -> None:
    dialog = NewRunDialog(replace(FIGURE, voice="embedded"))
    qtbot.addWidget(dialog)
    assert dialog.voice_figure().provider == "embedded"
    pick(dialog.language, "de")
    assert dialog.voice_figure().provider == "rehearsal"
    pick(dialog.voice, "embedded")
    assert "does not speak" in dialog.problem.text()


def test_a_voice_that_has_a_model_for_the_language_keeps_it(qtbot: QtBot) -> None:
    voice = VoiceFigure(
        "embedded", "Embedded", "Free.", models=(("small", "Small"), ("gemma", "Gemma")), model="small",
        spoken=(("small", ("en",)), ("gemma", ("en", "de"))),
    )  # fmt: skip
    figure = replace(FIGURE, voices=(FIGURE.voices[0], voice, FIGURE.voices[2]), voice="embedded", cast="startup-de")
    dialog = NewRunDialog(figure)
    qtbot.addWidget(dialog)
    assert (dialog.answers()["provider"], dialog.answers()["model"]) == ("embedded", "gemma")
    assert dialog.start.isEnabled()
    pick(dialog.model, "small")
    assert dialog.cast_figure().id == "startup"


def test_a_voice_that_cannot_be_used_says_why(dialog: NewRunDialog) -> None:
    choose(dialog, voice="anthropic")
    assert dialog.problem.text() == dialog.voice_note.text() == "There is no key yet."
    assert not dialog.start.isEnabled()


def test_a_voice_must_speak_the_casts_language(dialog: NewRunDialog) -> None:
    choose(dialog, voice="embedded", cast="startup-de")
    assert "does not speak" in dialog.problem.text()
    choose(dialog, voice="rehearsal")
    assert dialog.problem.text() == ""


def test_the_models_of_a_voice_are_offered_and_hidden_where_there_are_none(dialog: NewRunDialog) -> None:
    choose(dialog, voice="embedded")
    assert dialog.answers()["model"] == "b"
    assert dialog.model.isVisible()
    choose(dialog, voice="rehearsal")
    assert not dialog.model.isVisible()
    assert dialog.answers()["model"] == ""


def test_another_cast_brings_its_members_and_topics(dialog: NewRunDialog) -> None:
    dialog.topic.setEditText("My own topic")
    choose(dialog, cast="startup-de")
    assert len(dialog._members) == 4
    assert dialog.answers()["cast"] == "startup-de"
    choose(dialog, cast="startup", form="debate")
    assert "The demo slipped" in [dialog.topic.itemText(i) for i in range(dialog.topic.count())]


def test_more_holds_the_rest(dialog: NewRunDialog, qtbot: QtBot) -> None:
    assert not dialog.seed.isVisible()
    QTest.mouseClick(dialog.more, LEFT)
    assert dialog.seed.isVisible()
    dialog.seed.setText("12")
    dialog.turns.setValue(9)
    dialog.tokens.setValue(0)
    dialog.cost.setValue(0.5)
    answers = dialog.answers()
    assert (answers["seed"], answers["turns"], answers["tokens"], answers["cost"]) == ("12", 9, 0, 0.5)


def test_it_is_drawn_in_both_themes_and_with_many_members(qtbot: QtBot) -> None:
    crowd = tuple(MemberFigure(f"m{i}", f"Hildegard-Marie von Bingen {i}", "H", "rust") for i in range(30))
    figure = replace(FIGURE, casts=(replace(FIGURE.casts[0], members=crowd),))
    for theme in (LIGHT, DARK):
        take_look(theme)
        dialog = NewRunDialog(figure)
        qtbot.addWidget(dialog)
        dialog.show()
        assert not dialog.grab().isNull()
        assert sum(box.isChecked() for box in dialog._members) == 6


def test_a_run_is_begun_with_it(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.desktop.session.set_speed(0.0)
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        assert len(dialog._figure.formats) == 16
        dialog.topic.setEditText("Shall we ship on Friday?")
        dialog.more.click()
        dialog.seed.setText("seven")
        desk.click(dialog.start)
        await desk.until(dialog.problem.text, "the seed is refused")
        assert "'seven' is not a whole number" in dialog.problem.text()
        assert dialog.isVisible()
        dialog.seed.setText("7")
        dialog.turns.setValue(4)
        before = desk.state.run
        desk.click(dialog.start)
        await desk.until(lambda: desk.state.run != before, "the run has begun")
        await desk.until(lambda: desk.find(NewRunDialog) is None, "the dialog has gone")
        assert desk.state.setup.topic == "Shall we ship on Friday?"
        await desk.until(lambda: desk.turns >= 1, "somebody has spoken")
        assert desk.desktop.setup.last[2] == "rehearsal"

    opened(body)


def test_a_side_must_speak_the_language_of_the_talk(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        at = next(at for at in range(dialog.what.count()) if dialog.what.tabData(at) == "duologue")
        dialog.what.setCurrentIndex(at)
        side = dialog.duologue.sides[0]
        side._voices = list(FIGURE.voices[1:])
        side.voice.clear()
        for each in ("", "embedded"):
            side.voice.addItem(each, each)
        side.voice.setCurrentIndex(1)
        assert dialog.start.isEnabled()
        pick(dialog.language, "de")
        assert "does not speak the language of the talk" in dialog.problem.text()
        side.voice.setCurrentIndex(0)
        assert dialog.start.isEnabled()
        dialog.done(0)
        await desk.idle()

    opened(body)


def test_a_voice_that_cannot_be_used_is_not_offered_first_anywhere(qtbot: QtBot) -> None:
    dialog = VoiceDialog(FIGURE.voices, [("a", "Ada")], "")
    qtbot.addWidget(dialog)
    assert dialog.voice.answer()["provider"] == "embedded"
    assert dialog.ok.isEnabled()


@pytest.mark.parametrize("chosen", ["anthropic", "rehearsal", "auto"])
def test_the_voice_of_the_settings_is_preselected(opened: Opener, chosen: str) -> None:
    async def body(desk: Desk) -> None:
        setup, settings = desk.desktop.setup, desk.studio.settings
        setup.last = (*setup.last[:2], "embedded")
        setup.apply(settings_file.changed(settings, "voices", default=chosen))
        figure = setup._offered()
        # Nothing chosen there: the one of the last run.
        assert figure.voice == ("embedded" if chosen == "auto" else chosen)
        assert figure.firm

    opened(body)
