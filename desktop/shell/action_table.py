"""The one table of actions: data alone. `desktop.shell.actions` makes menus and shortcuts of it."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.modes.menus import MODE_MENUS
from desktop.shell.action import Action, Menu
from desktop.shell.turn_actions import MEMBER, TURN
from desktop.shell.view_actions import VIEW

SUBMENUS: dict[str, str] = {
    "run/speed": "Speed",
    "run/breakpoints": "Breakpoints",
    "view/panels": "Panels",
    "view/theme": "Theme",
    "view/text": "Text size",
    "view/save": "Save the view",
}

CONDITIONS: dict[str, str] = {
    "run": "Open or start a run first.",
    "open_end": "The run has ended; fork it to go on.",
    "halted": "Pause the run first.",
    "past": "This is the first turn.",
    "rewound": "This is the newest turn.",
    "turn": "Choose a turn first.",
    "member": "Choose a member first.",
    "retryable": "There is no turn to take again.",
    "breakpoints": "There are no breakpoints.",
    "policy": "Here another order says who is next; in a duologue, fork with changes.",
    "again": "An imported run was not played here.",
    "others": "There is no other run to compare with.",
    "view": "Click into a view first.",
    "notice": "There is no notice to close.",
}
"""What an action may ask for, and the sentence that says what is missing; modes have more of their own.

