"""What a model can do, in a plain sentence, for whoever chooses one."""

from __future__ import annotations

from parley.core.base.sentences import Sentence
from parley.core.voices.models.model import Model
from parley.core.voices.models.speed import Speed

FLUENT = 900_000_000
"""Parameters below which free talk is plain, whatever a model was made for."""

ATTENTIVE = 2_500_000_000
"""Parameters from which a model can be shown a whole talk; a smaller one circles in it."""


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


def is_plain(model: Model) -> bool:
    """Return whether free talk is more than a model does well, so that what is written is proposed before it: it is
    small, or was made for code.
    """
    return model.use == "speak" and ("code" in model.id or 0 < model.parameters < FLUENT)


def needs_brief_prompt(model: Model) -> bool:
    """Return whether a line is had better by one short question than by the whole talk."""
    return model.parameters < ATTENTIVE


def plain_told(model: Model, pace: Speed) -> Sentence:
    """Return what to expect of a plain model, and how long a line takes."""
    name = model.title.split()[0].rstrip("0123456789.")
    return Sentence("{name} on this machine: plain and dutiful, {pace}.", name=name, pace=pace.told(model))
