"""The actions of the menus of a turn and of a member."""

from __future__ import annotations

from desktop.docks import QT_TRANSLATE_NOOP
from desktop.shell.action import Action

_RUN = ("run",)
_TURN = ("run", "turn")
_MEMBER = ("run", "open_end", "member")

TURN: tuple[Action, ...] = (
    Action(
        "step_back",
        QT_TRANSLATE_NOOP("Action", "Previous turn"),
        "turn",
        ("Left",),
        "ph.skip-back-fill",
        ("run", "past"),
        tip=QT_TRANSLATE_NOOP("Action", "Every view shows the run as it was at that turn."),
    ),
    Action(
        "first", QT_TRANSLATE_NOOP("Action", "First turn"), "turn", ("Home",), "ph.caret-double-left", ("run", "past")
    ),
    Action("live", QT_TRANSLATE_NOOP("Action", "Newest turn"), "turn", ("End",), "ph.broadcast", ("run", "rewound")),
    Action(
        "retry",
        QT_TRANSLATE_NOOP("Action", "Take the last turn again"),
        "turn",
        ("Ctrl+R",),
        "ph.arrow-clockwise",
        ("run", "open_end", "halted", "retryable"),
        section=True,
    ),
    Action(
        "fork",
        QT_TRANSLATE_NOOP("Action", "Fork here"),
        "turn",
        ("Ctrl+B",),
        "ph.git-branch",
        _TURN,
        tip=QT_TRANSLATE_NOOP("Action", "A new run that shares all turns up to this one."),
    ),
    Action(
        "fork_changed",
        QT_TRANSLATE_NOOP("Action", "Fork with changes…"),
        "turn",
        ("Ctrl+Alt+B",),
        "ph.git-fork",
        _TURN,
        tip=QT_TRANSLATE_NOOP("Action", "Another topic, voice, policy, seed or number of turns from here on."),
    ),
    Action(
        "compare",
        QT_TRANSLATE_NOOP("Action", "Compare…"),
        "turn",
        ("Ctrl+Alt+D",),
        "ph.columns",
        ("run", "others"),
        tip=QT_TRANSLATE_NOOP("Action", "This run beside its parent, a fork of it or any other, with what differs."),
    ),
    Action(
        "edit_and_fork",
        QT_TRANSLATE_NOOP("Action", "Edit the line and fork…"),
        "turn",
        ("Ctrl+Shift+B",),
        "ph.pencil-simple",
        _TURN,
    ),
    Action(
        "bookmark", QT_TRANSLATE_NOOP("Action", "Bookmark the turn"), "turn", ("Ctrl+D",), "ph.bookmark-simple", _TURN
    ),
    Action(
        "find",
        QT_TRANSLATE_NOOP("Action", "Find in the transcript"),
        "turn",
        ("Ctrl+F",),
        "ph.magnifying-glass",
        _RUN,
        section=True,
    ),
)

MEMBER: tuple[Action, ...] = (
    Action(
        "give_floor",
        QT_TRANSLATE_NOOP("Action", "Give the floor"),
        "member",
        ("Ctrl+G",),
        "ph.microphone",
        _MEMBER,
        tip=QT_TRANSLATE_NOOP("Action", "The selected member takes the next turn."),
    ),
    Action(
        "whisper",
        QT_TRANSLATE_NOOP("Action", "Whisper…"),
        "member",
        ("Ctrl+Shift+W",),
        "ph.ear",
        _MEMBER,
        tip=QT_TRANSLATE_NOOP("Action", "Only the selected member hears it."),
    ),
    Action(
        "mute", QT_TRANSLATE_NOOP("Action", "Mute or bring back"), "member", ("Ctrl+M",), "ph.microphone-slash", _MEMBER
    ),
    Action(
        "change_voice",
        QT_TRANSLATE_NOOP("Action", "Change the voice…"),
        "member",
        (),
        "ph.user-circle-gear",
        _MEMBER,
        tip=QT_TRANSLATE_NOOP("Action", "What brings the selected member to speech from the next turn on."),
    ),
)
