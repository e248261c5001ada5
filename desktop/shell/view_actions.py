"""The actions of the view's menu: panels, theme, text, pictures."""

from __future__ import annotations

from desktop.docks import DOCKS, DockSpec
from desktop.shell.action import Action


def panel_action(spec: DockSpec) -> Action:
    """What shows and hides a dock."""
    keys = (spec.key,) if spec.key else ()
    return Action(f"panel.{spec.name}", spec.title, "view/panels", keys, spec.icon, checkable=True, tip=spec.tip)


_PANELS = [panel_action(DOCKS[name]) for name in DOCKS.shipped]

VIEW: tuple[Action, ...] = (
    *_PANELS[:2],
    Action("panel.floor_plan", "Floor plan", "view/panels", ("Alt+3",), checkable=True),
    *_PANELS[2:],
    Action("reset_layout", "Put the panels back", "view", ("Ctrl+Alt+0",), "ph.layout"),
    Action("theme_light", "Light", "view/theme", (), "ph.sun", checkable=True, group="theme", section=True),
    Action("theme_dark", "Dark", "view/theme", (), "ph.moon", checkable=True, group="theme"),
    Action("theme_system", "As the system", "view/theme", (), "ph.desktop", checkable=True, group="theme"),
    Action("text_larger", "Larger text", "view/text", ("Ctrl++", "Ctrl+="), "ph.magnifying-glass-plus"),
    Action("text_smaller", "Smaller text", "view/text", ("Ctrl+-",), "ph.magnifying-glass-minus"),
    Action("text_normal", "Normal text", "view/text", ("Ctrl+0",), "ph.text-aa"),
    Action(
        "thoughts",
        "Thoughts",
        "view",
        ("Ctrl+Shift+H",),
        "ph.brain",
        checkable=True,
        section=True,
        tip="What members thought and did not say.",
    ),
    Action("details", "Tokens, time and cost", "view", ("Ctrl+Shift+D",), "ph.currency-circle-dollar", checkable=True),
    Action("save_png", "As a PNG picture…", "view/save", ("Ctrl+Shift+S",), "ph.image", ("view",), section=True),
    Action("save_svg", "As an SVG drawing…", "view/save", (), "ph.pen-nib", ("view",)),
    Action("dismiss", "Close the notice", "", ("Esc",), "ph.x", ("notice",)),
)
