"""Notices, docks and the crash page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from parley.core.voices.keys import MASK, without_secrets
from parley.desktop.shell.crash import CrashPage, report_of
from parley.desktop.shell.notices import MOST_SHOWN, Notice, NoticeButton, NoticeCard, NoticeStack
from parley.desktop.widgets.theme import DARK
from tests.widget.widgets_alone import on_screen, take_look


@pytest.fixture
def stack(qtbot: QtBot) -> Iterator[NoticeStack]:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(800, 600)
    # A notice stays while the pointer is upon it, and other tests have left the pointer somewhere.
    QCursor.setPos(790, 590)
    host.show()
    yield NoticeStack(host)
    host.close()


def cards(stack: NoticeStack) -> list[NoticeCard]:
    return list(stack._cards)


def said(stack: NoticeStack) -> list[str]:
    return [notice.sentence for notice in stack.list_shown()]


def test_a_button_acts_and_closes(stack: NoticeStack, qtbot: QtBot) -> None:
    pressed: list[str] = []
    stack.show_notice(Notice("Deleted.", kind="warning", buttons=(NoticeButton("Undo", lambda: pressed.append("u")),)))
    button = cards(stack)[0].findChildren(QPushButton)[0]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (pressed, said(stack), stack.isVisible()) == (["u"], [], False)


def test_the_newest_is_on_top_errors_stay_longest_and_nothing_is_said_twice(stack: NoticeStack) -> None:
    for _ in range(2):
        stack.show_notice(Notice("The key was not accepted.", kind="error"))
    assert said(stack) == ["The key was not accepted."]
    for number in range(MOST_SHOWN + 2):
        stack.show_notice(Notice(f"Saved {number}."))
    assert len(said(stack)) == MOST_SHOWN
    assert (said(stack)[0], said(stack)[-1]) == (f"Saved {MOST_SHOWN + 1}.", "The key was not accepted.")
    for seconds in (12, 11):
        stack.show_notice(Notice(f"Waiting {seconds} s.", key="wait"))
    assert [each for each in said(stack) if "Waiting" in each] == ["Waiting 11 s."]
    stack.close_key("wait")
    assert not [each for each in said(stack) if "Waiting" in each]


def test_escape_the_cross_and_a_command_close(stack: NoticeStack, qtbot: QtBot) -> None:
    for close in (
        lambda: qtbot.keyClick(cards(stack)[0], Qt.Key.Key_Escape),
        lambda: qtbot.mouseClick(cards(stack)[0].findChildren(QToolButton)[-1], Qt.MouseButton.LeftButton),
        stack.close_newest,
    ):
        stack.show_notice(Notice("No network.", kind="error"))
        close()
        assert said(stack) == []


def test_an_info_goes_by_itself_and_an_error_does_not(stack: NoticeStack, qtbot: QtBot) -> None:
    stack.show_notice(Notice("It cannot be saved.", kind="error"))
    stack.show_notice(Notice("Saved.", seconds=0.01))
    qtbot.waitUntil(lambda: said(stack) == ["It cannot be saved."])
    assert (Notice("x").stays > 0, Notice("x", kind="error").stays) == (True, 0)


def test_markup_is_not_read_and_the_stack_follows_its_host(stack: NoticeStack) -> None:
    stack.show_notice(Notice("<b>Boss</b>", hint="a hint", kind="error"))
    take_look(DARK)
    host = stack.parentWidget()
    assert host is not None
    host.resize(360, 500)
    assert host.rect().contains(stack.geometry())
    assert "Error: <b>Boss</b>" in cards(stack)[0].accessibleName()
    host.resize(1200, 500)
    assert abs(stack.geometry().center().x() - 600) <= 1


SECRETS = [
    "sk-ant-api03-abcdEFGH1234567890",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "Authorization: Bearer abc.def-ghi",
    "ANTHROPIC_API_KEY=hunter2hunter2",
    '"x-api-key": "very secret"'.replace(" secret", "-secret"),
    "http://me:pass-word@proxy.local:8080",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_hidden(secret: str) -> None:
    shown = without_secrets(f"before {secret} after")
    assert shown.startswith("before ")
    assert MASK in shown.removesuffix("after") != shown
    for part in ("abcdEFGH", "abcdefghij", "abc.def", "hunter2", "very-secret", "pass-word", "dozjg"):
        assert part not in shown


def test_what_is_no_secret_stays() -> None:
    text = 'File "/usr/lib/python3.11/site-packages/desktop/views/timeline/strip.py", line 41, in paintEvent'
    assert (without_secrets(text), without_secrets("812 tokens of 5,000")) == (text, "812 tokens of 5,000")


def failing() -> BaseException:
    """An error with a trace, whose text holds a key."""
    try:
        raise RuntimeError("could not open with sk-ant-api03-abcdEFGH1234567890")
    except RuntimeError as error:
        return error


def test_the_crash_page_has_a_report_without_secrets(qtbot: QtBot) -> None:
    page = on_screen(qtbot, CrashPage(report_of(failing())))
    said = page.report.toPlainText()
    assert "abcdEFGH" not in said
    assert all(part in said for part in ("RuntimeError", "Qt 6"))
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == said
    with qtbot.waitSignal(page.quit_wanted):
        qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.go_on, Qt.MouseButton.LeftButton)
    assert (page.isVisible(), page.isModal()) == (False, False)
