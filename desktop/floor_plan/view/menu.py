"""The floor plan's menus: that of a member, and that of the plan."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.run.figures import MemberFigure
from desktop.widgets.plain import literal, one_line

translate = QCoreApplication.translate


def member_menu(parent: QWidget, who: MemberFigure, following: bool, ask: Callable[[str, str], None]) -> QMenu:
    """What can be asked of a member; `ask` gets the intent's name and the member's id."""
    menu = QMenu(literal(who.name), parent)
    menu.setAccessibleName(who.name)
    title = menu.addAction(literal(one_line(f"{who.name} · {who.role}" if who.role else who.name)))
    title.setEnabled(False)
    menu.addSeparator()
    offers = [
        ("give_floor", translate("FloorPlanView", "Give the floor"), not who.muted),
        ("whisper", translate("FloorPlanView", "Whisper…"), True),
        ("unmute", translate("FloorPlanView", "Bring back"), True)
        if who.muted
        else ("mute", translate("FloorPlanView", "Mute"), True),
        (
            "follow",
            translate("FloorPlanView", "Stop following") if following else translate("FloorPlanView", "Follow"),
            True,
        ),
        ("open_member", translate("FloorPlanView", "Open"), True),
    ]
    for name, text, enabled in offers:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setEnabled(enabled)
        action.triggered.connect(lambda _checked=False, name=name: ask(name, who.id))
    return menu


def plan_menu(
    parent: QWidget,
    offers: list[tuple[str, Callable[[], None]]],
    switches: list[tuple[str, bool, Callable[[bool], None]]],
) -> QMenu:
    """What can be done with the plan. `offers` and `switches` name their entries."""
    menu = QMenu(translate("FloorPlanView", "Floor plan"), parent)
    menu.setAccessibleName(translate("FloorPlanView", "Floor plan"))
    texts = {
        "fit": (translate("FloorPlanView", "Show the whole plan"), "F"),
        "talk": (translate("FloorPlanView", "Go to the talk"), "Z"),
        "nearer": (translate("FloorPlanView", "Zoom in"), "+"),
        "further": (translate("FloorPlanView", "Zoom out"), "-"),
        "thoughts": (translate("FloorPlanView", "Show thoughts"), "T"),
        "walking": (translate("FloorPlanView", "People walk"), ""),
    }
    for name, do in offers:
        action = menu.addAction(texts[name][0])
        action.setObjectName(name)
        action.setShortcut(QKeySequence(texts[name][1]))
        action.triggered.connect(lambda _checked=False, do=do: do())
    menu.addSeparator()
    for name, on, switch in switches:
        action = menu.addAction(texts[name][0])
        action.setObjectName(name)
        action.setShortcut(QKeySequence(texts[name][1]))
        action.setCheckable(True)
        action.setChecked(on)
        action.toggled.connect(switch)
    return menu
