"""What a model can do, in a plain sentence, for whoever chooses one."""

from __future__ import annotations

from parley.core.base.sentences import Sentence
from parley.core.voices.models.model import Model


def abilities(model: Model) -> Sentence:
    """One sentence for the model's profile, languages and draws."""
    both = {"en", "de"} <= set(model.languages)
    if model.use == "embed":
        if both:
            return Sentence("Measures what lines mean, in English, German and more; it does not speak.")
        return Sentence("Measures what lines mean, in English; it does not speak.")
    if model.profile == "chat":
        if both:
            return Sentence("Answers in English and German; keeps to a persona, fills in forms and uses tools by them.")
        if "de" in model.languages:
            return Sentence("Answers in German; keeps to a persona, fills in forms and uses tools by them.")
        return Sentence("Answers in English; keeps to a persona, fills in forms and uses tools by them.")
    if both:
        return Sentence(
            "Only goes on with a talk, in English and German; the rules speak for it, but not in duologues."
        )
    if "de" in model.languages:
        return Sentence("Only goes on with a talk, in German; the rules speak for it, but not in duologues.")
    return Sentence("Only goes on with a talk, in English; the rules speak for it, but not in duologues.")
