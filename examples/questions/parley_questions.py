"""A measure: how many of the lines ask something."""

from core.formats import Localised
from core.log.state import State
from core.measures.registry import Figures, Measure


def _figures(state: State) -> Figures:
    asked = sum("?" in turn.text for turn in state.turns)
    return {"questions.count": asked, "questions.share": asked / len(state.turns) if state.turns else 0.0}


QUESTIONS = Measure("questions", Localised(en="Questions", de="Fragen"), ("questions",), _figures)
