"""The table of an experiment: a row a run, made from the logs and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass

from parley.core.base.errors import LogError, UnknownName
from parley.core.base.sentences import Sentence, joined
from parley.core.cast.affinity import pair
from parley.core.cast.providers import simulated
from parley.core.export.rows import get_voice_label
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.fold import fold, guard_folding
from parley.core.log.state import State
from parley.core.measures.registry import ASIDE, measure_run
from parley.core.studio.experiments.logs import get_logs_of, is_finished
from parley.core.studio.experiments.plan import Plan, Planned
from parley.core.studio.experiments.titles import format_value
from parley.core.studio.interviews.outcomes import SAID, is_filled, read_outcomes

Value = str | int | float | bool | None
Measured = dict[str, Value]
"""A run's facts (`rehearsed`, `ending`, what each side spoke through as `voice.a`, `voice.b` …) and figures by name."""
AGAIN = "To have it run again, delete its log and run the experiment."
FIRST = ("run", "cell", "repetition", "seed")
"""The columns before the settings; behind these come the voices, the facts and the figures."""
SETTING, VOICE, OUTCOME = "set.", "voice.", "out."
"""What columns of settings, voices and, in files, of figures begin with: a talk has `turns` that were set, and `turns`
that were counted."""
FACTS = ("rehearsed", "ending")


@dataclass(frozen=True)
class Table:
    """Rows of finished runs in the plan's order; `settings`, `voices`, `figures` and `words` (answers) are names of
    columns.

    None stands where a run has no such figure. `rehearsed` says that a script wrote lines of the run. `faults` are
    sentences about logs that could not be read.
    """

    settings: tuple[str, ...]
    figures: tuple[str, ...]
    rows: tuple[dict[str, Value], ...]
    faults: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns."""
        return (*FIRST, *self.settings, *self.voices, *FACTS, *self.figures, *self.words)

    @property
    def rehearsed(self) -> int:
        """How many of the runs have lines that a script wrote."""
        return sum(row["rehearsed"] is True for row in self.rows)


def build_table(
    home: Home,
    plan: Plan,
    metrics: Sequence[str] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
    kept: MutableMapping[str, Measured] | None = None,
) -> Table:
    """Measure all finished runs; `metrics` are the beginnings of the figures that are wanted (none: all).

    What is in `kept` by its run is not measured again, and what is measured is put there: only for the same metrics.
    A side's figures go by its letter: `participation.share.a`. Raises `UnknownName` where no run has such a figure.
    """
    logs = get_logs_of(home)
    known = {} if kept is None else kept
    rows: list[dict[str, Value]] = []
    columns: dict[str, None] = {}
    faults: list[str] = []
    state: State | None = None
    asks = bool(plan.experiment.questionnaire)
    for done, planned in enumerate(plan.runs):
        progress(done, len(plan.runs))
        path = logs.get(planned.run)
        if path is None or (planned.run not in known and not is_finished(path)):
            continue
        if asks and planned.run not in known and not is_filled(home, planned.run):  # its members are still to be asked
            continue
        if planned.run not in known:
            try:
                recording = log_file.read(path)
                with guard_folding(path):
                    state = fold(recording.events)
            except LogError as fault:
                template = "Run {run} was left out: {why}"
                faults.append(joined(Sentence(template, run=planned.run, why=fault.sentence), AGAIN))
                continue
            if damage := recording.damage.sentences():
                faults.append(
                    joined(
                        Sentence(
                            "Run {run} is damaged, and its figures are those of the rest: {why}",
                            run=planned.run,
                            why=damage[0],
                        ),
                        AGAIN,
                    )
                )
            known[planned.run] = {**_collect_run_facts(state), **get_figures_of(state, metrics)}
            if asks:
                known[planned.run] |= _collect_run_answers(home, state, metrics)
        found = dict(known[planned.run])  # a copy: what is kept has no grades
        try:
            # Never kept: there may be more by now.
            found |= _collect_figures_aside(home, planned.run, metrics)
        except LogError as fault:
            faults.append(Sentence("The grades of run {run} were left out: {why}", run=planned.run, why=fault.sentence))
        columns |= dict.fromkeys(name for name in found if name not in FACTS)
        rows.append(_build_row(planned) | found)
    for metric in metrics:
        if metric.partition(".")[0] in ASIDE:
            # Nobody may have been asked for it yet.
            continue
        if rows and not any(name.startswith(metric) for name in columns if not name.startswith(VOICE)):
            there = columns if state is None else get_figures_of(state)  # the figures of some run, to choose from
            raise UnknownName("figure", metric, sorted({name.partition(".")[0] for name in there}))
    return Table(
        settings=tuple(f"{SETTING}{name}" for name in plan.cells[0].levels),
        figures=tuple(
            _sort_by_metric_order([name for name in columns if not name.startswith((VOICE, f"{SAID}."))], metrics)
        ),
        rows=tuple({**dict.fromkeys(columns), **row} for row in rows),
        faults=tuple(faults),
        words=tuple(name for name in columns if name.startswith(f"{SAID}.")),
        voices=tuple(sorted((name for name in columns if name.startswith(VOICE)), key=lambda name: (len(name), name))),
    )


def _build_row(planned: Planned) -> dict[str, Value]:
    settings: dict[str, Value] = {
        f"{SETTING}{name}": value if isinstance(value, str | int | float | bool) else format_value(value)
        for name, value in planned.cell.levels.items()
    }
    first: dict[str, Value] = {
        "run": planned.run, "cell": planned.cell.number, "repetition": planned.repetition, "seed": planned.seed,
    }  # fmt: skip
    return first | settings


BY_RULES = "rules"
"""In place of a voice whose line the rules made."""


def _collect_run_facts(state: State) -> Measured:
    """Return how the run ended, what each side really spoke through, and whether a script wrote any of it."""
    spoken: dict[str, dict[str, None]] = {}
    rehearsed = False
    for turn in state.turns:
        if turn.reply is not None:
            by_rules = turn.author.kind in {"rules", "writer"}
            label = get_voice_label(turn.reply) if not by_rules or simulated(turn.reply.provider) else BY_RULES
            spoken.setdefault(turn.member, {})[label] = None
            rehearsed = rehearsed or by_rules
    voices = {
        f"{VOICE}{get_letter(at)}": ", ".join(spoken.get(member.id, ())) or None
        for at, member in enumerate(state.setup.members)
    }
    return {**voices, "rehearsed": rehearsed, "ending": state.reason}


def _collect_run_answers(home: Home, state: State, metrics: Sequence[str]) -> Measured:
    """Return what a run's members answered, as far as it is wanted; answers in words always."""
    letters = {member.id: get_letter(at) for at, member in enumerate(state.setup.members)}
    figures, words = read_outcomes(home, state.run, letters)
    # Of a figure that is named wholly, what each member answered is another.
    begin = tuple(metric for metric in metrics if metric not in figures)
    wanted = {name: one for name, one in figures.items() if not metrics or name in metrics or name.startswith(begin)}
    return {**wanted, **words}


