"""Words of the core and breakpoints, as the interface says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.labels import get_values_of
from parley.core.cast.providers import simulated
from parley.core.voices.provider import VOICES
from parley.desktop.floor_plan.figures import BoardFigure
from parley.desktop.widgets.language import current, get_name, get_titles, said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parley.core.log.events.run import BreakpointSet
    from parley.core.log.state import Entry, State
    from parley.core.measures.relations import Deed

translate = QCoreApplication.translate
TABLES = ("policy", "memory", "status", "author", "colour")  # In this order: the first table with the word counts


def word(text: str) -> str:
    """Return a word of the core in the interface's language, its underscores as spaces."""
    table = next((table for table in TABLES if text in get_values_of(table)), "")
    if table:
        return get_name(table, text)
    # Slow to import: not before a mode is named.
    from parley.core.engine.mode_spec import MODES

    mode = MODES.get_usable(text)
    return mode.title.text(current()) if mode is not None else get_name(table, text)


def tell_fate(state: State, entry: Entry) -> str:
    """Return who took up what the director put in, and where; else who is to."""
    # Slow to import: not before the first paint.
    from parley.core.log.whispers import find_answer

    turn, to = find_answer(state, entry), ", ".join(state.name_of(member) for member in entry.heard_by)
    if turn is not None:
        told = translate("Marks", "taken up by {0} in turn {1}")
        return told.format(state.name_of(turn.member), QLocale().toString(turn.number))
    if state.status == "ended":
        return translate("Marks", "the run ended before")
    told = translate("Marks", "waits for the next turn of {0}") if to else translate("Marks", "not taken up yet")
    return told.format(to)


def write_on_board(board: BoardFigure | None, standing: Sequence[Entry]) -> BoardFigure | None:
    """Return the board with what was put in for all upon it, above what the talk is about."""
    topic = next((entry.text for entry in standing if not entry.heard_by), "")  # `standing` has the newest first
    told = translate("Board", "Put in, not taken up yet"), board.topic if board else ""
    return BoardFigure(topic, tuple(filter(None, told)), put_in=True) if topic else board


def get_voice_word(label: str) -> str:
    """Return what somebody speaks through, as it is shown: models keep their names."""
    provider, dot, model = label.partition(" · ")
    return f"{word(provider)}{dot}{model}" if provider and simulated(provider) else label  # Only ours are translated


def get_speaker_word(label: str) -> str:
    """Return the same for little room: of a simulated voice the provider alone."""
    provider = label.partition(" · ")[0]
    return word(provider) if provider and simulated(provider) else label


def spoken_by(state: State) -> str:
    """Return who speaks, for the pill: of the rehearsal's lines whose they are, as far as there are any."""
    label = state.get_voice_label()
    if not simulated(state.get_voice_of("").provider):
        return get_speaker_word(label)
    kinds = {author.kind for author in state.authors}
    if "rules" not in kinds and "writer" in kinds:
        return translate("RunWords", "written by hand")
    if "writer" not in kinds:
        return translate("RunWords", "rehearsal: stage directions") if "rules" in kinds else get_speaker_word(label)
    # Slow to import: not before a run is there.
    from parley.core.log.authors import count_authors

    return count_authors(state.authors, current())


def voice_role(provider: str) -> str:
    """Return the role of the colour that stands for a voice: how far away its lines are written."""
    voice = VOICES.get_usable(provider) if provider else None
    if voice is None:
        return "accent"
    return "secondary" if voice.simulated else "good" if voice.local else "tense"


def tell_deed(deeds: Sequence[Deed], turn: int, names: Mapping[str, str]) -> str:
    """Return what turn `turn` did to whom, and how often that was done in the talk by then; "" where nothing was."""
    if not deeds or deeds[-1].turn != turn:  # The last turn did nothing to anybody
        return ""
    told = {
        "support": translate("Deeds", "{0} backs {1}"),
        "concede": translate("Deeds", "{0} grants {1} the point"),
        "object": translate("Deeds", "{0} objects to {1}"),
        "warn": translate("Deeds", "{0} warns {1}"),
        "ask": translate("Deeds", "{0} asks {1}"),
    }
    _, member, act, to, *_ = deeds[-1]
    times = sum((deed.member, deed.act, deed.to) == (member, act, to) for deed in deeds)
    again = ("{0}", translate("Deeds", "{0}, the second time"), translate("Deeds", "{0}, the third time"))
    text = told[act].format(names.get(member, member), names.get(to, to))
    return [*again, translate("Deeds", "{0}, {1} times by now")][min(times, 4) - 1].format(text, times)


def get_stance_word(stance: int) -> str:
    """Return where somebody stands to the motion: 1 for it, −1 against it."""
    return (translate("Deeds", "undecided"), translate("Deeds", "for"), translate("Deeds", "against"))[stance]


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
            usual = (point.calculator, point.profile) == ("parley", "balanced")  # Defaults are not named
            known = {**get_titles("measures", "choose_calculator"), **get_titles("measures", "profiles")}
            by = ", ".join(known.get(each, each) for each in (point.calculator, point.profile))
            told = translate("BreakpointCommands", "When two reach a convergence of {0}").format(number)
            return told if usual else f"{told} ({by})"


def held_told(state: State) -> str:
    """Return that a breakpoint holds the run, and which; empty where none does."""
    if state.status != "paused" or state.reason != "breakpoint":
        return ""
    point = state.breakpoints.get(state.held_by)  # None: cleared while it held the run
    # Where two sound alike, the log says which two, and how much.
    told = said(state.detail) if point is None or point.kind == "convergence" else format_breakpoint(state, point)
    return translate("RunModel", "Paused at a breakpoint: {0}").format(told)


def pause_told(state: State, detail: str) -> str:
    """Return why the run stands: what holds it, else `detail`."""
    if held := held_told(state):
        return held
    return translate("RunModel", "Paused: {0}").format(detail) if detail else translate("RunModel", "Paused")
