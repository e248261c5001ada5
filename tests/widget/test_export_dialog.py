"""The export dialog: a preview of what will be written, a file, progress, and a way out."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from parley.core.cast.member import make_slug
from parley.core.export.registry import EXPORTS, Options
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from parley.desktop.export.view import Begin, ExportDialog
from tests.standup_events import sample_events
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

FORMATS = [("md", "Markdown", ".md"), ("st", "SillyTavern", ".chat.jsonl"), ("jsonl", "JSONL", ".jsonl")]


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> ExportDialog:
    return on_screen(qtbot, ExportDialog(Begin(FORMATS, tmp_path, "standup-abc", ("md", True))))


def test_the_suffix_follows_the_format(dialog: ExportDialog, tmp_path: Path) -> None:
    for id_, name in (("st", "standup-abc.chat.jsonl"), ("jsonl", "standup-abc.jsonl"), ("md", "standup-abc.md")):
        dialog.format.setCurrentIndex(dialog.format.findData(id_))
        assert dialog.path.text() == str(tmp_path / name)


@pytest.mark.parametrize(
    ("typed", "format_", "name"),
    [
        ("talk.jsonl", "jsonl", "talk.jsonl"),
        ("talk.chat.jsonl", "st", "talk.chat.jsonl"),
        ("TALK.JSONL", "jsonl", "TALK.JSONL"),
        ("talk.doc", "md", "talk.doc"),
        ("talk", "md", "talk"),
        (".jsonl", "jsonl", ".jsonl"),
    ],
)
def test_the_format_follows_the_suffix_that_is_typed(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, typed: str, format_: str, name: str
) -> None:
    asked: list[str] = []
    dialog.preview_wanted.connect(lambda to, _thoughts: asked.append(to))
    dialog.path.clear()
    qtbot.keyClicks(dialog.path, f"{tmp_path}/{typed}")
    assert (dialog.format.currentData(), dialog.path.text()) == (format_, str(tmp_path / name))
    assert asked[-1:] == ([format_] if format_ != "md" else [])


@pytest.mark.slow
async def test_the_preview_of_a_page_is_the_page(desk: Desk, tmp_path: Path) -> None:
    await desk.played()
    dialog = await desk.open("export", ExportDialog)
    dialog.format.setCurrentIndex(dialog.format.findData("html"))
    shown = dialog.preview.toPlainText()
    state = desk.window.model.replay.live
    assert state.turns[0].text in shown
    assert state.name_of(state.turns[0].member) in shown
    # Its plan stands below its head.
    assert 0 < shown.index("\ufffc") < shown.index(state.turns[0].text)
    for sign in ("&#", "&amp;", "<li", "use strict", "font-family", "Content-Security"):
        assert sign not in shown
    dialog.format.setCurrentIndex(dialog.format.findData("md"))
    # Markdown is read, too: its headings are headings.
    assert "# " not in dialog.preview.toPlainText().splitlines()[0]
    assert state.turns[0].text in dialog.preview.toPlainText()
    # Of paper the page is shown.
    dialog.format.setCurrentIndex(dialog.format.findData("pdf"))
    assert "# " not in dialog.preview.toPlainText().splitlines()[0]
    assert state.turns[0].text in dialog.preview.toPlainText()


@pytest.mark.slow
def test_what_people_wrote_is_text_in_the_page_and_loads_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    assert image.save(str(picture))
    events = sample_events(nasty=True)
    hostile = f'<img src="{picture}"> & it\'s <b>bold</b> <script>alert(1)</script>'
    at = next(at for at, event in enumerate(events) if isinstance(event, TurnEnded))
    events[at] = replace(events[at], text=hostile)
    text = EXPORTS["html"].build_preview(fold(events), events, Options(), 12_000)
    dialog = ExportDialog(Begin(FORMATS, tmp_path, "standup-abc", ("md", True)))
    qtbot.addWidget(dialog)
    asked: list[object] = []
    dialog.preview.loadResource = lambda kind, name: asked.append(name)  # type: ignore[method-assign]
    dialog.preview.show_text(text, look="page")
    dialog.show()
    assert hostile in dialog.preview.toPlainText()
    assert "color:#" in dialog.preview.toHtml(), "names have their members' colours"
    assert "\ufffc" not in dialog.preview.toPlainText()
    assert not asked
    # Whatever is cut off: no tag, no entity and no script is left halfway.
    for length in range(40, 3_000, 37):
        dialog.preview.show_text(EXPORTS["html"].build_preview(fold(events), events, Options(), length), look="page")
        shown = dialog.preview.toPlainText()
        assert "class=" not in shown
        assert "&#" not in shown
        assert "function" not in shown


def test_while_it_runs_cancel_means_cancel(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.show_running(True)
    dialog.show_progress(0.5)
    assert dialog.progress.value() == 500
    assert not dialog.format.isEnabled(), "another preview would replace what is being drawn from"
    with qtbot.waitSignal(dialog.cancelled):
        dialog.reject()
    assert dialog.isVisible()
    dialog.show_problem("Cancelled; nothing was written.")
    assert dialog.format.isEnabled()
    assert dialog.problem.isVisible()
    dialog.reject()
    assert not dialog.isVisible()


@pytest.mark.slow
async def test_every_format_can_be_previewed_and_written(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: folders.append(url))
    await desk.played()
    for id_, exporter in ((name, EXPORTS[name]) for name in EXPORTS.shipped):
        dialog = await desk.open("export", ExportDialog)
        dialog.format.setCurrentIndex(dialog.format.findData(id_))
        assert dialog.preview.toPlainText()
        path = tmp_path / f"out{exporter.suffix}"
        dialog.path.setText(str(path))
        desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
        await desk.until(lambda: desk.find(ExportDialog) is None, f"{id_} is written")
        assert path.stat().st_size > 100
        assert str(path) in desk.notices()[0]
    opens, shows, copies = desk.notice().buttons
    copies.pressed()
    assert QGuiApplication.clipboard().text() == str(path)
    opens.pressed()
    assert desk.notice().hint == str(path), "nobody has opened it: where it lies is told"
    shows.pressed()
    assert folders == [QUrl.fromLocalFile(str(each)) for each in (path, tmp_path)]
    assert desk.desktop.library.exports.last["export"][0] == EXPORTS.shipped[-1]


async def test_the_bar_exports_a_page_named_after_topic_and_day(desk: Desk) -> None:
    await desk.played()
    desk.click(desk.window.toolbar.export)
    await desk.until(lambda: desk.find(ExportDialog) is not None, "the dialog is there")
    dialog = desk.find(ExportDialog)
    assert dialog is not None
    topic, _, day = Path(dialog.path.text()).stem.partition("-2")
    assert (dialog.format.currentData(), Path(dialog.path.text()).suffix) == ("html", ".html")
    assert topic == make_slug(desk.desktop.model.state.setup.topic)
    assert date.fromisoformat(f"2{day}")
    dialog.reject()


async def test_a_file_that_cannot_be_written_is_a_sentence_in_the_dialog(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    dialog = await desk.open("export", ExportDialog)
    dialog.path.setText(str(tmp_path / "file" / "out.md"))
    desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
    await desk.until(dialog.problem.isVisible, "the problem is said")
    assert "out.md" in dialog.problem.text()
    # The path of another run would lose it.
    (path,) = desk.studio.home.runs.glob("*.jsonl")
    dialog.path.setText(str(path))
    dialog.problem.clear()
    desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
    await desk.until(lambda: "keeps its runs" in dialog.problem.text(), "the problem is said")
    dialog.path.setText("")
    desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
    await desk.until(dialog.problem.isVisible)
    assert dialog.isVisible()
    dialog.reject()
