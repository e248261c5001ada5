"""Two runs side by side in the interface's language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale

from core.base.labels import values_of
from core.log.modes import MODES
from core.log.replay import Replay
from core.log.state import State, Turn
from core.studio import comparing
from core.studio.comparing import Hand, Setting
from desktop.compare.figures import ComparedLine, ComparedRow, ComparedSetting, CompareFigure
from desktop.convergence.words import calculator_titles, profile_titles
from desktop.library.figures import RunFigure
from desktop.modes.registry import MODE_VIEWS
from desktop.run.figures import MemberFigure
from desktop.run.words import voice_word, word
from desktop.widgets.language import dollars, labelled, said, titles

translate = QCoreApplication.translate


def value_titles(language: str, names: dict[str, str]) -> dict[str, dict[str, str]]:
    """What the values of some settings are called."""
    return {
        "profile": dict(profile_titles()),
        "calculator": dict(calculator_titles()),
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


def compare_figure(first: Replay, second: Replay, language: str, choices: Sequence[RunFigure] = ()) -> CompareFigure:
    """Two runs side by side."""
    one, other = first.live, second.live
    names = {member.id: member.name for state in (other, one) for member in state.setup.members}
    settings, values = titles("compare", "settings"), value_titles(language, names)

    def told(setting: Setting) -> ComparedSetting:
        title = settings.get(setting.what, setting.what)
        if setting.member:
            title = f"{names.get(setting.member, setting.member)} · {title}"
        left, right = (_value(setting.what, text, values, language) for text in (setting.one, setting.other))
        return ComparedSetting(title, left, right, setting.differs)

    acts = titles("compare", "acts")

    def done(hand: Hand) -> ComparedSetting:
        words = _act_words(hand, names, values)
        title = acts.get(hand.act.what, f"{hand.act.what} · {{0}}").format(QLocale().toString(hand.act.turn))
        return ComparedSetting(title, words if hand.one else "–", words if hand.other else "–", hand.differs)

    members = [*other.setup.members, *one.setup.members]
    letters = other.setup.letters | one.setup.letters
    return CompareFigure(
        titles=(_title(one), _title(other)),
        subtitles=(_subtitle(one, other), _subtitle(other, one)),
        settings=tuple(map(told, comparing.settings(one, other))),
        hands=tuple(map(done, comparing.hands(first, second))),
        outcomes=tuple(map(told, comparing.outcomes(one, other))),
        shared=comparing.shared_turns(one.turns, other.turns),
        rows=_rows(one, other),
        members={each.id: MemberFigure(each.id, each.name, letters[each.id], each.colour) for each in members},
        choices=tuple((each.id, _choice(each, one)) for each in choices),
        chosen=other.run,
    )


def _value(what: str, text: str, values: dict[str, dict[str, str]], language: str) -> str:
    if not text:
        return "–"
    for view in MODE_VIEWS.values():
        if own := view.setting_word(what, text, language):
            return own
    if what == "voice":
        return voice_word(text)
    if what in ("words", "tokens", "turns", "spoken", "context"):
        return QLocale().toString(int(text))
    if what == "cost":
        return dollars(float(text))
    if what == "ending":
        return labelled("status", text) if text in values_of("status") else said(text)
    if what in ("convergence", "threshold", "warmth"):
        return text.replace(".", QLocale().decimalPoint())
    return values.get(what, {}).get(text, text)


def _act_words(hand: Hand, names: dict[str, str], values: dict[str, dict[str, str]]) -> str:
    """Whom it was done to and what it was; a tick where its title says it all."""
    act = hand.act
    whom = ", ".join(names.get(member, member) for member in act.members)
    text = word(act.text) if act.what == "policy" else values["choose_names"].get(act.text, act.text)
    return ": ".join(part for part in (whom, text) if part) or "✓"


def _rows(one: State, other: State) -> tuple[ComparedRow, ...]:
    count = max(len(one.turns), len(other.turns))
    return tuple(
        ComparedRow(at + 1, _line(one, one.turns[at : at + 1]), _line(other, other.turns[at : at + 1]))
        for at in range(count)
    )


def _line(state: State, turns: Sequence[Turn]) -> ComparedLine | None:
    return ComparedLine(turns[0].member, state.name_of(turns[0].member), turns[0].text) if turns else None


def _title(state: State) -> str:
    return state.setup.title or word(state.setup.mode)


def _subtitle(state: State, other: State) -> str:
    if state.parent:
        told = translate("Compare", "a fork at turn {turn} of the other") if state.parent == other.run else ""
        told = told or translate("Compare", "a fork at turn {turn} of {parent}")
        return f"{state.run} · " + told.format(turn=state.parent_turn, parent=state.parent)
    return state.run


def _choice(run: RunFigure, one: State) -> str:
    if run.id == one.parent:
        told = translate("Compare", "{title}, which this one was forked from ({run})")
    elif run.parent == one.run:
        told = translate("Compare", "{title}, forked from this one at turn {turn} ({run})")
    elif run.parent and run.parent == one.parent:
        told = translate("Compare", "{title}, forked from the same run at turn {turn} ({run})")
    else:
        told = translate("Compare", "{title}, {date} ({run})")
    return told.format(title=run.title, turn=run.parent_turn, run=run.id, date=run.date)


def related(runs: Sequence[RunFigure], run: str) -> list[RunFigure]:
    """The runs that `run` can be compared with: what it was forked from, its forks, those beside it, all others."""
    mine = next((each for each in runs if each.id == run), None)
    parent = mine.parent if mine else ""

    def near(each: RunFigure) -> int:
        return 0 if each.id == parent else 1 if each.parent == run else 2 if parent and each.parent == parent else 3

    return sorted((each for each in runs if each.id != run), key=near)
