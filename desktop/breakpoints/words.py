"""Breakpoints in the interface's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.events.run import BreakpointSet
from parley.core.log.state import State
from parley.desktop.widgets.language import said, titles

translate = QCoreApplication.translate


def format_breakpoints(state: State) -> tuple[tuple[str, str], ...]:
    """Return the breakpoints as (id, sentence), in the order in which they were set."""
    return tuple((point.id, format_breakpoint(state, point)) for point in state.breakpoints.values())


def format_breakpoint(state: State, point: BreakpointSet) -> str:
    """Return where the run holds."""
    name = state.name_of(point.member) if point.member else ""
    match point.kind:
        case "member":
            return translate("BreakpointCommands", "Before {0} speaks").format(name)
        case "turn":
            return translate("BreakpointCommands", "Before turn {0}").format(QLocale().toString(point.turn))
        case "tool":
            if name:
                return translate("BreakpointCommands", "On {0}'s tool calls").format(name)
            return translate("BreakpointCommands", "On tool calls")
        case _:
            number = QLocale().toString(float(point.threshold), "f", 2)
            usual = (point.calculator, point.profile) == ("parley", "balanced")
            known = {**titles("measures", "choose_calculator"), **titles("measures", "profiles")}
            by = ", ".join(known.get(each, each) for each in (point.calculator, point.profile))
            told = translate("BreakpointCommands", "When two reach a convergence of {0}").format(number)
            return told if usual else f"{told} ({by})"


def held_told(state: State) -> str:
    """Return that a breakpoint holds the run, and which; empty where none does."""
    if state.status != "paused" or state.reason != "breakpoint":
        return ""
    point = state.breakpoints.get(state.held_by)
    # Where two sound alike, the log says which two, and how much.
    told = said(state.detail) if point is None or point.kind == "convergence" else format_breakpoint(state, point)
    return translate("RunModel", "Paused at a breakpoint: {0}").format(told)


def pause_told(state: State, detail: str) -> str:
    """Why the run stands: what holds it, else `detail`."""
    if held := held_told(state):
        return held
    return translate("RunModel", "Paused: {0}").format(detail) if detail else translate("RunModel", "Paused")
