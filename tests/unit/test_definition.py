from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.base.definition import MOST_FAULTS, Definition, parse_toml, read_text, read_toml
from parley.core.base.errors import DefinitionError
from parley.core.base.places import place_of
from parley.core.base.sentences import said
from parley.core.cast.cast import Cast

CAST = """\
id = "crew"
name = "Crew"

[[members]]
id = "ann"
name = "Ann"

[[members]]
id = "bob"
name = "Bob"
age = 30

[members.relations.ann]
affinity = 0.7
"""


def blamed(text: str, model: type[Definition] = Cast) -> DefinitionError:
    with pytest.raises(DefinitionError) as caught:
        parse_toml(text, Path("crew.toml"), model)
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("age = 30", 'age = "thirty"', 11, "'members.1.age': input should be a valid integer"),
        ("age = 30", "age = -1", 11, "greater than or equal to 0, not -1"),
        ("age = 30", "shoe_size = 44", 11, "there is no field called 'members.1.shoe_size'"),
        ('name = "Bob"\n', "", 8, "'members.1.name' is missing"),
        ("affinity = 0.7", "affinity = 7", 14, "less than or equal to 0.95, not 7"),
        ("relations.ann", "relations.zoe", 13, "'bob' has a relation to 'zoe', who is not in the cast"),
        ('id = "bob"', 'id = "ann"', 9, "two members have the id 'ann'"),
        ('id = "crew"', 'id = "The Crew"', 1, "'id': string should match pattern"),
        ('id = "crew"', "id = [1, 2]", 1, "'id': input should be a valid string"),
        ('id = "bob"', 'id = "director"', 9, "person at the controls"),
        ("age = 30", "age = ", 11, "this is not TOML"),
        ("[[members]]", "[[members", 4, "this is not TOML"),
        ('id = "crew"', 'id = "crew"\nid = "crew"', 2, "this is not TOML"),
    ],
)
def test_a_wrong_value_is_blamed_by_line(old: str, new: str, line: int, said: str) -> None:
    error = blamed(CAST.replace(old, new, 1))
    assert error.line == line
    assert said in str(error)
    assert str(error).startswith("crew.toml: ")


@pytest.mark.parametrize(
    "text",
    [
        "[" + "a." * 50_000 + "a]",
        "a = " + "[" * 100_000,
        "a = " + "1" * 5_000,
        "a = {" * 5_000,
        "\x00",
        "a = 2026-13-45",
        '"\\ud800" = 1',
        ".".join("a" * 200_000) + " = 1",
    ],
    ids=["deep-header", "deep", "long-number", "deep-table", "nil", "no-date", "surrogate", "long-key"],
)
def test_what_breaks_parsers_is_a_sentence(text: str) -> None:
    assert len(str(blamed(text))) < 300


@given(st.text(max_size=200))
def test_any_text_is_a_definition_or_a_sentence(text: str) -> None:
    with pytest.raises(DefinitionError):
        parse_toml(text, "x.toml", Cast)


@given(line=st.integers(0, 14), cut=st.integers(0, 30), put=st.text(max_size=6))
def test_a_mutilated_cast_is_read_or_blamed(line: int, cut: int, put: str) -> None:
    lines = CAST.splitlines()
    lines[line % len(lines)] = lines[line % len(lines)][:cut] + put
    text = "\n".join(lines)
    try:
        parse_toml(text, "x.toml", Cast)
    except DefinitionError as error:
        assert 0 <= error.line <= len(text.splitlines()) + 1  # noqa: PT017


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "crew.toml"
    path.write_bytes(b"\xef\xbb\xbf" + CAST.replace("\n", "\r\n").encode())
    assert read_toml(path, Cast).name == "Crew"
    assert "\r" not in read_text(path)


def test_a_table_of_a_hundred_thousand_names_is_nobody_elses_line() -> None:
    deep = ".".join(["members"] * 100_000)
    assert place_of(f"[{deep}]\nage = 1\n{CAST}", ("members", 1, "age")).line == 13


def test_everything_that_is_wrong_is_found_at_once() -> None:
    text = CAST.replace("age = 30", "age = -1\nshoe = 1").replace("affinity = 0.7", "affinity = 7")
    error = blamed(text)
    assert sorted((each.line, each.column, each.field) for each in (error, *error.others)) == [
        (11, 1, "members.1.age"),
        (12, 1, "members.1.shoe"),
        (15, 1, "members.1.relations.ann.affinity"),
    ]
    doubled = blamed(CAST.replace('id = "bob"', 'id = "ann"').replace("relations.ann", "relations.zoe"))
    assert [(each.line, each.field) for each in (doubled, *doubled.others)] == [
        (9, "members.1.id"),
        (13, "members.1.relations.zoe"),
    ]


def test_of_a_list_without_a_sound_item_only_the_items_are_told() -> None:
    error = blamed('id = "x"\nname = "X"\n[[members]]\nid = "a"\n')
    assert [each.field for each in (error, *error.others)] == ["members.0.name"]
    # One that is too short by itself is told.
    assert "at least 1 item" in str(blamed('id = "x"\nname = "X"\nmembers = []\n'))


def test_of_a_file_that_is_wrong_from_end_to_end_some_hundred_faults_are_told() -> None:
    error = blamed('id = "x"\nname = "X"\n' + '[[members]]\nid = "A"\nname = "a"\n' * 2_000)
    assert len(error.others) == MOST_FAULTS - 1
    assert error.hint == "And 1999 more."


NO_TOML = [
    "a", "a = 1 b = 2", "a b = 1", "[a", "[[a", "[[a]", "= 1", "a = [1", "a = {b = 1", 'a = "b', "a = ", "a = ja",
    "a = 2026-13-40", 'a = "\\q"', 'a = "\\uZZZZ"', 'a = "\\uD800"', "a = 1\na = 2", "[a]\n[a]",
    "[a]\nb.c = 1\n[a.b]",
    "a = {b = 1, b = 2}", "a = {}\n[a.b]", "a = 1\n[[a]]", 'a = "b\x01"', "a = 1\n[a.b]", "# \x00", "a = '''b",
]  # fmt: skip


def test_what_is_wrong_with_toml_is_said_in_sentences_of_ours() -> None:
    """Whatever this version of Python says of these is among what we know."""
    for text in NO_TOML:
        fault = blamed(text)
        english, german = said(fault.bare, "en"), said(fault.bare, "de")
        assert "says “" not in english, text
        assert english.startswith("this is not TOML: "), text
        assert german.startswith("das ist kein TOML: "), text
        assert german.partition(": ")[2] != english.partition(": ")[2], text
        where = f"Zeile {fault.line}, Spalte {fault.column}: " if fault.column else f"Zeile {fault.line}: "
        assert where in fault.said("de"), text
