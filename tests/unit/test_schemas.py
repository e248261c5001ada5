"""The schemas that ship: current, sound, and what every shipped file and every golden log is right by."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from datetime import date, datetime, time
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from parley.core.authoring import kinds, schemas
from scripts import fields, measures_page, options
from scripts.schemas import broken, digest, released
from scripts.schemas import made as made_anew

ROOT = Path(__file__).parents[2]
if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

FILES = [
    *(path for folder in sorted((ROOT / "resources").iterdir()) for path in sorted(folder.glob("*.toml"))),
    *sorted((ROOT / "examples").glob("experiments/*.toml")),
    *sorted((ROOT / "examples").glob("questionnaires/*.toml")),
]
LINE = re.compile(r"#:schema (\S+)\n")
WRITTEN = [path for path in FILES if LINE.match(path.read_text("utf-8"))]
LOGS = [
    *(path for path in sorted((ROOT / "tests" / "golden").glob("*.jsonl")) if not path.stem.startswith("pidgin")),
    *sorted((ROOT / "resources" / "samples").glob("*.jsonl")),
]


made = cache(made_anew)


@cache
def draft() -> type[Draft202012Validator]:
    """The validator, without the grammar of addresses that takes seconds to load and that no schema here asks for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rfc3987_syntax", None)
        from jsonschema import Draft202012Validator
    return Draft202012Validator


@cache
def validator(kind: str) -> Draft202012Validator:
    from referencing import Registry

    # Nothing is fetched: a schema that refers to another file fails.
    return draft()(json.loads(schemas.get_published(kind)), registry=Registry())


def faults(kind: str, value: Any) -> list[str]:
    found = validator(kind).iter_errors(value)
    return [f"{'.'.join(map(str, each.absolute_path))}: {each.message[:200]}" for each in found]


def read(path: Path) -> Any:
    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items()}
        if isinstance(value, list):
            return [plain(each) for each in value]
        # Editors give moments to a schema as they are written.
        return value.isoformat() if isinstance(value, datetime | date | time) else value

    return plain(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("kind", ["run", "events"])
def test_what_is_published_knows_no_packages(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    published = schemas.get_published(kind)
    # As where others are installed than those that ship.
    monkeypatch.setattr(schemas.MODES, "values", lambda: [schemas.MODES["roundtable"]])
    assert schemas.get_published(kind) == published
    assert len(schemas.get_text_of(schemas.get_schema_of(kind))) < len(published)


@pytest.mark.slow
def test_a_schema_is_sound_and_says_its_version() -> None:
    for kind in kinds.names():
        schema = json.loads(schemas.get_published(kind))
        draft().check_schema(schema)
        assert re.fullmatch(rf"urn:parley:schema:{kind}:\d+\.\d+", schema["$id"]), kind
        assert schema["$schema"].endswith("2020-12/schema"), kind
        used = set(re.findall(r'"\$ref": "#/\$defs/(\w+)"', schemas.get_published(kind)))
        assert used == set(schema.get("$defs", ())), kind


def test_everything_that_people_write_has_a_line_for_editors_that_leads_to_a_schema() -> None:
    shipped = {path.parent.name for path in WRITTEN}
    assert shipped == {
        "casts", "formats", "plans", "worlds", "stories", "schedules", "awareness", "experiments", "questionnaires",
    }  # fmt: skip
    for path in FILES:
        found = LINE.match(path.read_text("utf-8"))
        assert (found is not None) == (path.parent.name in shipped), path
        if found:
            assert (path.parent / found[1]).resolve() == ROOT / "resources" / "schemas" / Path(found[1]).name
            assert Path(found[1]).stem in kinds.names(), path


def test_what_ships_is_right_by_its_schema() -> None:
    for path in WRITTEN:
        kind = Path(LINE.match(path.read_text("utf-8"))[1]).stem  # type: ignore[index]
        assert faults(kind, read(path)) == [], path
        assert kinds.get_kind_of(path, path.read_text("utf-8")) == kind, path
        # Also without its line and its folder.
        assert kinds.get_kind_of(Path(path.name), LINE.sub("", path.read_text("utf-8"))) == kind, path


def test_every_event_of_a_golden_log_is_right_by_its_schema() -> None:
    for path in LOGS:
        by_tag = {
            part["properties"]["type"]["const"]: name
            for name, part in json.loads(schemas.get_published("events"))["$defs"].items()
            if "const" in part.get("properties", {}).get("type", {})
        }
        schema = validator("events")
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            event = json.loads(line)
            # The one of its tag: the others could only say that it is not theirs, each at length.
            part = schema.evolve(schema={"$ref": f"#/$defs/{by_tag[event['type']]}", "$defs": schema.schema["$defs"]})
            assert [error.message[:200] for error in part.iter_errors(event)] == [], (path.name, number)


@pytest.mark.parametrize(
    ("kind", "file", "old", "new"),
    [
        ("cast", "casts/startup", "coordinator = true", 'coordinator = "yes"'),
        ("cast", "casts/startup", 'colour = "rust"', 'colour = "rusty"'),
        ("format", "formats/standup", "actions = true", "action = true"),
        ("story", "stories/ferry", "length = 20", "length = 0"),
        ("schedule", "schedules/round-the-clock", "hour = 0\n", "hour = 24\n"),
        ("plan", "plans/small", 'wall = "west"', 'wall = "left"'),
    ],
)  # fmt: skip
def test_what_the_models_refuse_the_schema_refuses(kind: str, file: str, old: str, new: str) -> None:
    text = (ROOT / "resources" / f"{file}.toml").read_text("utf-8")
    assert old in text
    assert len(faults(kind, tomllib.loads(text.replace(old, new, 1)))) == 1


def test_every_field_says_what_it_is_for_and_nothing_is_said_of_others() -> None:
    silent, parts = [], set()
    for kind in kinds.map_toml_kinds():
        schema = json.loads(schemas.get_published(kind))
        for name, part in (("", schema), *schema.get("$defs", {}).items()):
            properties = schemas.whole(part).get("properties", {})
            parts |= {(kind, name, field) for field in properties} | {("shared", name, field) for field in properties}
            silent += [f"{kind} {name}.{field}" for field, found in properties.items() if "description" not in found]
    assert silent == [], "say it at the field, or in resources/schemas/about.toml"
    told = {
        (kind, name if isinstance(value, dict) else "", field)
        for kind, table in schemas.read_about().items()
        for name, value in table.items()
        for field in (value if isinstance(value, dict) else [name])
    }
    assert told - parts == set()


PAGES = {
    "fields": (fields.PAGE, fields.page),
    "measures_page": (measures_page.PAGE, measures_page.page),
    **{f"options {page.name}": (page, partial(options.build_page, page)) for page in options.PAGES},
}


@pytest.mark.parametrize("script", PAGES)
def test_a_page_that_is_made_of_the_code_is_current(script: str) -> None:
    page, made_now = PAGES[script]
    assert page.read_text("utf-8") == made_now(), f"make it anew: python -m scripts.{script.split(maxsplit=1)[0]}"


def test_a_published_schema_does_not_change_under_its_version() -> None:
    assert broken(made(), released()) == []
    name = json.loads(schemas.get_published("cast"))["$id"]
    assert broken(made(), {name: digest("what it said before")}) == [name]
