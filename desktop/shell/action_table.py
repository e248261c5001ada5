"""The one table of actions: data alone. `desktop.shell.actions` makes menus and shortcuts of it."""

from __future__ import annotations

from dataclasses import dataclass


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:
    """Mark a text for Qt Linguist, which knows this name, and return it as it is: Qt's own is typed `object`."""
    return text


MENUS: tuple[tuple[str, str], ...] = (
    ("file", QT_TRANSLATE_NOOP("Action", "&File")),
    ("run", QT_TRANSLATE_NOOP("Action", "&Run")),
    ("scene", QT_TRANSLATE_NOOP("Action", "&Scene")),
    ("story", QT_TRANSLATE_NOOP("Action", "St&ory")),
    ("turn", QT_TRANSLATE_NOOP("Action", "&Turn")),
    ("member", QT_TRANSLATE_NOOP("Action", "&Member")),
    ("view", QT_TRANSLATE_NOOP("Action", "&View")),
    ("help", QT_TRANSLATE_NOOP("Action", "&Help")),
)
"""The menus in their order: id and title. An action's menu may name a submenu: "view/theme"."""

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
    "office": QT_TRANSLATE_NOOP("Action", "This run has no scenes: start a day in the office."),
    "in_scene": QT_TRANSLATE_NOOP("Action", "No scene is under way."),
    "in_day": QT_TRANSLATE_NOOP("Action", "No day is under way; Play begins the next one."),
    "story": QT_TRANSLATE_NOOP("Action", "This run is no story: begin one."),
    "your_turn": QT_TRANSLATE_NOOP("Action", "The others have not answered yet."),
    "choice_1": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "choice_2": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "choice_3": QT_TRANSLATE_NOOP("Action", "There is no such choice now."),
    "somebody": QT_TRANSLATE_NOOP("Action", "Nobody is here to talk with."),
    "talking": QT_TRANSLATE_NOOP("Action", "You talk with nobody now."),
    "again": QT_TRANSLATE_NOOP("Action", "An imported run was not played here."),
    "others": QT_TRANSLATE_NOOP("Action", "There is no other run to compare with."),
    "view": QT_TRANSLATE_NOOP("Action", "Click into a view first."),
    "notice": QT_TRANSLATE_NOOP("Action", "There is no notice to close."),
}
"""What an action may ask for, and the sentence that says what is missing.

"run": a run is open; "open_end": it has not ended; "halted": open and not playing; "past": the shown turn
is not the first; "rewound": it is not the newest; "turn": a turn is shown; "member": a member is selected; "retryable":
the last turn can be taken again; "breakpoints": there are some; "policy": one says who is next; "office": it is a run
of scenes; "in_scene", "in_day": one is under way; "story": it is a story; "your_turn": the story waits for the player;
"choice_1" to "choice_3": there is such a choice; "somebody": one to talk with is here; "talking": the player talks with
a character; "again": the run can be played once more; "others": there is another run; "view": a view has the focus;
"notice": one is shown.
"""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do. `title` and `tip` are English and are translated when they are shown.

    `shortcuts` are portable key sequences; `enabled_when` names CONDITIONS, all of which must hold; `callback` is the
    id of what is called, the action's own id where it is empty; actions of one `group` exclude each other; `section`
    draws a line above it in its menu. An action without a menu is found in the palette only.
    """

    id: str
    title: str
    menu: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    enabled_when: tuple[str, ...] = ()
    callback: str = ""
    checkable: bool = False
    group: str = ""
    section: bool = False
    tip: str = ""

    @property
    def calls(self) -> str:
        """The id of the callback."""
        return self.callback or self.id


def _panel(id_: str, title: str, number: int) -> Action:
    return Action(f"panel.{id_}", title, "view/panels", (f"Alt+{number}",), checkable=True)


def _choice(number: int, title: str, icon: str) -> Action:
    needs = ("run", "story", "open_end", "your_turn", f"choice_{number}")
    return Action(f"choice_{number}", title, "story", (f"Ctrl+{number}",), icon, needs)


_RUN = ("run",)
_OPEN = ("run", "open_end")
_OFFICE = ("run", "office", "open_end")
_STORY = ("run", "story", "open_end")
_TURN = ("run", "turn")
_MEMBER = ("run", "open_end", "member")

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
        _MEMBER,
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

SCENE: tuple[Action, ...] = (
    Action(
        "continue_day",
        QT_TRANSLATE_NOOP("Action", "Continue"),
        "scene",
        ("Ctrl+Return",),
        "ph.play-fill",
        (*_OFFICE, "halted"),
        tip=QT_TRANSLATE_NOOP("Action", "The game master chooses the next scene."),
    ),
    Action(
        "intervene",
        QT_TRANSLATE_NOOP("Action", "Intervene…"),
        "scene",
        ("Ctrl+Shift+I",),
        "ph.hand",
        (*_OFFICE, "in_scene"),
        tip=QT_TRANSLATE_NOOP("Action", "A word of the director's that everybody in the scene hears."),
    ),
    Action(
        "skip_scene",
        QT_TRANSLATE_NOOP("Action", "Skip the scene"),
        "scene",
        ("Ctrl+Shift+K",),
        "ph.fast-forward-fill",
        _OFFICE,
        tip=QT_TRANSLATE_NOOP(
            "Action", "Ends the scene with what was said; between two scenes, leaves the next one out."
        ),
    ),
    Action(
        "end_day",
        QT_TRANSLATE_NOOP("Action", "End the day"),
        "scene",
        (),
        "ph.moon-stars",
        (*_OFFICE, "in_day"),
        tip=QT_TRANSLATE_NOOP("Action", "Everybody goes home; the day gets its summary."),
    ),
    Action(
        "autopilot",
        QT_TRANSLATE_NOOP("Action", "Autopilot"),
        "scene",
        ("Ctrl+Shift+A",),
        "ph.airplane-tilt",
        _OFFICE,
        checkable=True,
        section=True,
        tip=QT_TRANSLATE_NOOP(
            "Action", "Scenes follow each other without asking; without it the run stands after each."
        ),
    ),
    Action(
        "autopilot_days",
        QT_TRANSLATE_NOOP("Action", "Autopilot for days…"),
        "scene",
        (),
        "ph.calendar",
        _OFFICE,
        tip=QT_TRANSLATE_NOOP("Action", "Let the office live for some days by itself."),
    ),
    Action(
        "call_scene",
        QT_TRANSLATE_NOOP("Action", "Call a scene…"),
        "scene",
        ("Ctrl+Shift+N",),
        "ph.film-strip",
        _OFFICE,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Say what happens next: who meets, where, about what."),
    ),
    Action(
        "call_meeting",
        QT_TRANSLATE_NOOP("Action", "Call a meeting…"),
        "scene",
        (),
        "ph.users-three",
        _OFFICE,
        tip=QT_TRANSLATE_NOOP("Action", "Call people together about a topic."),
    ),
    Action(
        "feedback",
        QT_TRANSLATE_NOOP("Action", "Feedback to everybody…"),
        "scene",
        (),
        "ph.megaphone",
        _OFFICE,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "Everybody hears it and remembers it."),
    ),
    Action(
        "brief",
        QT_TRANSLATE_NOOP("Action", "Brief the selected member…"),
        "scene",
        (),
        "ph.ear",
        (*_OFFICE, "member"),
        tip=QT_TRANSLATE_NOOP("Action", "Only the selected member hears it, and remembers it."),
    ),
)

STORY: tuple[Action, ...] = (
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

VIEW: tuple[Action, ...] = (
    _panel("library", QT_TRANSLATE_NOOP("Action", "Library"), 1),
    _panel("cast", QT_TRANSLATE_NOOP("Action", "Cast"), 2),
    _panel("floor_plan", QT_TRANSLATE_NOOP("Action", "Floor plan"), 3),
    _panel("speaker_flow", QT_TRANSLATE_NOOP("Action", "Speaker flow"), 4),
    _panel("affinity", QT_TRANSLATE_NOOP("Action", "Affinity"), 5),
    _panel("transcript", QT_TRANSLATE_NOOP("Action", "Transcript"), 6),
    _panel("inspector", QT_TRANSLATE_NOOP("Action", "Inspector"), 7),
    _panel("logbook", QT_TRANSLATE_NOOP("Action", "Logbook"), 8),
    _panel("game_master", QT_TRANSLATE_NOOP("Action", "Game master"), 9),
    _panel("story", QT_TRANSLATE_NOOP("Action", "Story"), 0),
    Action(
        "panel.convergence",
        QT_TRANSLATE_NOOP("Action", "Convergence"),
        "view/panels",
        ("Alt+C",),
        checkable=True,
        tip=QT_TRANSLATE_NOOP("Action", "How alike two speakers sound, and all measures over turns."),
    ),
    Action("reset_layout", QT_TRANSLATE_NOOP("Action", "Put the panels back"), "view", ("Ctrl+Alt+0",), "ph.layout"),
    Action(
        "theme_light",
        QT_TRANSLATE_NOOP("Action", "Light"),
        "view/theme",
        (),
        "ph.sun",
        checkable=True,
        group="theme",
        section=True,
    ),
    Action(
        "theme_dark", QT_TRANSLATE_NOOP("Action", "Dark"), "view/theme", (), "ph.moon", checkable=True, group="theme"
    ),
    Action(
        "theme_system",
        QT_TRANSLATE_NOOP("Action", "As the system"),
        "view/theme",
        (),
        "ph.desktop",
        checkable=True,
        group="theme",
    ),
    Action(
        "text_larger",
        QT_TRANSLATE_NOOP("Action", "Larger text"),
        "view/text",
        ("Ctrl++", "Ctrl+="),
        "ph.magnifying-glass-plus",
    ),
    Action(
        "text_smaller",
        QT_TRANSLATE_NOOP("Action", "Smaller text"),
        "view/text",
        ("Ctrl+-",),
        "ph.magnifying-glass-minus",
    ),
    Action("text_normal", QT_TRANSLATE_NOOP("Action", "Normal text"), "view/text", ("Ctrl+0",), "ph.text-aa"),
    Action(
        "thoughts",
        QT_TRANSLATE_NOOP("Action", "Thoughts"),
        "view",
        ("Ctrl+Shift+H",),
        "ph.brain",
        checkable=True,
        section=True,
        tip=QT_TRANSLATE_NOOP("Action", "What members thought and did not say."),
    ),
    Action(
        "details",
        QT_TRANSLATE_NOOP("Action", "Tokens, time and cost"),
        "view",
        ("Ctrl+Shift+D",),
        "ph.currency-circle-dollar",
        checkable=True,
    ),
    Action(
        "save_png",
        QT_TRANSLATE_NOOP("Action", "As a PNG picture…"),
        "view/save",
        ("Ctrl+Shift+S",),
        "ph.image",
        ("view",),
        section=True,
    ),
    Action("save_svg", QT_TRANSLATE_NOOP("Action", "As an SVG drawing…"), "view/save", (), "ph.pen-nib", ("view",)),
    Action("dismiss", QT_TRANSLATE_NOOP("Action", "Close the notice"), "", ("Esc",), "ph.x", ("notice",)),
)

HELP: tuple[Action, ...] = (
    Action("help", QT_TRANSLATE_NOOP("Action", "Help"), "help", ("F1",), "ph.question"),
    Action("about", QT_TRANSLATE_NOOP("Action", "About Parley"), "help", (), "ph.info"),
)

ACTIONS: tuple[Action, ...] = (*FILE, *RUN, *SCENE, *STORY, *TURN, *MEMBER, *VIEW, *HELP)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
