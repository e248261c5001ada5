"""A questionnaire's answers as outcomes of an experiment."""

from __future__ import annotations

from collections.abc import Mapping

from parley.core.base.sums import sum_all
from parley.core.cast.member import make_slug
from parley.core.home import Home
from parley.core.studio.interviews.events import QuestionnaireFilled
from parley.core.studio.interviews.log import InterviewLog

ASKED, SAID = "ask", "said"
"""What the names of figures begin with, and those of answers in words."""


def is_filled(home: Home, run: str, questionnaire: str = "") -> bool:
    """Return whether a run's members have filled in that questionnaire; without its digest, any."""
    log = InterviewLog(home, run)
    if not questionnaire:
        return any(isinstance(event, QuestionnaireFilled) for event in log.events())
    return log.is_filled(questionnaire)


def read_outcomes(home: Home, run: str, letters: Mapping[str, str]) -> tuple[dict[str, float | int], dict[str, str]]:
    """Return the figures and the words of the questionnaire that was filled in last; both empty where none was.

    Of a scale `ask.<moment>.<item>` is the mean over the members, and with `.<letter>` what one of them answered, as
    given even where the item is `reverse`; of a choice `ask.<moment>.<item>.share_<option>` is how many of them chose
    it, in [0, 1]. `said.<moment>.<item>.<letter>` are answers in words, and options that were chosen.
    """
    log = InterviewLog(home, run)
    digests = [event.questionnaire for event in log.events() if isinstance(event, QuestionnaireFilled)]
    if not digests:
        return {}, {}
    figures: dict[str, float | int] = {}
    words: dict[str, str] = {}
    points: dict[str, list[int]] = {}
    chosen: dict[str, tuple[tuple[str, ...], list[str]]] = {}
    for one in log.list_interviews():
        asked, answered = one.asked, one.answered
        if asked.questionnaire != digests[-1] or answered is None:  # another wording, or still without an answer
            continue
        name, letter = f"{asked.moment}.{asked.item}", letters.get(asked.member, asked.member)
        if isinstance(answered.answer, int):
            points.setdefault(name, []).append(answered.answer)
            figures[f"{ASKED}.{name}.{letter}"] = answered.answer
        else:
            words[f"{SAID}.{name}.{letter}"] = answered.answer
            if asked.kind == "choice":
                chosen.setdefault(name, (asked.options, []))[1].append(answered.answer)
    means: dict[str, float | int] = {
        f"{ASKED}.{name}": round(sum_all(values) / len(values), 6) for name, values in points.items()
    }
    for name, (options, answers) in chosen.items():
        for at, option in enumerate(options, 1):
            slug = make_slug(option) if make_slug(f"{option}0") != "0" else at  # nothing of it is ASCII: its number
            key = f"{ASKED}.{name}.share_{slug}"
            while key in means:  # "C" and "C++" are two options and one slug
                key += f"-{at}"
            means[key] = round(answers.count(option) / len(answers), 6)
    return means | figures, words
