"""The one table of actions: data alone. `desktop.shell.actions` makes menus and shortcuts of it."""

from __future__ import annotations

from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.office.actions import SCENE
from desktop.modes.story.actions import STORY
from desktop.shell.action import Action, Menu
from desktop.shell.turn_actions import MEMBER, TURN
from desktop.shell.view_actions import VIEW

SUBMENUS: dict[str, str] = {
    "run/speed": QT_TRANSLATE_NOOP("Action", "Speed"),
    "run/breakpoints": QT_TRANSLATE_NOOP("Action", "Breakpoints"),
    "view/panels": QT_TRANSLATE_NOOP("Action", "Panels"),
    "view/theme": QT_TRANSLATE_NOOP("Action", "Theme"),
    "view/text": QT_TRANSLATE_NOOP("Action", "Text size"),
    "view/save": QT_TRANSLATE_NOOP("Action", "Save the view"),
}

CONDITIONS: dict[str, str] = {
    "run": QT_TRANSLATE_NOOP("Action", "Open or start a run first."),
    "open_end": QT_TRANSLATE_NOOP("Action", "The run has ended; fork it to go on."),
    "halted": QT_TRANSLATE_NOOP("Action", "Pause the run first."),
    "past": QT_TRANSLATE_NOOP("Action", "This is the first turn."),
    "rewound": QT_TRANSLATE_NOOP("Action", "This is the newest turn."),
    "turn": QT_TRANSLATE_NOOP("Action", "Choose a turn first."),
    "member": QT_TRANSLATE_NOOP("Action", "Choose a member first."),
    "retryable": QT_TRANSLATE_NOOP("Action", "There is no turn to take again."),
    "breakpoints": QT_TRANSLATE_NOOP("Action", "There are no breakpoints."),
    "policy": QT_TRANSLATE_NOOP("Action", "Here another order says who is next; in a duologue, fork with changes."),
    "again": QT_TRANSLATE_NOOP("Action", "An imported run was not played here."),
    "others": QT_TRANSLATE_NOOP("Action", "There is no other run to compare with."),
    "view": QT_TRANSLATE_NOOP("Action", "Click into a view first."),
    "notice": QT_TRANSLATE_NOOP("Action", "There is no notice to close."),
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
    Action(
        "new_run",
        QT_TRANSLATE_NOOP("Action", "New run…"),
        "file",
        ("Ctrl+N",),
        "ph.plus",
        tip=QT_TRANSLATE_NOOP("Action", "Choose a format, a cast, a topic and a voice."),
    ),
    Action(
        "open_file",
        QT_TRANSLATE_NOOP("Action", "Open a file…"),
        "file",
        ("Ctrl+O",),
        "ph.folder-open",
        tip=QT_TRANSLATE_NOOP("Action", "Open a run's JSONL file from anywhere."),
    ),
    Action(
        "import",
        QT_TRANSLATE_NOOP("Action", "Import…"),
        "file",
        ("Ctrl+Shift+Alt+I",),
        "ph.download-simple",
        tip=QT_TRANSLATE_NOOP("Action", "Bring in logs of pidgin, chats of SillyTavern, or runs of Parley."),
    ),
    Action(
        "export",
        QT_TRANSLATE_NOOP("Action", "Export…"),
        "file",
        ("Ctrl+E",),
        "ph.export",
        _RUN,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Save the transcript as Markdown, HTML, text, JSON or CSV."),
    ),
    Action(
        "export_logbook",
        QT_TRANSLATE_NOOP("Action", "Export the logbook…"),
        "file",
        ("Ctrl+Shift+E",),
        "ph.book-open",
        ("run", "office"),
        tip=QT_TRANSLATE_NOOP("Action", "Save a page a scene as Markdown, HTML or PDF."),
    ),
    Action("show_in_folder", QT_TRANSLATE_NOOP("Action", "Show the run's file"), "file", (), "ph.folder", _RUN),
    Action(
        "search_all",
        QT_TRANSLATE_NOOP("Action", "Search all runs"),
        "file",
        ("Ctrl+Shift+F",),
        "ph.magnifying-glass",
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Find a line in every transcript of the library."),
    ),
    Action(
        "palette",
        QT_TRANSLATE_NOOP("Action", "All actions…"),
        "file",
        ("Ctrl+K",),
        "ph.command",
        tip=QT_TRANSLATE_NOOP("Action", "Type a few letters of what you want to do."),
    ),
    Action(
        "cast_editor",
        QT_TRANSLATE_NOOP("Action", "Edit casts…"),
        "file",
        ("Ctrl+Alt+C",),
        "ph.user-gear",
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Write members: persona, voice, desk, relations."),
    ),
    Action(
        "plan_editor",
        QT_TRANSLATE_NOOP("Action", "Edit floor plans…"),
        "file",
        ("Ctrl+Alt+P",),
        "ph.map-trifold",
        tip=QT_TRANSLATE_NOOP("Action", "Draw rooms, seats and doors, or import them from Tiled."),
    ),
    Action(
        "experiments",
        QT_TRANSLATE_NOOP("Action", "Experiments"),
        "file",
        ("Ctrl+Shift+X",),
        "ph.flask",
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "The same talk many times over a grid of settings, and what they change."),
    ),
    Action(
        "new_experiment",
        QT_TRANSLATE_NOOP("Action", "New experiment…"),
        "file",
        ("Ctrl+Alt+X",),
        "ph.plus-circle",
        tip=QT_TRANSLATE_NOOP("Action", "Choose a talk, what is varied, and how often each is run."),
    ),
    Action(
        "open_experiment",
        QT_TRANSLATE_NOOP("Action", "Open an experiment…"),
        "file",
        (),
        "ph.file-text",
        tip=QT_TRANSLATE_NOOP("Action", "Take in a spec: a TOML file that parley experiment run reads."),
    ),
    Action("settings", QT_TRANSLATE_NOOP("Action", "Settings…"), "file", ("Ctrl+,",), "ph.gear", section=True),
    Action(
        "quit",
        QT_TRANSLATE_NOOP("Action", "Quit"),
        "file",
        ("Ctrl+Q",),
        "ph.power",
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Stops what is being spent; the run is kept."),
    ),
)