"run": a run is open; "open_end": it has not ended; "halted": open and not playing; "past": the shown turn is not the
first; "rewound": it is not the newest; "turn": a turn is shown; "member": a member is selected; "retryable": the last
turn can be taken again; "breakpoints": there are some; "policy": one says who is next; "again": the run can be played
once more; "others": there is another run; "view": a view has the focus; "notice": one is shown.
"""


_RUN = ("run",)
_OPEN = ("run", "open_end")

FILE: tuple[Action, ...] = (
    Action("new_run", "New run…", "file", ("Ctrl+N",), "ph.plus", tip="Choose a format, a cast, a topic and a voice."),
    Action(
        "open_file", "Open a file…", "file", ("Ctrl+O",), "ph.folder-open", tip="Open a run's JSONL file from anywhere."
    ),
    Action(
        "import",
        "Import…",
        "file",
        ("Ctrl+Shift+Alt+I",),
        "ph.download-simple",
        tip="Bring in logs of pidgin, chats of SillyTavern, or runs of Parley.",
    ),
    Action(
        "export",
        "Export…",
        "file",
        ("Ctrl+E",),
        "ph.export",
        _RUN,
        section=True,
        tip="Save the transcript as Markdown, HTML, text, JSON or CSV.",
    ),
    Action(
        "export_logbook",
        "Export the logbook…",
        "file",
        ("Ctrl+Shift+E",),
        "ph.book-open",
        ("run", "office"),
        tip="Save a page a scene as Markdown, HTML or PDF.",
    ),
    Action("show_in_folder", "Show the run's file", "file", (), "ph.folder", _RUN),
    Action(
        "search_all",
        "Search all runs",
        "file",
        ("Ctrl+Shift+F",),
        "ph.magnifying-glass",
        section=True,
        tip="Find a line in every transcript of the library.",
    ),
    Action(
        "palette", "All actions…", "file", ("Ctrl+K",), "ph.command", tip="Type a few letters of what you want to do."
    ),
    Action(
        "cast_editor",
        "Edit casts…",
        "file",
        ("Ctrl+Alt+C",),
        "ph.user-gear",
        section=True,
        tip="Write members: persona, voice, desk, relations.",
    ),
    Action(
        "plan_editor",
        "Edit floor plans…",
        "file",
        ("Ctrl+Alt+P",),
        "ph.map-trifold",
        tip="Draw rooms, seats and doors, or import them from Tiled.",
    ),
    Action(
        "experiments",
        "Experiments",
        "file",
        ("Ctrl+Shift+X",),
        "ph.flask",
        section=True,
        tip="The same talk many times over a grid of settings, and what they change.",
    ),
    Action(
        "new_experiment",
        "New experiment…",
        "file",
        ("Ctrl+Alt+X",),
        "ph.plus-circle",
        tip="Choose a talk, what is varied, and how often each is run.",
    ),
    Action(
        "open_experiment",
        "Open an experiment…",
        "file",
        (),
        "ph.file-text",
        tip="Take in a spec: a TOML file that parley experiment run reads.",
    ),
    Action("settings", "Settings…", "file", ("Ctrl+,",), "ph.gear", section=True),
    Action(
        "quit", "Quit", "file", ("Ctrl+Q",), "ph.power", section=True, tip="Stops what is being spent; the run is kept."
    ),
)

RUN: tuple[Action, ...] = (
    Action(
        "play_pause",
        "Play or pause",
        "run",
        ("Space",),
        "ph.play-fill",
        _RUN,
        tip="Let the conversation go on, or hold it before the next turn.",
    ),
    Action(
        "step",
        "One turn, then hold",
        "run",
        ("Right",),
        "ph.skip-forward-fill",
        _RUN,
        tip="Takes one turn; in a rewound run it shows the next turn.",
    ),
    Action(
        "stop",
        "Stop the run",
        "run",
        ("Ctrl+.",),
        "ph.stop-fill",
        _OPEN,
        tip="Ends the run for good; what was said is kept.",
    ),
    Action(
        "play_again",
        "Run it again with another seed",
        "run",
        ("Ctrl+Shift+R",),
        "ph.repeat",
        ("run", "again"),
        tip="Plays the same talk from its beginning, as a new run.",
    ),
    Action("slower", "Slower", "run/speed", ("[",), "ph.rewind"),
    Action("faster", "Faster", "run/speed", ("]",), "ph.fast-forward"),
    Action(
        "as_fast_as_it_goes",
        "As fast as it goes",
        "run/speed",
        ("Shift+F",),
        "ph.lightning",
        checkable=True,
        tip="No pauses for reading between two turns.",
    ),
    Action(
        "inject",
        "Inject a topic",
        "run",
        ("Ctrl+I",),
        "ph.megaphone",
        _OPEN,
        section=True,
        tip="Everybody hears it before the next turn.",
    ),
    Action(
        "speak_as",
        "Speak as…",
        "run",
        ("Ctrl+T",),
        "ph.chat-centered-text",
        _OPEN,
        tip="Take the next turn yourself, as a member or as the director.",
    ),
    Action(
        "change_voices",
        "Change everybody's voice…",
        "run",
        (),
        "ph.users-three",
        _OPEN,
        tip="What brings the members to speech from the next turn on.",
    ),
    Action(
        "change_policy",
        "Who speaks next…",
        "run",
        (),
        "ph.shuffle",
        ("run", "open_end", "policy"),
        tip="How the next speaker is chosen from here on.",
    ),
    Action(
        "breakpoint_member",
        "Hold before the member speaks",
        "run/breakpoints",
        ("Ctrl+Shift+M",),
        "ph.hand-palm",
        (*_OPEN, "member"),
        section=True,
    ),
    Action("breakpoint_turn", "Hold at a turn…", "run/breakpoints", ("Ctrl+Shift+T",), "ph.flag", _OPEN),
    Action(
        "breakpoint_convergence",
        "Pause at a convergence…",
        "run/breakpoints",
        ("Ctrl+Shift+V",),
        "ph.arrows-in",
        _OPEN,
        tip="Pause after the turn with which the two who spoke last sound alike.",
    ),
    Action(
        "breakpoints",
        "All breakpoints…",
        "run/breakpoints",
        (),
        "ph.list-bullets",
        ("run", "breakpoints"),
        section=True,
        tip="Where the run holds, each to be taken away.",
    ),
    Action("breakpoints_clear", "Clear all breakpoints", "run/breakpoints", (), "ph.x-circle", ("run", "breakpoints")),
)

HELP: tuple[Action, ...] = (
    Action("help", "Help", "help", ("F1",), "ph.question"),
    Action("about", "About Parley", "help", (), "ph.info"),
)

MENUS: tuple[Menu, ...] = (
    Menu("file", "&File", FILE),
    Menu("run", "&Run", RUN, CONDITIONS),
    *MODE_MENUS.values(),
    Menu("turn", "&Turn", TURN),
    Menu("member", "&Member", MEMBER),
    Menu("view", "&View", VIEW),
    Menu("help", "&Help", HELP),
)
"""The menus in their order. An action's menu may name a submenu: "view/theme"."""

ACTIONS: tuple[Action, ...] = tuple(action for menu in MENUS for action in menu.actions)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
MISSING: dict[str, str] = {name: sentence for menu in MENUS for name, sentence in menu.conditions.items()}
"""The sentences of all conditions."""


def texts() -> Iterator[str]:
    """All that is translated under the context "Action"."""
    for menu in MENUS:
        yield menu.title
        for action in menu.actions:
            yield from (text for text in (action.title, action.tip) if text)
    yield from SUBMENUS.values()
    yield from MISSING.values()
