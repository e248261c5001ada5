"""The settings of a duologue that an experiment fixes or varies, in the interface's words."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.modes.duologue.composing import OPENINGS
from parley.core.modes.duologue.topology import KINDS
from parley.desktop.convergence.words import WORDED, profile_titles
from parley.desktop.experiments.settings import spoken_by
from parley.desktop.experiments.words import setting_title, translate
from parley.desktop.modes.duologue.words import offered_levels
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.language import titles

USUAL = 8
"""So many come first; the others are seldom needed."""


def settings(voices: Sequence[VoiceFigure], casts: Sequence[tuple[str, str]], language: str) -> tuple[Field, ...]:
    """Return all settings with what can be chosen; those that are seldom needed come last and have `more`."""
    spoken, levels, routed = spoken_by(voices), offered_levels(language), titles("duologue", "routers")
    routers = tuple((kind, routed[kind]) for kind in KINDS if kind in routed)
    fullness = titles("duologue", "fullness")
    opening = OPENINGS["de" if language == "de" else "en"]
    calculators = tuple(kind for kind in titles("measures", "calculators").items() if kind[0] in WORDED)
    which = translate("Experiments", "rehearsal, embedded:MODEL, anthropic:MODEL or a Claude model's id.")
    knows = translate("Experiments", "How much each side knows of what is going on; also a TOML file.")
    hears = translate("Experiments", "Who speaks after whom, and who hears it; also a TOML file.")
    alike = translate("Experiments", "From 0 to 1: a talk ends where both sound so much alike. Empty: never.")
    first = translate("Experiments", "What both are sent at the beginning; @FILE takes it from a file.")
    further = translate("Experiments", "Names of further sides, with commas between them.")
    middle = translate("Experiments", "Who is in the middle of a star, broadcast or panel.")
    warm = translate("Experiments", "From 0, always the likeliest word, to 2.")
    prompt = translate("Experiments", "Text or @FILE, sent behind the awareness.")
    weighs = translate("Experiments", "What counts for how much where talks stop.")
    stops = translate("Experiments", "Which convergence stops a talk.")
    named = translate("Experiments", "Each says first what they want to be called.")
    most = translate("Experiments", "The most that a side is sent. 0: what fits.")
    full = translate("Experiments", "What becomes of what does not fit any more.")
    longest = translate("Experiments", "0: as long as it likes.")
    whose = translate("Experiments", "Whose members the sides are, by their names.")
    seeds = translate("Experiments", "Empty: each run draws its own. Varied, seeds repeat each cell.")
    both, none = translate("Experiments", "as for both"), translate("Experiments", "none")
    rows: tuple[tuple[str, str, str, Sequence[tuple[str, str]], str], ...] = (
        ("a", "text", translate("Experiments", "The name of the side that begins."), (), "A"),
        ("b", "text", translate("Experiments", "The name of the other side."), (), "B"),
        ("voice", "open", which, spoken, translate("Experiments", "the usual one")),
        ("awareness", "open", knows, levels, dict(levels)["basic"]),
        ("router", "open", hears, routers, routed["alternation"]),
        ("turns", "int", translate("Experiments", "How many lines are said."), (), "20"),
        ("stop_at", "float", alike, (), translate("Experiments", "never")),
        ("prompt", "long", first, (), opening),
        ("others", "list", further, (), none),
        ("hub", "text", middle, (), "A"),
        ("voice_a", "open", "", spoken, both),
        ("voice_b", "open", "", spoken, both),
        ("awareness_a", "open", "", levels, both),
        ("awareness_b", "open", "", levels, both),
        ("warmth", "float", warm, (), translate("Experiments", "as the voice has it")),
        ("warmth_a", "float", warm, (), both),
        ("warmth_b", "float", warm, (), both),
        ("system_a", "long", prompt, (), none),
        ("system_b", "long", prompt, (), none),
        ("profile", "open", weighs, profile_titles(), dict(profile_titles())["balanced"]),
        ("calculator", "open", stops, calculators, dict(calculators)["parley"]),
        ("choose_names", "bool", named, (), ""),
        ("context", "int", most, (), "0"),
        ("when_full", "open", full, tuple(fullness.items()), fullness["drop"]),
        ("cap", "int", longest, (), "0"),
        ("cast", "open", whose, casts, none),
        ("language", "open", "", (("en", "English"), ("de", "Deutsch")), translate("Experiments", "the interface's")),
        ("seed", "int", seeds, (), translate("Experiments", "drawn")),
    )
    return tuple(
        Field(
            name=name, title=setting_title(name), description=tip, kind=kind, choices=tuple(chosen), empty=empty,
            more=at >= USUAL,
        )
        for at, (name, kind, tip, chosen, empty) in enumerate(rows)
    )  # fmt: skip
