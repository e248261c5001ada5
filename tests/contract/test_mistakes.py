"""What an author of a package gets wrong first: one sentence that names the package, and everything else goes on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from parley.core.base.errors import ParleyError
from parley.core.engine.mode_spec import MODES
from parley.desktop.docks import DOCKS
from tests.contract.conftest import Parley, Played, process
from tests.examples import EXAMPLES, found, package

TOASTS = (EXAMPLES / "toasts" / "parley_toasts.py").read_text("utf-8")


@pytest.fixture(autouse=True)
def _another_each_time() -> Iterator[None]:
    """The next test has another module of that name."""
    yield
    sys.modules.pop("parley_bad", None)


COPY = re.compile(r"    def copy\(self\).*?\n\n", re.DOTALL)
BEGIN = re.compile(r"    @classmethod\n    def begin\(cls.*?\n\n", re.DOTALL)
MISTAKES = {
    "section": (TOASTS.replace('    section="toasts",\n', ""), "it needs a config for its section"),
    "copy": (COPY.sub("", TOASTS), "ToastsState has no copy()"),
    "begin": (BEGIN.sub("", TOASTS), "ToastsState has no begin()"),
    "slices": (TOASTS.replace("    slices=(ToastsState,),\n", ""), "nothing in its slices folds GlassRaised"),
    "folds": (TOASTS.replace("@folds(GlassRaised, ToastsState)\n", ""), "nothing in its slices folds GlassRaised"),
    "events": (TOASTS.replace("    events=(GlassRaised,),\n", ""), "GlassRaised is missing in its events"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mode_that_is_not_whole_says_what_it_lacks_before_any_run_of_it(tmp_path: Path, mistake: str) -> None:
    code, sentence = MISTAKES[mistake]
    assert code != TOASTS
    code = code.replace("parley_toasts:MODE", "parley_bad:MODE")
    with found(package(tmp_path, "[parley.modes]\nbad = parley_bad:TOASTS\n", code.replace('"toasts"', '"bad"'))):
        with pytest.raises(ParleyError, match="'bad' of the package parley-bad cannot be loaded") as told:
            MODES["bad"]
        assert sentence in str(told.value)


def test_doctor_knows_what_nobody_asked_for(tmp_path: Path, parley: Parley) -> None:
    with found(package(tmp_path, "[parley.policy]\nlost = parley_bad:lost\n", "lost = 1\n")):
        checked = json.loads(parley(tmp_path / "home", "doctor", "--json").out)
        notes = [each["detail"] for each in checked if each["what"] == "package" and each["verdict"] == "note"]
        assert any("lost is in parley.policy, which nobody reads. Known: parley.docks, " in each for each in notes)


IN_A_RUN = {
    "raises": (("        state, members =", "        1 / 0\n        state, members ="),
               "the package parley-bad failed (ZeroDivisionError: division by zero; parley_bad.py, line "),
    "names": (("parley_bad:MODE", "parley_bad:NOTHING"),
              "The package parley-bad names parley_bad:NOTHING, which cannot be loaded"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", IN_A_RUN)
def test_what_fails_in_a_run_where_nobody_is_asked_by_name_is_the_packages_too(tmp_path: Path, mistake: str) -> None:
    change, sentence = IN_A_RUN[mistake]
    code = TOASTS.replace("parley_toasts:MODE", "parley_bad:MODE").replace('"toasts"', '"bad"')
    code = code.replace("toasts=ToastsConfig", "bad=ToastsConfig").replace(*change)
    with found(package(tmp_path, "[parley.modes]\nbad = parley_bad:TOASTS\n", code)):
        asked = process(tmp_path / "home", "run", "bad", "--voice", "rehearsal", "--fast")
        _out, err = asked.communicate()
    assert asked.returncode == 1
    assert sentence in err
    # A mistake while it runs leaves a report for whoever wrote the package.
    assert ("the report is in" in err) == (mistake == "raises")


VOICE = """
from parley.core.voices.provider import Provider
from parley.core.formats import Localised
from parley.core.measures.registry import Measure

class Mute:
    @property
    def capabilities(self):
        return 1 / 0

