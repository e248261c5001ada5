"""Lines on paper: broken where the library breaks them, and every word measured once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.modes.office.logbook.faces import known, write_faces
from core.modes.office.logbook.paper import Paper

SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüß0123456789 .,:;!?–\u00a0\u2009-"


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paper]:
    signs = known()
    made = Paper(write_faces(tmp_path_factory.mktemp("faces"), SIGNS), signs, "{page}")
    made.add_page()
    yield made
    # It closes the fonts' files.
    made.output()


def by_the_library(paper: Paper, text: str, width: float) -> list[str]:
    found = paper.multi_cell(width, 5, text, align="L", dry_run=True, output="LINES")
    assert isinstance(found, list)
    return [line.replace("\u00a0", " ").rstrip(" ") for line in found]


WORDS = st.lists(st.text(SIGNS.replace(" ", ""), min_size=1, max_size=14), min_size=1, max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=WORDS, width=st.floats(25, 180), size=st.sampled_from([7.6, 10, 19]), style=st.sampled_from(["", "B"]))
def test_lines_end_where_the_library_ends_them(
    paper: Paper, words: list[str], width: float, size: float, style: str
) -> None:
    paper.use(size, style=style)
    text = " ".join(words)
    ours = [line.replace("\u00a0", " ").rstrip(" ") for line in paper._lines(text, width)]
    assert ours == by_the_library(paper, text, width)


def test_lines_of_the_text_stay_and_a_word_wider_than_a_line_is_cut(paper: Paper) -> None:
    paper.use(10)
    assert paper._lines("One.\n\nTwo.", 100) == ["One.", "", "Two."]
    cut = paper._lines("w" * 90, 30)
    assert len(cut) > 3
    assert "".join(cut) == "w" * 90
    assert all(paper.get_string_width(line) <= 30 for line in cut)
    # Behind a name the first line is shorter: a word that does not fit begins the next, whole.
    assert paper._lines("wwwwww so", 60, 4) == ["", "wwwwww so"]


def test_every_word_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its own paper: nothing is known of any word yet.
    paper = Paper(write_faces(tmp_path, SIGNS), known(), "{page}")
    paper.add_page()
    measured: list[str] = []
    width_of = paper.get_string_width

    def counted(text: str, *rest: bool) -> float:
        measured.append(text)
        return width_of(text, *rest)

    monkeypatch.setattr(paper, "get_string_width", counted)
    text = "The same six words again and again. " * 200
    for size in (8, 10, 12):
        paper.height_of(text, size, width=70)
        paper.write_text(text, size, width=70)
    once, measured = measured, []
    paper.output()
    assert sorted(once) == sorted({*text.split(" "), " "})
