"""What the director can do in the office, as a menu."""

from __future__ import annotations

from desktop.docks import QT_TRANSLATE_NOOP
from desktop.shell.action import Action, Menu

_OFFICE = ("run", "office", "open_end")

CONDITIONS: dict[str, str] = {
    "office": QT_TRANSLATE_NOOP("Action", "This run has no scenes: start a day in the office."),
    "in_scene": QT_TRANSLATE_NOOP("Action", "No scene is under way."),
    "in_day": QT_TRANSLATE_NOOP("Action", "No day is under way; Play begins the next one."),
}
"""It is a run of scenes; a scene, or a day, is under way."""

ACTIONS: tuple[Action, ...] = (
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

SCENE = Menu("scene", QT_TRANSLATE_NOOP("Action", "&Scene"), ACTIONS, CONDITIONS)
