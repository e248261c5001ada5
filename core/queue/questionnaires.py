"""A questionnaire that the members of a job's run fill in when it has ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from parley.core.base.errors import UsageError
from parley.core.queue.attendants import Attendant
from parley.core.queue.jobs import Job
from parley.core.studio.interviews.questions import Questionnaire
from parley.core.studio.studio import Studio

NAME = "questionnaire"


class QuestionnaireAttendant(Attendant):
    """Has every member answer, off the record; what was answered before the worker ended is not asked again."""

    async def ended(self, studio: Studio, job: Job, path: Path, wanted: Callable[[], bool]) -> None:
        """As `Attendant.ended`."""
        try:
            questionnaire = Questionnaire.model_validate(job.given.get(NAME))
        except ValidationError as error:
            raise UsageError(
                "The questionnaire of the job {job} cannot be read: {why}.", job=job.id,
                why=error.errors(include_url=False)[0]["msg"].rstrip("."),
            ) from None  # fmt: skip
        with studio.granting(job.allowed):
            asking = studio.asking()
        await asking.fill(studio.open(str(path)).replay, questionnaire, wanted)


ATTENDANT = QuestionnaireAttendant()
