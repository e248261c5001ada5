"""What was done, in the words of a methods section, and where the figures come from."""

from __future__ import annotations

import hashlib
import importlib.metadata

import msgspec

from parley.core.base.old_names import restore_old_names
from parley.core.base.sentences import Sentence
from parley.core.engine.run_request import request_specs
from parley.core.log.events.base import LOG_VERSION
from parley.core.studio.experiments.analysis import Analysis
from parley.core.studio.experiments.drafting import data_of
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.statistics import RESAMPLES
from parley.core.studio.experiments.table import Table, find_voices_in, is_modelled
from parley.core.studio.experiments.titles import format_value, get_figure_title, get_setting_title

MOST_NAMED = 12
"""Figures and voices that are named one by one."""


def digest(experiment: Experiment) -> str:
    """Return the digest of a spec: BLAKE2b-128 of the canonical JSON of what it sets. Layout and comments do not
    count.
    """
    canonical = msgspec.json.encode(restore_old_names(data_of(experiment)), order="sorted")  # earlier digests hold
    return hashlib.blake2b(canonical, digest_size=16).hexdigest()


def get_provenance(plan: Plan) -> dict[str, str]:
    """Return where figures come from: the spec's digest, and the versions of the program, the logs and what
    computes.
    """
    return {
        "experiment": plan.experiment.id,
        "spec": digest(plan.experiment),
        "parley": importlib.metadata.version("parley-studio"),
        "log": str(LOG_VERSION),
        "numpy": _find_version("numpy"),
        "scipy": _find_version("scipy"),
    }


def _find_version(package: str) -> str:
    """Return a package's version; of one that is not installed, and computed nothing, an empty text."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def write_methods(plan: Plan, table: Table, found: Analysis, language: str = "en") -> tuple[Sentence, ...]:
    """Return a methods section, sentence by sentence; names of settings and figures are in `language`."""
    told = [_describe_design(plan, table, language), _describe_seeds(plan), _describe_voices(table)]
    if asked := plan.experiment.questionnaire:
        told.append(
            Sentence(
                "Once a run had ended, its members filled in the questionnaire “{questionnaire}” off the record: each "
                "alone, each item as they saw the run at its moment.",
                questionnaire=asked if isinstance(asked, str) else asked.name,
            )
        )
    if found.figures:
        titles = [f"{get_figure_title(figure, language)} ({figure})" for figure in found.figures]
        told.append(Sentence("Outcomes: {figures}.", figures=_format_name_list(titles)))
        told.append(
            Sentence(
                "Means are given with 95 % bootstrap intervals (BCa, {resamples:,} resamples; percentiles where BCa is "
                "not defined) that stay in the outcome's range.",
                resamples=RESAMPLES,
            )
        )
    if found.effects:
        told.append(
            Sentence(
                "Main effects and two-way interactions were tested by analysis of variance (type III sums of squares, "
                "effects that sum to zero; higher interactions are part of the residual) and by permuting the "
                "residuals of the model without the effect (Freedman and Lane 1983, {resamples:,} permutations).",
                resamples=RESAMPLES,
            )
        )
    if found.comparisons:
        told.append(
            Sentence(
                "Every two levels, and every two cells that differ in one setting, were compared by Welch's t-test, "
                "the Mann-Whitney test and a permutation test of the difference of means ({resamples:,} permutations, "
                "or all where these are fewer), two-sided; the effect size is Hedges' g.",
                resamples=RESAMPLES,
            )
        )
    if found.contrasts:
        names = dict.fromkeys(one.name for one in found.contrasts)
        told.append(
            Sentence(
                "Contrasts that were planned in the spec ({names}) were tested by Welch's approximation with "
                "Satterthwaite's degrees of freedom.",
                names=_format_name_list([*names]),
            )
        )
    if found.effects or found.comparisons:
        told.append(found.corrected)
    made = get_provenance(plan)
    told.append(
        Sentence(
            "Computed by Parley {parley} (log format {log}) with NumPy {numpy} and SciPy {scipy}; resampling is seeded "
            "and gives the same figures every time.",
            parley=made["parley"],
            log=made["log"],
            numpy=made["numpy"],
            scipy=made["scipy"],
        )
    )
    return tuple(told)


def _describe_design(plan: Plan, table: Table, language: str) -> Sentence:
    one = plan.experiment
    grid = [
        f"{get_setting_title(name, language)} ({', '.join(map(format_value, values))})"
        for name, values in one.grid.items()
        if name != "seed"  # seeds repeat what the other settings say
    ]
    return Sentence(
        "The experiment “{name}” (spec {digest}) has runs of the kind “{kind}” in {cells:,} cells: {grid}. Of "
        "{runs:,} planned runs, {repetitions:,} a cell, {done:,} were finished and are analysed.",
        name=one.name,
        digest=digest(one),
        kind=request_specs()[one.kind].title.text(language),
        cells=len(plan.cells),
        grid="; ".join(grid) or "–",
        runs=len(plan.runs),
        repetitions=len(plan.runs) // len(plan.cells),
        done=len(table.rows),
    )


def _describe_seeds(plan: Plan) -> Sentence:
    named = plan.experiment.grid.get("seed")
    if named:
        return Sentence("The runs' seeds were given: {seeds}.", seeds=_format_name_list([str(each) for each in named]))
    return Sentence("Every run drew its own seed from the experiment's seed {seed}.", seed=plan.experiment.seed)


def _describe_voices(table: Table) -> Sentence:
    spoken = find_voices_in(table.rows)
    voices = _format_name_list([*spoken])
    if not table.rows:
        return Sentence("No run is finished yet.")
    if table.rehearsed == len(table.rows) and not any(map(is_modelled, spoken)):  # a run may have lines of both
        return Sentence(
            "All lines were rehearsed: a script wrote them, and the figures say nothing about language models."
        )
    if table.rehearsed:
        return Sentence(
            "Lines were written by {voices}; in {rehearsed:,} of {done:,} runs a script wrote some of them.",
            voices=voices,
            rehearsed=table.rehearsed,
            done=len(table.rows),
        )
    return Sentence("Lines were written by {voices}.", voices=voices or "–")


def _format_name_list(names: list[str]) -> str:
    more = f" … (+{len(names) - MOST_NAMED:,})" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