def _collect_figures_aside(home: Home, run: str, metrics: Sequence[str]) -> Measured:
    """Return what was graded of a run since, as far as it is wanted. Raises `LogError`."""
    if metrics and not any(metric.partition(".")[0] in ASIDE for metric in metrics):
        return {}
    found = [some for _aside, some in ASIDE.ask(lambda each: each(home, run))]
    return {name: of[name] for of in found for name in of if not metrics or name.startswith(tuple(metrics))}


def is_modelled(voices: str) -> bool:
    """Return whether a model wrote lines of a side that spoke through these voices."""
    return any(each != BY_RULES and not simulated(each.split(" · ")[0]) for each in voices.split(", "))


def find_voices_in(rows: Iterable[Mapping[str, Value]]) -> tuple[str, ...]:
    """Return what the sides of these runs spoke through, each once."""
    return tuple(dict.fromkeys(str(row[name]) for row in rows for name in row if name.startswith(VOICE) and row[name]))


def get_figures_of(state: State, metrics: Sequence[str] = ()) -> dict[str, Value]:
    """Return the run's figures by name; of those that take long only what is wanted.

    A metric is a figure's whole name, or else the beginning of some.
    """

    letters = {member.id: get_letter(at) for at, member in enumerate(state.setup.members)}
    flat: dict[str, Value] = {}
    for name, value in measure_run(state, metrics=tuple(metrics)).items():
        named = replace_ids(name, letters)
        parts = value.items() if isinstance(value, dict) else [("", value)]
        flat |= {f"{named}.{part}".rstrip("."): each for part, each in parts}
    if not metrics:
        return flat
    whole = {metric for metric in metrics if metric in flat}
    beginnings = tuple(metric for metric in metrics if metric not in flat)
    return {name: value for name, value in flat.items() if name in whole or name.startswith(beginnings)}


def get_letter(at: int) -> str:
    """Return what a side goes by: a, b … z, a2, b2 …"""
    return chr(ord("a") + at % 26) + (str(at // 26 + 1) if at >= 26 else "")


def replace_ids(name: str, letters: dict[str, str]) -> str:
    """Return a figure's name with its members' letters in place of their ids: cells with other models compare then."""
    parts = name.split(".")
    group, count = parts[0], len(parts)
    first = 3 if group == "convergence" else 1 if group == "affinity" else 2  # an id may be "share" or "score"
    last = count - 1 if group == "convergence" else count
    if group == "affinity" and count != 3:
        return name
    places = [at for at in range(first, last) if parts[at] in letters]
    for at in places:
        parts[at] = letters[parts[at]]
    if group in ("affinity", "convergence") and len(places) == 2:
        one, other = places
        parts[one], parts[other] = pair(parts[one], parts[other])  # letters have another order than ids
    return ".".join(parts)


def _sort_by_metric_order(names: list[str], metrics: Sequence[str]) -> list[str]:
    """Return figures in the order in which they were asked for."""
    if not metrics:
        return names
    return sorted(names, key=lambda name: next(at for at, each in enumerate(metrics) if name.startswith(each)))
