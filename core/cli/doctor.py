"""`parley doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict

import typer

from parley.core.base.errors import ParleyError
from parley.core.base.extras import get_hint
from parley.core.base.registry import list_registries
from parley.core.base.sentences import joined
from parley.core.base.system_libraries import ALWAYS, describe_missing, for_windows
from parley.core.cli.common import HomeOption, JsonOption, get_home_of, print_json, say
from parley.core.home import Home
from parley.core.settings import Settings, load
from parley.core.voices.pool import default_voice
from parley.core.voices.provider import VOICES, Finding
from parley.core.voices.servers import named_voices


def run_doctor(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Look at everything that Parley needs; exit 1 where something is missing that it cannot do without."""
    found = examine_all(get_home_of(home))
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        marks = {"ok": "✓", "note": "·", "fault": "✗"}
        for each in found:
            say(f"{marks[each.verdict]} {each.what:<12} {each.detail}")
    if any(each.verdict == "fault" for each in found):
        raise typer.Exit(1)


def examine_all(home: Home) -> list[Finding]:
    """Return all findings."""
    settings, told = _examine_settings(home)
    system = f"Python {platform.python_version()} on {platform.system()}"
    return [
        Finding("version", "ok", f"parley {_find_version('parley-studio')}, {system}"),
        _examine_home(home),
        told,
        _log(home),
        *_examine_window(),
        *(found for _voice, told in VOICES.ask(lambda each: tuple(each.examine(home, settings))) for found in told),
        *(found for voice in named_voices(settings) for found in VOICES[voice].examine(home, settings)),
        *_examine_packages(),
        Finding("voice", "ok", f"a run speaks through {default_voice(home, settings).label} unless told otherwise"),
    ]


def _find_version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def _examine_home(home: Home) -> Finding:
    try:
        home.prepare()  # a home that is not there yet is made, which shows whether it can be
        free = shutil.disk_usage(home.path).free / 1e9
    except (ParleyError, OSError) as error:
        return Finding("data", "fault", str(error))
    if not os.access(home.runs, os.W_OK):
        return Finding("data", "fault", f"{home.runs} cannot be written: change its owner, or use --home.")
    return Finding("data", "note" if free < 1 else "ok", f"{home.path}, {free:,.1f} GB free")


def _examine_settings(home: Home) -> tuple[Settings, Finding]:
    try:
        settings = load(home.settings)
    except ParleyError as error:
        return Settings(), Finding("settings", "fault", str(error))  # the rest is looked at with the defaults
    where = home.settings if home.settings.exists() else "the defaults"
    return settings, Finding("settings", "ok", f"from {where}")


def _log(home: Home) -> Finding:
    there = f"{home.log}" if home.log.is_file() else f"{home.log}, which is not there yet"
    return Finding("log", "ok", f"what happened is in {there}")


GROUPS = "parley."
"""What the groups of entry points begin with by which packages add to the program."""
KINDS = ("docks", "exports", "importers", "measures", "mode_views", "modes", "policies", "tools", "voices")
"""What they end in."""


def _examine_packages() -> list[Finding]:
    """Return what other packages add, and what of it cannot be loaded: nobody else says it of what nobody asked for."""
    for each in ("parley.core.export.registry", "parley.core.importing.reading", "parley.core.measures.registry"):
        importlib.import_module(each)  # a registry is listed once its module is loaded
    found: dict[str, list[str]] = {}
    faults: list[Finding] = []
    points = {point for each in importlib.metadata.distributions() for point in each.entry_points}  # maybe found twice
    for point in sorted(points, key=lambda each: (each.group, each.name)):
        if not point.group.startswith(GROUPS):
            continue
        kind = point.group.removeprefix(GROUPS)
        owner = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        if kind not in KINDS:
            known = ", ".join(GROUPS + each for each in KINDS)
            told = f"{point.name} is in {point.group}, which nobody reads. Known: {known}."
            faults.append(Finding("package", "note", f"{owner}: {told}"))
            continue
        registry = list_registries().get(point.group)
        taken = registry.taken(point.name, point.value) if registry is not None else ""
        told = f"{point.name} of {kind} is not used: {taken} has one of that name." if taken else ""
        try:
            point.load()
            if registry is not None and not taken:
                registry[point.name]  # looked up as the program does it: it may load and still be of the wrong kind
            if registry is not None and point.name in registry.broken:
                raise registry.broken[point.name]  # it loads, but failed when a registry asked it
        except ParleyError as fault:
            told = str(fault)
        except Exception as fault:  # noqa: BLE001  # it is anybody's code
            why = f"{type(fault).__name__}: {fault}"
            told = f"{point.name} of {kind} cannot be loaded ({why}). Update or uninstall it."
        if told:
            faults.append(Finding("package", "note", f"{owner}: {told}"))
        else:
            found.setdefault(owner, []).append(f"{point.name} ({kind})")
    return [*(Finding("package", "ok", f"{owner} adds {', '.join(added)}") for owner, added in found.items()), *faults]


def _examine_window() -> list[Finding]:
    """Qt is tried in a child: a missing library or display would take this process along."""
    if importlib.util.find_spec("PySide6") is None:
        return [Finding("Qt", "note", str(joined("not installed, so no window can open.", get_hint("desktop"))))]
    code = "import PySide6.QtWidgets as w; w.QApplication([]); print('ok')"
    try:
        tried = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},  # without a display: only libraries can be missing
            capture_output=True,
            text=True,
            timeout=60,  # the first import, from a slow disk, takes many
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [Finding("Qt", "fault", "PySide6 did not start within 60 s: try again, or install it anew.")]
    if tried.returncode != 0:
        last = (tried.stderr.strip().splitlines() or ["no message"])[-1]  # of a traceback the last line is the error
        return [Finding("Qt", "fault", str(describe_missing(ALWAYS) or last))]
    found = [Finding("Qt", "ok", f"PySide6 {_find_version('PySide6-Essentials')}")]
    if (windowless := describe_missing(for_windows(os.environ))) is not None:
        found.append(Finding("window", "note", str(windowless)))
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if platform.system() == "Linux" and not display:
        found.append(Finding("display", "note", "none: the window cannot open here; commands and `parley shot` work"))
    else:
        found.append(Finding("display", "ok", display or "the desktop's"))
    return found
