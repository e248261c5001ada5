"""What a model can do, in a plain sentence, for whoever chooses one."""

from __future__ import annotations

from parley.core.base.sentences import Sentence
from parley.core.voices.models.model import Model


def abilities(model: Model) -> Sentence:
    """One sentence for the model's use and languages."""
    both = {"en", "de"} <= set(model.languages)
    if model.use == "embed":
        if both:
            return Sentence("Measures what lines mean, in English, German and more; it does not speak.")
        return Sentence("Measures what lines mean, in English; it does not speak.")
    if both:
        return Sentence("Answers in English and German; keeps to a persona, fills in forms and uses tools by them.")
    if "de" in model.languages:
        return Sentence("Answers in German; keeps to a persona, fills in forms and uses tools by them.")
    return Sentence("Answers in English; keeps to a persona, fills in forms and uses tools by them.")
