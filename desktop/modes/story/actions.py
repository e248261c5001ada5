"""What the player can do in a story, as a menu."""

from __future__ import annotations

from desktop.docks import QT_TRANSLATE_NOOP
from desktop.shell.action import Action, Menu

_STORY = ("run", "story", "open_end")

CONDITIONS: dict[str, str] = {
    "story": QT_TRANSLATE_NOOP("Action", "This run is no story: begin one."),
    "your_turn": QT_TRANSLATE_NOOP("Action", "The others have not answered yet."),
    "choice_1": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "choice_2": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "choice_3": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "somebody": QT_TRANSLATE_NOOP("Action", "Nobody is here to talk with."),
    "talking": QT_TRANSLATE_NOOP("Action", "You talk with nobody now."),
}
"""It is a story; it waits for the player; there is such a choice; one to talk with is here; the player talks with a
character."""


def _choice(number: int, title: str, icon: str) -> Action:
    needs = ("run", "story", "open_end", "your_turn", f"choice_{number}")
    return Action(f"choice_{number}", title, "story", (f"Ctrl+{number}",), icon, needs)


ACTIONS: tuple[Action, ...] = (
    Action(
        "begin_story",
        QT_TRANSLATE_NOOP("Action", "Begin a story…"),
        "story",
        ("Ctrl+Shift+O",),
        "ph.book-bookmark",
        tip=QT_TRANSLATE_NOOP("Action", "Play in a world that a narrator, a keeper and a jester tell."),
    ),
    Action(
        "focus_story",
        QT_TRANSLATE_NOOP("Action", "What do you do?"),
        "story",
        ("Ctrl+L",),
        "ph.text-t",
        _STORY,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Puts the cursor where you write what you do or say."),
    ),
    _choice(1, QT_TRANSLATE_NOOP("Action", "First choice"), "ph.number-circle-one"),
    _choice(2, QT_TRANSLATE_NOOP("Action", "Second choice"), "ph.number-circle-two"),
    _choice(3, QT_TRANSLATE_NOOP("Action", "Third choice"), "ph.number-circle-three"),
    Action(
        "talk_to",
        QT_TRANSLATE_NOOP("Action", "Talk to…"),
        "story",
        ("Ctrl+Shift+L",),
        "ph.chats",
        (*_STORY, "your_turn", "somebody"),
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Begin a talk with somebody who is here."),
    ),
    Action(
        "say_goodbye",
        QT_TRANSLATE_NOOP("Action", "Say goodbye"),
        "story",
        ("Ctrl+Shift+G",),
        "ph.hand-waving",
        (*_STORY, "your_turn", "talking"),
        tip=QT_TRANSLATE_NOOP("Action", "Ends the talk; the story goes on and knows of it."),
    ),
    Action(
        "autoplay",
        QT_TRANSLATE_NOOP("Action", "Autoplay"),
        "story",
        ("Ctrl+Shift+Y",),
        "ph.robot",
        _STORY,
        checkable=True,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "One of the choices is taken by chance, turn by turn."),
    ),
)

STORY = Menu("story", QT_TRANSLATE_NOOP("Action", "St&ory"), ACTIONS, CONDITIONS)