MUTE = Localised(en="Mute", de="Stumm")
VOICE = Provider(name="bad", title=MUTE, detail=MUTE, create=lambda spec, making: Mute())
MEASURE = Measure("bad", MUTE, ("bad",), lambda state: 1 / 0)
"""


def test_a_voices_and_a_measures_mistake_are_sentences(tmp_path: Path, parley: Parley, played: Played) -> None:
    points = "[parley.voices]\nbad = parley_bad:VOICE\n[parley.measures]\nbad = parley_bad:MEASURE\n"
    with found(package(tmp_path, points, VOICE)):
        asked = parley(tmp_path / "home", "run", "roundtable", "--voice", "bad", "--fast")
        assert asked.code == 1, asked
        assert "The voice 'bad' cannot be made (ZeroDivisionError: division by zero)." in asked.err
        measured = parley(tmp_path / "home", "measure", str(played("roundtable", turns=3)))
        assert measured.code == 0
        assert "participation.gini" in measured.out
        assert "The measure 'bad' of the package parley-bad failed (ZeroDivisionError" in measured.err


DOCK = """
from PySide6.QtWidgets import QLabel

from parley.desktop.docks import DockSpec

class View(QLabel):
    def show_figure(self, figure):
        raise RuntimeError("no paint")

def fails(run):
    return 1 / 0

figure = DockSpec(name="figure", title="Figure", view="parley_bad:View", figure=fails)
shown = DockSpec(name="shown", title="Shown", view="parley_bad:View", figure=lambda run: 1)
made = DockSpec(name="made", title="Made", view="parley_bad:Nothing", figure=lambda run: 1)
number = 4
"""


def shot(log: Path, picture: Path, view: str) -> subprocess.CompletedProcess[str]:
    """`parley shot`, which the core does not have."""
    command = ["shot", str(log), "--view", view, "-o", str(picture)]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PARLEY_HOME": str(log.parent.parent)}
    return subprocess.run(
        [sys.executable, "-m", "parley.desktop", *command], env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_docks_mistake_takes_no_other_view_with_it(tmp_path: Path, played: Played) -> None:
    log = played("roundtable", turns=3)
    picture = tmp_path / "view.png"
    names = ("figure", "shown", "made", "number")
    points = "[parley.docks]\n" + "".join(f"{name} = parley_bad:{name}\n" for name in names)
    with found(package(tmp_path, points, DOCK)):
        for name, sentence in {
            "figure": "The dock 'figure' of the package parley-bad failed (ZeroDivisionError: division by zero; ",
            "shown": "The dock 'shown' of the package parley-bad failed (RuntimeError: no paint; parley_bad.py, ",
            "made": "The dock 'made' of the package parley-bad failed (AttributeError",
        }.items():
            asked = shot(log, picture, name)
            assert asked.returncode == 1, name
            assert sentence in asked.stderr, name
            assert not picture.exists()
        assert "number" not in [each.name for each in DOCKS.values()]
        assert shot(log, picture, "window").returncode == 0
        assert picture.exists()


LATE = """
from parley.core.base.registry import late

LOADS = [late(place) for place in ("parley_bad:nothing", "parley_worse:Voice")]
"""


def test_what_a_package_names_and_cannot_be_loaded_is_its_mistake(tmp_path: Path) -> None:
    with found(package(tmp_path, "[parley.voices]\nbad = parley_bad:LOADS\n", LATE)):
        for load, named in zip(
            import_module("parley_bad").LOADS,
            (
                "parley_bad:nothing, which cannot be loaded (Attribut",
                "parley_worse:Voice, which cannot be loaded (Modul",
            ),
            strict=True,
        ):
            with pytest.raises(ParleyError, match=re.escape(f"The package parley-bad names {named}")):
                load()


@pytest.mark.slow
def test_a_kind_of_run_whose_options_cannot_be_loaded_takes_no_other_command_with_it(tmp_path: Path) -> None:
    code = TOASTS.replace('"toasts"', '"bad"').replace("toasts=ToastsConfig", "bad=ToastsConfig")
    code = code.replace("compose=", 'flat=late("parley_bad:NOTHING"), compose=')
    with found(package(tmp_path, "[parley.modes]\nbad = parley_bad:TOASTS\n", code)):
        for command, exit_code in (("runs",), 0), (("run", "bad", "--fast"), 1):
            asked = process(tmp_path / "home", *command)
            _out, err = asked.communicate()
            assert asked.returncode == exit_code
            assert ("The package parley-bad names parley_bad:NOTHING" in err) is bool(exit_code)
