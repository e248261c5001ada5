"""An experiment's runs as jobs: whoever is at work plays them, a worker here or several."""

from __future__ import annotations

from pathlib import Path

from parley.core.queue.jobs import Job
from parley.core.queue.questionnaires import NAME
from parley.core.queue.queue import Asked, Queue
from parley.core.studio.experiments.logs import logs_of
from parley.core.studio.experiments.plan import Configurations, Plan
from parley.core.studio.experiments.running import is_done, questionnaire_of
from parley.core.studio.experiments.service import ExperimentService


def enqueue_experiment(queue: Queue, studio: ExperimentService, plan: Plan, folder: Path) -> list[Job]:
    """Ask for every run of an experiment that has not ended; those that are asked for already stay as they are.

    They are the runs that `parley experiment run` would play, byte for byte. All cells are composed once before, so
    that nothing is enqueued that cannot be. Raises `UsageError` and its kin, `HostNotAllowed`, `LogError`.
    """
    experiment = plan.experiment
    files = logs_of(queue.home)
    asks = questionnaire_of(plan, folder)
    due = [planned for planned in plan.runs if not is_done(queue.home, files.get(planned.run), planned.run, asks)]
    configurations = Configurations(studio, folder)
    cells = {planned.cell.number: planned for planned in due}
    studio.ensure_allowed([configurations.of(each) for each in cells.values()], "The experiment's cast")
    requests = {number: configurations.request(planned.cell) for number, planned in cells.items()}
    return queue.enqueue_all(
        Asked(
            requests[planned.cell.number],
            # Other questions are another job of the same run.
            key="/".join(("experiment", experiment.id, planned.run, *([asks.digest] if asks else []))),
            asked_by=f"experiment {experiment.id}",
            run=planned.run,
            seed=planned.seed,
            attendant=NAME if asks else "",
            given={NAME: asks.model_dump(mode="json", exclude_defaults=True)} if asks else {},
        )
        for planned in due
    )
