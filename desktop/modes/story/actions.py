"""What the player can do in a story, as a menu."""

from __future__ import annotations

from desktop.shell.action import Action, Menu

_STORY = ("run", "story", "open_end")

CONDITIONS: dict[str, str] = {
    "story": "This run is no story: begin one.",
    "your_turn": "The others have not answered yet.",
    "choice_1": "There is no such choice now.",
    "choice_2": "There is no such choice now.",
    "choice_3": "There is no such choice now.",
    "somebody": "Nobody is here to talk with.",
    "talking": "You talk with nobody now.",
}
"""It is a story; it waits for the player; there is such a choice; one to talk with is here; the player talks with a
character."""


def _choice(number: int, title: str, icon: str) -> Action:
    needs = ("run", "story", "open_end", "your_turn", f"choice_{number}")
    return Action(f"choice_{number}", title, "story", (f"Ctrl+{number}",), icon, needs)


ACTIONS: tuple[Action, ...] = (
    Action(
        "begin_story",
        "Begin a story…",
        "story",
        ("Ctrl+Shift+O",),
        "ph.book-bookmark",
        tip="Play in a world that a narrator, a keeper and a jester tell.",
    ),
    Action(
        "focus_story",
        "What do you do?",
        "story",
        ("Ctrl+L",),
        "ph.text-t",
        _STORY,
        section=True,
        tip="Puts the cursor where you write what you do or say.",
    ),
    _choice(1, "First choice", "ph.number-circle-one"),
    _choice(2, "Second choice", "ph.number-circle-two"),
    _choice(3, "Third choice", "ph.number-circle-three"),
    Action(
        "talk_to",
        "Talk to…",
        "story",
        ("Ctrl+Shift+L",),
        "ph.chats",
        (*_STORY, "your_turn", "somebody"),
        section=True,
        tip="Begin a talk with somebody who is here.",
    ),
    Action(
        "say_goodbye",
        "Say goodbye",
        "story",
        ("Ctrl+Shift+G",),
        "ph.hand-waving",
        (*_STORY, "your_turn", "talking"),
        tip="Ends the talk; the story goes on and knows of it.",
    ),
    Action(
        "autoplay",
        "Autoplay",
        "story",
        ("Ctrl+Shift+Y",),
        "ph.robot",
        _STORY,
        checkable=True,
        section=True,
        tip="One of the choices is taken by chance, turn by turn.",
    ),
)

STORY = Menu("story", "St&ory", ACTIONS, CONDITIONS)
