"""The guide: its pages, the help window, and the question mark by which each view leads to its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QCursor, QImage
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from parley.desktop.docks import DOCKS
from parley.desktop.guide.commands import PAGES
from parley.desktop.guide.pages import KEYS, list_names, make_slug, map_sections, read_pages
from parley.desktop.guide.view.window import GuideWindow
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.shell.action_table import ACTIONS
from parley.desktop.widgets.language import SOURCE, TRANSLATED
from tests.widget.real_window import CTRL, Desk
from tests.widget.widgets_alone import on_screen

ROOT = Path(__file__).parents[2]
LANGUAGES = (SOURCE, *TRANSLATED)
OFFERED = frozenset(action.id for action in ACTIONS)
ALSO = {"floor_plan", "timeline", "start", "new_run", "experiments"}
"""What is explained and is no dock."""
LINK, PICTURE = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#]*)#?([^)]*)\)"), re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
MOST_BYTES = 120_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_link_and_picture_of_the_guide_leads_somewhere(language: str) -> None:
    found = read_pages(language)
    assert set(found) == {path.stem for path in (ROOT / "resources" / "guide").glob("*.md")}
    faults = []
    for page in found.values():
        for target, section in LINK.findall(page.text):
            there = found.get(Path(target).stem) if target else page
            headings = re.findall(r"^#+ (.*)$", there.text, re.MULTILINE) if there else []
            if there is None or (section and section not in map(make_slug, headings)):
                faults.append(f"{page.name}: {target}#{section}")
        for told, name in PICTURE.findall(page.text):
            path = page.folder / name
            if path.parent != page.folder / "images":
                faults.append(f"{page.name}: {name} is another language's")
            if not told or not path.is_file() or path.stat().st_size > MOST_BYTES:
                faults.append(f"{page.name}: {name}")
    assert faults == []
    assert all(page.title and page.text.startswith(f"# {page.title}\n") for page in found.values())


def test_the_index_lists_the_pages() -> None:
    index = (ROOT / "docs" / "guide.md").read_text("utf-8")
    listed = re.findall(r"^- \[(.+)\]\(\.\./resources/guide/(\w+)\.md\)$", index, re.MULTILINE)
    assert listed == [(page.title, page.name) for page in read_pages(SOURCE).values()]
    assert [name for _title, name in listed] == list_names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_is_explained_once(language: str) -> None:
    marks = [mark for page in read_pages(language).values() for mark in re.findall(r"<!-- view: (\w+) -->", page.text)]
    views = {*DOCKS.shipped, *ALSO}
    # A page in another language may lack what is new, until somebody translates it.
    assert sorted(marks) == sorted(views if language == SOURCE else views & {*marks})
    for told in map_sections(language).values():
        page = read_pages(language)[told.page]
        assert not told.name or told.name in map(make_slug, re.findall(r"^#+ (.*)$", page.text, re.MULTILINE))
        assert "<!--" not in page.shown


async def test_the_question_mark_of_a_view_opens_the_guide_where_it_is_explained(desk: Desk) -> None:
    window, guide = desk.window, desk.desktop.commands.rooms["guide"]
    window.show_dock("transcript")
    buttons = {"floor_plan": window.stage.title.help, "timeline": window.timeline.help}
    for name, button in (buttons | {"transcript": window.panels["transcript"].dock.title.help}).items():
        desk.click(button)
        frame = await desk.dialog(GuideWindow)
        told = map_sections(SOURCE)[name]
        assert (frame.page, frame.isVisible(), guide.frame) == (told.page, True, frame)
        frame.close()


async def test_f1_opens_the_page_of_what_one_looks_at(desk: Desk) -> None:
    window, guide = desk.window, desk.desktop.commands.rooms["guide"]
    window.area.setFocus()
    QCursor.setPos(window.toolbar.mapToGlobal(QPoint(4, 4)))
    desk.action("help").trigger()
    assert guide.frame is not None
    assert guide.frame.page == "plan", "it takes most of the window"
    guide.frame.close()
    views = {"transcript": "transcript", "inspector": "why", "library": "library"}
    for name, page in views.items():
        window.show_dock(name)
        window.activateWindow()
        await desk.until(window.isActiveWindow)
        window.view(name).setFocus()
        if not window.panels[name].dock.isAncestorOf(desk.focused()):
            window.panels[name].dock.title.help.setFocus()
        desk.key(Qt.Key.Key_F1)
        await desk.dialog(GuideWindow)
        assert guide.frame.page == page
        guide.frame.close()
    desk.action("keys").trigger()
    assert guide.frame.page == KEYS
    guide.frame.close()
    for name, page in (("watch", "library"), ("experiments", "experiments")):
        desk.action(name).trigger()
        await desk.until(lambda: window.page is not None, "a page is there")
        window.activateWindow()
        await desk.until(window.isActiveWindow)
        desk.key(Qt.Key.Key_F1)
        await desk.dialog(GuideWindow)
        assert guide.frame.page == page
        guide.frame.close()
        window.leave_start()
    await desk.idle()


async def test_f1_in_a_dialog_opens_a_guide_that_can_be_read(desk: Desk) -> None:
    guide = desk.desktop.commands.rooms["guide"]
    desk.key(Qt.Key.Key_N, CTRL)
    dialog = await desk.dialog(NewRunDialog)
    desk.key(Qt.Key.Key_F1)
    frame = await desk.dialog(GuideWindow)
    assert (frame.page, guide.frame) == ("new_run", frame)
    # So the dialog blocks the window that it belongs to, and no other.
    assert (dialog.windowModality(), frame.parent()) == (Qt.WindowModality.WindowModal, None)
    await desk.until(frame.isActiveWindow, "the guide is active")
    desk.click(frame.contents.viewport())
    frame.contents.setFocus()
    before = frame.page
    desk.key(Qt.Key.Key_End)
    assert frame.page != before, "the dialog does not keep it from being used"
    frame.close()
    dialog.close()
    await desk.idle()


def test_each_window_beside_the_main_one_has_a_page_of_the_guide() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "desktop").rglob("*.py"))
    assert [name for name in PAGES if f"class {name}(" not in source] == []
    assert set(PAGES.values()) <= set(list_names())


@pytest.fixture
def guide(qtbot: QtBot) -> GuideWindow:
    return on_screen(qtbot, GuideWindow(OFFERED))


def test_actions_are_listed_with_their_keys_and_can_be_searched(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.open_page(KEYS)
    told, html = guide.text.toPlainText(), guide.text.toHtml()
    assert [a.id for a in ACTIONS if a.menu and f'"action:{a.id}"' not in html] == []
    assert ("Whisper" in told, "Ctrl+B" in told, guide.isModal()) == (True, True, False)
    guide.field.setFocus()
    qtbot.waitUntil(guide.field.hasFocus)
    qtbot.keyClicks(guide.field, "ctrl+alt+e")
    assert (guide.page, guide.text.textCursor().selectedText()) == (KEYS, "Ctrl+Alt+E")
    guide.field.setText("qqqq")
    assert guide._none.isVisible()
    guide.field.setText("new run")
    qtbot.keyClick(guide.field, Qt.Key.Key_Return)
    assert guide.isVisible(), "Enter in the field does not close the window"
    with qtbot.waitSignal(guide.action_chosen) as caught:
        guide.text.anchorClicked.emit(QUrl("action:new_run"))
    assert (caught.args, guide.grab().isNull()) == (["new_run"], False)


def test_pages_are_turned_and_searched(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.open_page("affinity")
    guide.text.anchorClicked.emit(QUrl("roundtable.md#who-speaks-next"))
    assert guide.page == "roundtable"
    assert guide.text.verticalScrollBar().value() > 0, "the section is at the top"
    for nowhere in ("nowhere.md", "https://example.org/affinity.md"):
        guide.text.anchorClicked.emit(QUrl(nowhere))
    assert (guide.page, guide.contents.currentItem().text()) == ("roundtable", read_pages(SOURCE)["roundtable"].title)
    guide.field.setText("hedges")
    assert (guide.page, guide.text.textCursor().selectedText()) == ("experiments", "Hedges")
    shown = [row for row in range(guide.contents.count()) if not guide.contents.item(row).isHidden()]
    assert [guide.contents.item(row).text() for row in shown] == ["Experiments"]
    qtbot.keyClick(guide.field, Qt.Key.Key_Down)
    qtbot.waitUntil(guide.contents.hasFocus)
    qtbot.keyClick(guide.contents, Qt.Key.Key_Return)
    assert guide.text.hasFocus()


def test_pictures_are_files_of_the_guide_alone(guide: GuideWindow, tmp_path: Path) -> None:
    picture = QTextBrowser().document().ResourceType.ImageResource.value
    secret = QImage(40, 40, QImage.Format.Format_RGB32)
    secret.save(str(tmp_path / "secret.png"))
    page = read_pages(SOURCE)["plan"]
    guide.text.show_text(page.shown, page.folder)
    shown = guide.text.loadResource(picture, QUrl("images/plan.webp"))
    assert isinstance(shown, QImage)
    assert 100 < shown.deviceIndependentSize().width() <= guide.text.viewport().width()
    for name in (str(tmp_path / "secret.png"), f"file://{tmp_path}/secret.png", "https://example.org/a.png"):
        assert guide.text.loadResource(picture, QUrl(name)) is None
    inside = "../" * len(page.folder.parts) + str(tmp_path / "secret.png")[1:]
    found = guide.text.loadResource(picture, QUrl(inside))
    assert isinstance(found, QImage)
    assert found.isNull()
