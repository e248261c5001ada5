"""The settings of a talk that an experiment fixes or varies, and what can be chosen for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from core.modes.duologue import awareness
from core.modes.duologue.composing import OPENINGS
from core.modes.duologue.topology import KINDS
from desktop.convergence import words as measure_words
from desktop.convergence.words import profile_titles
from desktop.experiments.figures import SettingFigure
from desktop.experiments.words import setting_title, translate
from desktop.modes.duologue.words import LEVELS, fullness_titles, router_titles
from desktop.new_run.figures import VoiceFigure

Offered = tuple[tuple[str, str], ...]


def settings(
    voices: Sequence[VoiceFigure], casts: Sequence[tuple[str, str]], language: str
) -> tuple[SettingFigure, ...]:
    """All settings with what can be chosen; those that are seldom needed come last and have `more`."""
    spoken = _spoken(voices)
    there = awareness.levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    levels = tuple((name, awareness.load(name).name.text(language)) for name in ordered)
    return (*_usual(spoken, levels, OPENINGS["de" if language == "de" else "en"]), *_further(spoken, levels, casts))


def _spoken(voices: Sequence[VoiceFigure]) -> Offered:
    return tuple(
        (f"{voice.provider}:{model}" if model else voice.provider, f"{voice.title} · {title}" if title else voice.title)
        for voice in voices
        if not voice.problem
        for model, title in voice.models or (("", ""),)
    )


def _made(
    name: str, kind: str, tip: str, offered: Offered = (), empty: str = "", *, more: bool = False
) -> SettingFigure:
    return SettingFigure(name, setting_title(name), tip, kind, offered, empty, more)  # type: ignore[arg-type]


def _usual(spoken: Offered, levels: Offered, opening: str) -> tuple[SettingFigure, ...]:
    titles = dict(router_titles())
    routers = tuple((kind, titles[kind]) for kind in KINDS if kind in titles)
    return (
        _made("a", "text", translate("Experiments", "The name of the side that begins."), (), "A"),
        _made("b", "text", translate("Experiments", "The name of the other side."), (), "B"),
        _made(
            "voice",
            "choice",
            translate("Experiments", "rehearsal, embedded:MODEL, anthropic:MODEL or a Claude model's id."),
            spoken,
            translate("Experiments", "the usual one"),
        ),
        _made(
            "awareness",
            "choice",
            translate("Experiments", "How much each side knows of what is going on; also a TOML file."),
            levels,
            "basic",
        ),
        _made(
            "router",
            "choice",
            translate("Experiments", "Who speaks after whom, and who hears it; also a TOML file."),
            routers,
            "alternation",
        ),
        _made("turns", "whole", translate("Experiments", "How many lines are said."), (), "20"),
        _made(
            "stop_at",
            "number",
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


def _further(spoken: Offered, levels: Offered, casts: Sequence[tuple[str, str]]) -> tuple[SettingFigure, ...]:
    both = translate("Experiments", "as for both")
    none = translate("Experiments", "none")
    prompt = translate("Experiments", "Text or @FILE, sent behind the awareness.")
    warm = translate("Experiments", "From 0, always the likeliest word, to 2.")
    made = partial(_made, more=True)
    return (
        made("others", "list", translate("Experiments", "Names of further sides, with commas between them."), (), none),
        made("hub", "text", translate("Experiments", "Who is in the middle of a star, broadcast or panel."), (), "A"),
        made("voice_a", "choice", "", spoken, both),
        made("voice_b", "choice", "", spoken, both),
        made("awareness_a", "choice", "", levels, both),
        made("awareness_b", "choice", "", levels, both),
        made("warmth", "number", warm, (), translate("Experiments", "as the voice has it")),
        made("warmth_a", "number", warm, (), both),
        made("warmth_b", "number", warm, (), both),
        made("system_a", "long", prompt, (), none),
        made("system_b", "long", prompt, (), none),
        *_limits(casts),
    )


def _limits(casts: Sequence[tuple[str, str]]) -> tuple[SettingFigure, ...]:
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
        made("profile", "choice", weighs, profile_titles(), "balanced"),
        made("calculator", "choice", stops, calculators, "parley"),
        made("choose_names", "yes", named),
        made("context", "whole", most, (), "0"),
        made("when_full", "choice", full, fullness_titles(), "drop"),
        made("cap", "whole", translate("Experiments", "0: as long as it likes."), (), "0"),
        made("cast", "choice", whose, tuple(casts), translate("Experiments", "none")),
        made("language", "choice", "", spoken, translate("Experiments", "the interface's")),
        made("seed", "whole", seeds, (), translate("Experiments", "drawn")),
    )