RUN: tuple[Action, ...] = (
    Action(
        "play_pause",
        QT_TRANSLATE_NOOP("Action", "Play or pause"),
        "run",
        ("Space",),
        "ph.play-fill",
        _RUN,
        tip=QT_TRANSLATE_NOOP("Action", "Let the conversation go on, or hold it before the next turn."),
    ),
    Action(
        "step",
        QT_TRANSLATE_NOOP("Action", "One turn, then hold"),
        "run",
        ("Right",),
        "ph.skip-forward-fill",
        _RUN,
        tip=QT_TRANSLATE_NOOP("Action", "Takes one turn; in a rewound run it shows the next turn."),
    ),
    Action(
        "stop",
        QT_TRANSLATE_NOOP("Action", "Stop the run"),
        "run",
        ("Ctrl+.",),
        "ph.stop-fill",
        _OPEN,
        tip=QT_TRANSLATE_NOOP("Action", "Ends the run for good; what was said is kept."),
    ),
    Action(
        "play_again",
        QT_TRANSLATE_NOOP("Action", "Run it again with another seed"),
        "run",
        ("Ctrl+Shift+R",),
        "ph.repeat",
        ("run", "again"),
        tip=QT_TRANSLATE_NOOP("Action", "Plays the same talk from its beginning, as a new run."),
    ),
    Action("slower", QT_TRANSLATE_NOOP("Action", "Slower"), "run/speed", ("[",), "ph.rewind"),
    Action("faster", QT_TRANSLATE_NOOP("Action", "Faster"), "run/speed", ("]",), "ph.fast-forward"),
    Action(
        "as_fast_as_it_goes",
        QT_TRANSLATE_NOOP("Action", "As fast as it goes"),
        "run/speed",
        ("Shift+F",),
        "ph.lightning",
        checkable=True,
        tip=QT_TRANSLATE_NOOP("Action", "No pauses for reading between two turns."),
    ),
    Action(
        "inject",
        QT_TRANSLATE_NOOP("Action", "Inject a topic"),
        "run",
        ("Ctrl+I",),
        "ph.megaphone",
        _OPEN,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Everybody hears it before the next turn."),
    ),
    Action(
        "speak_as",
        QT_TRANSLATE_NOOP("Action", "Speak as…"),
        "run",
        ("Ctrl+T",),
        "ph.chat-centered-text",
        _OPEN,
        tip=QT_TRANSLATE_NOOP("Action", "Take the next turn yourself, as a member or as the director."),
    ),
    Action(
        "change_voices",
        QT_TRANSLATE_NOOP("Action", "Change everybody's voice…"),
        "run",
        (),
        "ph.users-three",
        _OPEN,
        tip=QT_TRANSLATE_NOOP("Action", "What brings the members to speech from the next turn on."),
    ),
    Action(
        "change_policy",
        QT_TRANSLATE_NOOP("Action", "Who speaks next…"),
        "run",
        (),
        "ph.shuffle",
        ("run", "open_end", "policy"),
        tip=QT_TRANSLATE_NOOP("Action", "How the next speaker is chosen from here on."),
    ),
    Action(
        "breakpoint_member",
        QT_TRANSLATE_NOOP("Action", "Hold before the member speaks"),
        "run/breakpoints",
        ("Ctrl+Shift+M",),
        "ph.hand-palm",
        (*_OPEN, "member"),
        section=True,
    ),
    Action(
        "breakpoint_turn",
        QT_TRANSLATE_NOOP("Action", "Hold at a turn…"),
        "run/breakpoints",
        ("Ctrl+Shift+T",),
        "ph.flag",
        _OPEN,
    ),
    Action(
        "breakpoint_convergence",
        QT_TRANSLATE_NOOP("Action", "Pause at a convergence…"),
        "run/breakpoints",
        ("Ctrl+Shift+V",),
        "ph.arrows-in",
        _OPEN,
        tip=QT_TRANSLATE_NOOP("Action", "Pause after the turn with which the two who spoke last sound alike."),
    ),
    Action(
        "breakpoints",
        QT_TRANSLATE_NOOP("Action", "All breakpoints…"),
        "run/breakpoints",
        (),
        "ph.list-bullets",
        ("run", "breakpoints"),
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Where the run holds, each to be taken away."),
    ),
    Action(
        "breakpoints_clear",
        QT_TRANSLATE_NOOP("Action", "Clear all breakpoints"),
        "run/breakpoints",
        (),
        "ph.x-circle",
        ("run", "breakpoints"),
    ),
)

HELP: tuple[Action, ...] = (
    Action("help", QT_TRANSLATE_NOOP("Action", "Help"), "help", ("F1",), "ph.question"),
    Action("about", QT_TRANSLATE_NOOP("Action", "About Parley"), "help", (), "ph.info"),
)

MENUS: tuple[Menu, ...] = (
    Menu("file", QT_TRANSLATE_NOOP("Action", "&File"), FILE),
    Menu("run", QT_TRANSLATE_NOOP("Action", "&Run"), RUN, CONDITIONS),
    SCENE,
    STORY,
    Menu("turn", QT_TRANSLATE_NOOP("Action", "&Turn"), TURN),
    Menu("member", QT_TRANSLATE_NOOP("Action", "&Member"), MEMBER),
    Menu("view", QT_TRANSLATE_NOOP("Action", "&View"), VIEW),
    Menu("help", QT_TRANSLATE_NOOP("Action", "&Help"), HELP),
)
"""The menus in their order. An action's menu may name a submenu: "view/theme"."""

ACTIONS: tuple[Action, ...] = tuple(action for menu in MENUS for action in menu.actions)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
MISSING: dict[str, str] = {name: sentence for menu in MENUS for name, sentence in menu.conditions.items()}
"""The sentences of all conditions."""
