"""What the director can do in the office, as a menu."""

from __future__ import annotations

from desktop.shell.action import Action, Menu

_OFFICE = ("run", "office", "open_end")

CONDITIONS: dict[str, str] = {
    "office": "This run has no scenes: start a day in the office.",
    "in_scene": "No scene is under way.",
    "in_day": "No day is under way; Play begins the next one.",
}
"""It is a run of scenes; a scene, or a day, is under way."""

ACTIONS: tuple[Action, ...] = (
    Action(
        "continue_day",
        "Continue",
        "scene",
        ("Ctrl+Return",),
        "ph.play-fill",
        (*_OFFICE, "halted"),
        tip="The game master chooses the next scene.",
    ),
    Action(
        "intervene",
        "Intervene…",
        "scene",
        ("Ctrl+Shift+I",),
        "ph.hand",
        (*_OFFICE, "in_scene"),
        tip="A word of the director's that everybody in the scene hears.",
    ),
    Action(
        "skip_scene",
        "Skip the scene",
        "scene",
        ("Ctrl+Shift+K",),
        "ph.fast-forward-fill",
        _OFFICE,
        tip="Ends the scene with what was said; between two scenes, leaves the next one out.",
    ),
    Action(
        "end_day",
        "End the day",
        "scene",
        (),
        "ph.moon-stars",
        (*_OFFICE, "in_day"),
        tip="Everybody goes home; the day gets its summary.",
    ),
    Action(
        "autopilot",
        "Autopilot",
        "scene",
        ("Ctrl+Shift+A",),
        "ph.airplane-tilt",
        _OFFICE,
        checkable=True,
        section=True,
        tip="Scenes follow each other without asking; without it the run stands after each.",
    ),
    Action(
        "autopilot_days",
        "Autopilot for days…",
        "scene",
        (),
        "ph.calendar",
        _OFFICE,
        tip="Let the office live for some days by itself.",
    ),
    Action(
        "call_scene",
        "Call a scene…",
        "scene",
        ("Ctrl+Shift+N",),
        "ph.film-strip",
        _OFFICE,
        section=True,
        tip="Say what happens next: who meets, where, about what.",
    ),
    Action(
        "call_meeting",
        "Call a meeting…",
        "scene",
        (),
        "ph.users-three",
        _OFFICE,
        tip="Call people together about a topic.",
    ),
    Action(
        "feedback",
        "Feedback to everybody…",
        "scene",
        (),
        "ph.megaphone",
        _OFFICE,
        section=True,
        tip="Everybody hears it and remembers it.",
    ),
    Action(
        "brief",
        "Brief the selected member…",
        "scene",
        (),
        "ph.ear",
        (*_OFFICE, "member"),
        tip="Only the selected member hears it, and remembers it.",
    ),
)

SCENE = Menu("scene", "&Scene", ACTIONS, CONDITIONS)
