"""Two runs side by side in the interface's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.labels import get_values_of
from parley.core.cast.affinity import START
from parley.core.engine.mode_spec import MODES
from parley.core.log.events.turn import ToolUsed
from parley.core.log.replay import Replay
from parley.core.log.state import State
from parley.core.studio import comparing
from parley.core.studio.comparing import Hand, Setting
from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.compare.figures import ComparedLine, ComparedRow, ComparedSetting, CompareFigure
from parley.desktop.library.figures import RunFigure, when
from parley.desktop.modes.registry import MODE_VIEWS, view_of
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import get_voice_word, word
from parley.desktop.transcript.rows import LONGEST_GIVEN, describe_call
from parley.desktop.widgets.language import dollars, get_name, get_titles, said
from parley.desktop.widgets.plain import one_line

translate = QCoreApplication.translate


def get_value_titles(language: str, names: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return what the values of some settings are called."""
    return {
        "profile": dict(get_titles("measures", "profiles")),
        "calculator": dict(get_titles("measures", "choose_calculator")),
        "hub": names,
        "stop": {
            "none": translate("Compare", "nothing"),
            "stop": translate("Compare", "the run stops"),
            "pause": translate("Compare", "the run pauses"),
        },
        "choose_names": {"yes": translate("Compare", "yes"), "no": translate("Compare", "no")},
        "language": {"en": "English", "de": "Deutsch"},
        "mode": {mode: word(mode) for mode in MODES.names()},
        "ending": {status: word(status) for status in ("ready", "playing", "paused", "ended")},
    }


def compare_figure(
    first: Replay,
    second: Replay,
    language: str,
    choices: Sequence[RunFigure] = (),
    called: tuple[str, str] = ("", ""),
) -> CompareFigure:
    """Return two runs side by side; `called` are names that somebody gave them, empty where they have their own."""
    one, other = first.live, second.live
    names = {member.id: member.name for state in (other, one) for member in state.setup.members}
    settings, values = get_titles("compare", "settings"), get_value_titles(language, names)

    def build_setting(setting: Setting) -> ComparedSetting:
        title = settings.get(setting.what, setting.what)
        if setting.member:
            title = f"{names.get(setting.member, setting.member)} · {title}"
        left, right = (
            _format_setting_value(setting.what, text, values, language) for text in (setting.one, setting.other)
        )
        return ComparedSetting(title, left, right, setting.differs)

    acts = get_titles("compare", "acts")

    def build_act(hand: Hand) -> ComparedSetting:
        words = _act_words(hand, names, values)
        title = acts.get(hand.act.what, f"{hand.act.what} · {{0}}").format(QLocale().toString(hand.act.turn))
        return ComparedSetting(title, words if hand.one else "–", words if hand.other else "–", hand.differs)

    members = [*other.setup.members, *one.setup.members]
    letters = other.setup.letters | one.setup.letters
    rows = _build_compared_rows(one, other)
    figures = {
        each.id: MemberFigure(each.id, each.name, letters[each.id], each.colour, portrait=each.portrait)
        for each in members
    }
    shared = comparing.shared_turns(one.turns, other.turns)
    return CompareFigure(
        titles=(called[0] or _format_title(one), called[1] or _format_title(other)),
        subtitles=(_format_subtitle(one, other), _format_subtitle(other, one)),
        settings=tuple(map(build_setting, comparing.settings(one, other))),
        hands=tuple(map(build_act, comparing.get_acts(first, second))),
        outcomes=tuple(map(build_setting, comparing.pair_ends(one, other))),
        shared=shared,
        rows=rows,
        members=figures,
        network=build_network(first, second, figures, language),
        choices=tuple((each.id, _describe_choice(each, one)) for each in choices),
        chosen=other.run,
    )


def _format_setting_value(what: str, text: str, values: dict[str, dict[str, str]], language: str) -> str:
    if not text:
        return "–"
    for view in MODE_VIEWS.values():  # A setting does not say which mode it is of
        if own := view.get_setting_word(what, text, language):
            return own
    if what == "voice":
        return get_voice_word(text)
    if what in ("words", "tokens", "turns", "spoken", "context"):
        return QLocale().toString(int(text))  # Compared as texts; here they become numbers again
    if what == "cost":
        return dollars(float(text))
    if what == "ending":
        return get_name("status", text) if text in get_values_of("status") else said(text)
    if what in ("convergence", "threshold", "temperature"):
        return text.replace(".", QLocale().decimalPoint())
    return values.get(what, {}).get(text, text)


