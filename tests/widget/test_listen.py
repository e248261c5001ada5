"""Reading a run aloud: who is heard when, in which voice, and what is said where nothing can speak."""

from __future__ import annotations

import importlib.util

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from parley.desktop.listen.reader import Reader
from parley.desktop.listen.speech import Speech, SpeechMissingError
from tests.widget.day_in_the_model import day
from tests.widget.real_window import Desk

HAS_SPEECH = importlib.util.find_spec("PySide6.QtTextToSpeech") is not None


class Told(QObject):
    """Speaks into a list; a text is said when the test says so."""

    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, str, int, bool]] = []
        self.speaking = False

    def say(self, text: str, language: str, place: int, *, hurry: bool = False) -> None:
        self.said.append((text, language, place, hurry))
        self.speaking = True

    def stop(self) -> None:
        self.speaking = False

    def finish(self) -> None:
        self.speaking = False
        self.finished.emit()


def test_lines_are_read_as_they_are_shown_each_in_its_members_voice() -> None:
    run, reading = day(), ["original"]
    state = run.replay.live
    places = [member.id for member in state.setup.members]
    reader, told = Reader(run, lambda: reading[0]), Told()
    run.show(3)
    assert not told.said
    reader.start(told)
    for number in (3, 4, 9):
        run.show(number)
        turn = state.turns[number - 1]
        assert told.said[-1] == (turn.text, "de", places.index(turn.member), False)
    # In the language in which it is read.
    reading[0] = "translated"
    reader.again()
    row = run.transcript.rows[run.transcript.row_of_turn(9)]
    assert told.said[-1][:2] == (row.translation, "en")
    # Through a member's eyes, what they did not hear is silent.
    reading[0] = "original"
    missed = next(turn for turn in state.turns if turn.ended.heard_by and places[0] not in turn.ended.heard_by)
    run.see_as(places[0])
    count = len(told.said)
    run.show(missed.number)
    assert (len(told.said), told.speaking) == (count, False)
    reader.stop()
    run.see_as("")
    run.show(1)
    assert len(told.said) == count


async def test_while_a_run_plays_ear_and_bubble_stay_together(desk: Desk) -> None:
    told = Told()
    await desk.begin(turns=6)
    reader = desk.desktop.commands.listening.reader
    reader.start(told)
    desk.action("play_pause").trigger()
    await desk.until(lambda: desk.state.status == "ended", "it ends")
    lines = [turn.text for turn in desk.window.model.replay.live.turns]
    # One line is being said, of those that came meanwhile only the newest waits; several may come at once.
    assert len(told.said) == 1
    told.finish()
    assert told.said[-1][0] == lines[-1]
    said = [lines.index(line) for line, *_ in told.said]
    assert said == sorted(said)
    count = len(said)
    told.finish()
    assert len(told.said) == count <= 2


@pytest.mark.skipif(HAS_SPEECH, reason="Qt's text-to-speech is installed")
async def test_where_nothing_speaks_a_sentence_says_so(desk: Desk) -> None:
    await desk.played()
    action = desk.action("listen")
    action.trigger()
    assert "Qt's text-to-speech is not installed" in desk.notices()[0]
    assert not action.isChecked()


@pytest.mark.skipif(not HAS_SPEECH, reason="Qt's text-to-speech is not installed")
@pytest.mark.qt_log_ignore("pipewire")
def test_qts_own_engine_says_it_and_has_no_german(qtbot: QtBot) -> None:
    speech = Speech("mock")
    with qtbot.waitSignal(speech.finished):
        speech.say("Good morning.", "en", 0)
        assert speech.speaking
    assert not speech.speaking
    assert len(speech.voices("en")) > 1
    with pytest.raises(SpeechMissingError, match="German"):
        speech.say("Guten Morgen.", "de", 0)
