"""A measure: how many of the lines ask something."""

from parley.core.formats import Localised
from parley.core.log.state import State
from parley.core.measures.registry import Figures, Measure


def _figures(state: State) -> Figures:
    asked = sum("?" in turn.text for turn in state.turns)
    return {"questions.count": asked, "questions.share": asked / len(state.turns) if state.turns else 0.0}


QUESTIONS = Measure("questions", Localised(en="Questions", de="Fragen"), ("questions",), _figures)