def _act_words(hand: Hand, names: dict[str, str], values: dict[str, dict[str, str]]) -> str:
    """Return whom an act was done to and what it was; a tick where its title says it all."""
    act = hand.act
    whom = ", ".join(names.get(member, member) for member in act.members)
    text = word(act.text) if act.what == "policy" else values["choose_names"].get(act.text, act.text)
    return ": ".join(part for part in (whom, text) if part) or "✓"


def _build_compared_rows(one: State, other: State) -> tuple[ComparedRow, ...]:
    return tuple(
        ComparedRow(mine + 1, _build_compared_line(one, mine), _build_compared_line(other, yours), yours + 1)
        for mine, yours in comparing.pair_up(one.turns, other.turns)
    )


def _build_compared_line(state: State, at: int) -> ComparedLine | None:
    if at < 0:  # −1: nothing stands beside the other turn
        return None
    turn = state.turns[at]
    used = [call for call in turn.answers if isinstance(call, ToolUsed)]
    # `describe_call` already says why a call was not made.
    came = ("" if call.error and not call.report else f" → {one_line(call.text, LONGEST_GIVEN)}" for call in used)
    calls = tuple(describe_call(state, call) + result for call, result in zip(used, came, strict=True))
    return ComparedLine(turn.member, "" if turn.staged else state.name_of(turn.member), turn.text, calls)


def build_network(first: Replay, second: Replay, figures: Mapping[str, MemberFigure], language: str) -> NetworkFigure:
    """Return the first run's network at its end, of those who are in both; empty where that are fewer than two.

    A pair's change says how far its affinity is above that of the other run.
    """
    common = [member.id for member in first.live.setup.members if second.live.setup.has(member.id)]
    if len(common) < 2:
        return NetworkFigure()
    members = [figures[member] for member in common]
    one, other = (view_of(each, language).network(each.live, members) for each in (first, second))  # Equal indices
    there = {(edge.a, edge.b): edge.affinity for edge in other.edges}
    edges = []
    for edge in one.edges:
        change = round(edge.affinity - there.get((edge.a, edge.b), START), 6)  # Large casts have no edge for strangers
        edges.append(replace(edge, change=change, linked=edge.linked or change != 0, reason=""))
    return replace(one, edges=tuple(edges), moves=(), deeds=(), morning=-1, versus=True)  # Moves are of one run only


def _format_title(state: State) -> str:
    return state.setup.title or word(state.setup.mode)


def _format_subtitle(state: State, other: State) -> str:
    if state.parent:
        told = translate("Compare", "a fork at turn {turn} of the other") if state.parent == other.run else ""
        told = told or translate("Compare", "a fork at turn {turn} of {parent}")
        return f"{state.run} · " + told.format(turn=state.parent_turn, parent=state.parent)
    return state.run


def _describe_choice(run: RunFigure, one: State) -> str:
    if run.id == one.parent:
        told = translate("Compare", "{title}, which this one was forked from ({run})")
    elif run.parent == one.run:
        told = translate("Compare", "{title}, forked from this one at turn {turn} ({run})")
    elif run.parent and run.parent == one.parent:
        told = translate("Compare", "{title}, forked from the same run at turn {turn} ({run})")
    else:
        told = translate("Compare", "{title}, {date} ({run})")
    return told.format(title=run.title, turn=run.parent_turn, run=run.id, date=when(run.touched))


def list_related(runs: Sequence[RunFigure], run: str) -> list[RunFigure]:
    """Return the runs that `run` can be compared with: what it was forked from, its forks, those beside it, all
    others.
    """
    mine = next((each for each in runs if each.id == run), None)
    parent = mine.parent if mine else ""

    def rank_run(each: RunFigure) -> int:
        return 0 if each.id == parent else 1 if each.parent == run else 2 if parent and each.parent == parent else 3

    return sorted((each for each in runs if each.id != run), key=rank_run)  # Stable: the newest first within a rank
