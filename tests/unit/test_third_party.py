"""Whatever ships and is no code has a licence in THIRD_PARTY.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESOURCES = ROOT / "resources"
TEXT = (ROOT / "THIRD_PARTY.md").read_text("utf-8")


def patterns() -> list[str]:
    """The patterns of the table's first column."""
    rows = re.findall(r"^\| (`.+?`) \|", TEXT, re.MULTILINE)
    return [pattern for row in rows for pattern in re.findall(r"`(.+?)`", row)]


def test_everything_that_is_no_code_is_covered_and_nothing_is_listed_that_is_gone() -> None:
    covered: set[Path] = set()
    for pattern in patterns():
        found = {each for each in RESOURCES.glob(pattern) if each.is_file()}
        assert found, f"{pattern} fits nothing"
        covered |= found
    shipped = {
        each
        for each in RESOURCES.rglob("*")
        if each.is_file() and each.suffix not in {".py", ".pyc"} and "__pycache__" not in each.parts
    }
    # Not kept: `python -m scripts.schemas` writes them for an editor.
    made = set((RESOURCES / "schemas").glob("*.json"))
    assert {each.relative_to(RESOURCES).as_posix() for each in shipped - covered - made} == set()


def test_licences_of_others_are_at_hand_and_in_the_wheel() -> None:
    named = set(re.findall(r"`(resources/\S+LICENSE\S+?)`", TEXT))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert named == {each for each in project["license-files"] if each.startswith("resources/")}
    assert "THIRD_PARTY.md" in project["license-files"]
    assert all((ROOT / each).stat().st_size > 500 for each in named)


def test_every_model_that_can_be_fetched_names_its_licence() -> None:
    catalogue = tomllib.loads((RESOURCES / "models.toml").read_text("utf-8"))
    assert all(each["licence"] for each in catalogue["models"])
