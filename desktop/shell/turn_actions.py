"""The actions of the menus of a turn and of a member."""

from __future__ import annotations

from desktop.shell.action import Action

_RUN = ("run",)
_TURN = ("run", "turn")
_MEMBER = ("run", "open_end", "member")

TURN: tuple[Action, ...] = (
    Action(
        "step_back",
        "Previous turn",
        "turn",
        ("Left",),
        "ph.skip-back-fill",
        ("run", "past"),
        tip="Every view shows the run as it was at that turn.",
    ),
    Action("first", "First turn", "turn", ("Home",), "ph.caret-double-left", ("run", "past")),
    Action("live", "Newest turn", "turn", ("End",), "ph.broadcast", ("run", "rewound")),
    Action(
        "retry",
        "Take the last turn again",
        "turn",
        ("Ctrl+R",),
        "ph.arrow-clockwise",
        ("run", "open_end", "halted", "retryable"),
        section=True,
    ),
    Action(
        "fork",
        "Fork here",
        "turn",
        ("Ctrl+B",),
        "ph.git-branch",
        _TURN,
        tip="A new run that shares all turns up to this one.",
    ),
    Action(
        "fork_changed",
        "Fork with changes…",
        "turn",
        ("Ctrl+Alt+B",),
        "ph.git-fork",
        _TURN,
        tip="Another topic, voice, policy, seed or number of turns from here on.",
    ),
    Action(
        "compare",
        "Compare…",
        "turn",
        ("Ctrl+Alt+D",),
        "ph.columns",
        ("run", "others"),
        tip="This run beside its parent, a fork of it or any other, with what differs.",
    ),
    Action("edit_and_fork", "Edit the line and fork…", "turn", ("Ctrl+Shift+B",), "ph.pencil-simple", _TURN),
    Action("bookmark", "Bookmark the turn", "turn", ("Ctrl+D",), "ph.bookmark-simple", _TURN),
    Action("find", "Find in the transcript", "turn", ("Ctrl+F",), "ph.magnifying-glass", _RUN, section=True),
)

MEMBER: tuple[Action, ...] = (
    Action(
        "give_floor",
        "Give the floor",
        "member",
        ("Ctrl+G",),
        "ph.microphone",
        _MEMBER,
        tip="The selected member takes the next turn.",
    ),
    Action(
        "whisper", "Whisper…", "member", ("Ctrl+Shift+W",), "ph.ear", _MEMBER, tip="Only the selected member hears it."
    ),
    Action("mute", "Mute or bring back", "member", ("Ctrl+M",), "ph.microphone-slash", _MEMBER),
    Action(
        "change_voice",
        "Change the voice…",
        "member",
        (),
        "ph.user-circle-gear",
        _MEMBER,
        tip="What brings the selected member to speech from the next turn on.",
    ),
)
