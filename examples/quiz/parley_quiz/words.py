"""What is said around a quiz, in both languages."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from parley.core.base.sentences import add_german


@cache
def words(language: str) -> dict[str, str]:
    """All sentences of one language, by name."""
    data = tomllib.loads(files("parley_quiz").joinpath("words.toml").read_text("utf-8"))
    found: dict[str, str] = data[language]
    return found


add_german(
    {
        "No question is open.": "Es ist keine Frage offen.",
        "Play on until the quizmaster has asked.": "Spiele weiter, bis das Quiz eine Frage gestellt hat.",
        "{name} does not answer this question.": "{name} beantwortet diese Frage nicht.",
        "Name another one.": "Nenne jemand anderen.",
        "Nobody has any points.": "Niemand hat Punkte.",
        "{names} won with {points} {points:point|points}.": "{names}: gewonnen mit {points} {points:Punkt|Punkten}.",
        "The quizmaster is muted: bring them back.": "Wer das Quiz leitet, ist stummgeschaltet: hole sie zurück.",
        "the quizmaster named nobody who has answered": "genannt wurde niemand, der geantwortet hat",
        "the quizmaster could not be asked ({kind})": "die Quizleitung war nicht zu fragen ({kind})",
        "the quizmaster's judgement could not be read": "das Urteil der Quizleitung war nicht zu lesen",
        "{why}; drawn by chance": "{why}; ausgelost",
        "is behind with {count}": "liegt zurück mit {count}",
        "Scoreboard": "Punktestand",
        "How the contestants stand.": "Wie es für die Kandidaten steht.",
        "Contestant": "Kandidat",
        "Points": "Punkte",
        "Answered": "Geantwortet",
    }
)
