"""The settings of a duologue that an experiment fixes or varies, in the interface's words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from core.modes.duologue import awareness
from core.modes.duologue.composing import OPENINGS
from core.modes.duologue.topology import KINDS
from desktop.convergence import words as measure_words
from desktop.convergence.words import profile_titles
from desktop.experiments.settings import Offered, spoken_by
from desktop.experiments.words import setting_title, translate
from desktop.modes.duologue.words import LEVELS, fullness_titles, router_titles
from desktop.new_run.figures import VoiceFigure
from desktop.widgets.forms.field import Field


def settings(voices: Sequence[VoiceFigure], casts: Sequence[tuple[str, str]], language: str) -> tuple[Field, ...]:
    """All settings with what can be chosen; those that are seldom needed come last and have `more`."""
    spoken = spoken_by(voices)
    there = awareness.levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    levels = tuple((name, awareness.load(name).name.text(language)) for name in ordered)
    return (*_usual(spoken, levels, OPENINGS["de" if language == "de" else "en"]), *_further(spoken, levels, casts))


def _made(name: str, kind: str, tip: str, offered: Offered = (), empty: str = "", *, more: bool = False) -> Field:
    title = setting_title(name)
    return Field(name=name, title=title, description=tip, kind=kind, choices=offered, empty=empty, more=more)


def _usual(spoken: Offered, levels: Offered, opening: str) -> tuple[Field, ...]:
    titles = dict(router_titles())
    routers = tuple((kind, titles[kind]) for kind in KINDS if kind in titles)
    return (
        _made("a", "text", translate("Experiments", "The name of the side that begins."), (), "A"),
        _made("b", "text", translate("Experiments", "The name of the other side."), (), "B"),
        _made(
            "voice",
            "open",
            translate("Experiments", "rehearsal, embedded:MODEL, anthropic:MODEL or a Claude model's id."),
            spoken,
            translate("Experiments", "the usual one"),
        ),
        _made(
            "awareness",
            "open",
            translate("Experiments", "How much each side knows of what is going on; also a TOML file."),
            levels,
            "basic",
        ),
        _made(
            "router",
            "open",
            translate("Experiments", "Who speaks after whom, and who hears it; also a TOML file."),
            routers,
            "alternation",
        ),
        _made("turns", "int", translate("Experiments", "How many lines are said."), (), "20"),
        _made(
            "stop_at",
            "float",
            translate("Experiments", "From 0 to 1: a talk ends where both sound so much alike. Empty: never."),
            (),
            translate("Experiments", "never"),
        ),
        _made(
            "prompt",
            "long",
            translate("Experiments", "What both are sent at the beginning; @FILE takes it from a file."),
            (),
            opening,
        ),
    )


def _further(spoken: Offered, levels: Offered, casts: Sequence[tuple[str, str]]) -> tuple[Field, ...]:
    both = translate("Experiments", "as for both")
    none = translate("Experiments", "none")
    prompt = translate("Experiments", "Text or @FILE, sent behind the awareness.")
    warm = translate("Experiments", "From 0, always the likeliest word, to 2.")
    made = partial(_made, more=True)
    return (
        made("others", "list", translate("Experiments", "Names of further sides, with commas between them."), (), none),
        made("hub", "text", translate("Experiments", "Who is in the middle of a star, broadcast or panel."), (), "A"),
        made("voice_a", "open", "", spoken, both),
        made("voice_b", "open", "", spoken, both),
        made("awareness_a", "open", "", levels, both),
        made("awareness_b", "open", "", levels, both),
        made("warmth", "float", warm, (), translate("Experiments", "as the voice has it")),
        made("warmth_a", "float", warm, (), both),
        made("warmth_b", "float", warm, (), both),
        made("system_a", "long", prompt, (), none),
        made("system_b", "long", prompt, (), none),
        *_limits(casts),
    )


def _limits(casts: Sequence[tuple[str, str]]) -> tuple[Field, ...]:
    made = partial(_made, more=True)
    calculators = (("parley", "Parley"), ("classic", translate("Measures", measure_words.CALCULATORS["classic"])))
    spoken = (("en", "English"), ("de", "Deutsch"))
    weighs = translate("Experiments", "What counts for how much where talks stop.")
    stops = translate("Experiments", "Which convergence stops a talk.")
    named = translate("Experiments", "Each says first what they want to be called.")
    most = translate("Experiments", "The most that a side is sent. 0: what fits.")
    full = translate("Experiments", "What becomes of what does not fit any more.")
    whose = translate("Experiments", "Whose members the sides are, by their names.")
    seeds = translate("Experiments", "Empty: each run draws its own. Varied, seeds repeat each cell.")
    return (
        made("profile", "open", weighs, profile_titles(), "balanced"),
        made("calculator", "open", stops, calculators, "parley"),
        made("choose_names", "bool", named),
        made("context", "int", most, (), "0"),
        made("when_full", "open", full, fullness_titles(), "drop"),
        made("cap", "int", translate("Experiments", "0: as long as it likes."), (), "0"),
        made("cast", "open", whose, tuple(casts), translate("Experiments", "none")),
        made("language", "open", "", spoken, translate("Experiments", "the interface's")),
        made("seed", "int", seeds, (), translate("Experiments", "drawn")),
    )
