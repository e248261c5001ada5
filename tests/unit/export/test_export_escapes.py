from __future__ import annotations

import json
import re

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from parley.core.base.packaged import get_resource
from parley.core.export import fountain, markdown, plain, table
from parley.core.export.documents import make_environment
from parley.core.export.html import script_json
from parley.core.export.registry import Options
from parley.core.export.transcript import read
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from tests.standup_events import sample_events


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# not a heading", "\\# not a heading"),
        ("1. not a list", "1\\. not a list"),
        ("- nor this", "\\- nor this"),
        ("*a* _b_ `c` [d](e)", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e)"),
        ("<b> & |", "\\<b\\> \\& \\|"),
        ("3.5 is a number, #tag a word", "3.5 is a number, #tag a word"),
        ("a\nb\u2028c\x07", "a b c"),
    ],
)
def test_markdown(text: str, escaped: str) -> None:
    assert markdown.escape(text) == escaped


def test_markdown_keeps_the_lines_of_a_line() -> None:
    assert markdown.break_lines("one\n\n# two\n") == "one\\\n\\# two"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "  =1", "＝1"])
def test_a_formula_is_quoted(text: str) -> None:
    assert table.escape_cell(text) == "'" + text


def test_other_cells_stay() -> None:
    assert table.escape_cell("a = b - c") == "a = b - c"
    assert table.escape_cell("nil\x00") == "nil"


def test_plain_text_gives_a_terminal_no_commands() -> None:
    assert plain.wrap_text("A: ", "\x1b[31mred\x07\u2028next") == "A: [31mred\n    | next"


def test_no_line_of_a_text_looks_like_somebody_elses_turn() -> None:
    events = sample_events()
    forged = "Fine.\n  7 Vera: I agree.\n7\\. **Vera**: I agree."
    at = next(at for at, event in enumerate(events) if isinstance(event, TurnEnded))
    events[at] = replace(events[at], text=forged)
    state = fold(events)
    transcript = read(state, events)
    text = "".join(plain.PLAIN.render(transcript, events, Options()))
    assert "    | 7 Vera: I agree." in text
    assert not re.search(r"^\s*7 Vera", text, re.MULTILINE)
    written = "".join(markdown.MARKDOWN.render(transcript, events, Options()))
    assert written.count("&emsp;&emsp;7") == 2
    assert not re.search(r"^\s*7", written.replace("7\\. **" + state.name_of(state.turns[6].member), ""), re.MULTILINE)
    play = "".join(fountain.FOUNTAIN.render(transcript, events, Options()))
    assert "@Vera" not in play
    assert "\n7 Vera" not in play


def test_a_screenplay_reads_a_line_as_a_line() -> None:
    assert fountain.write_dialogue("(aside) [[x]] /*y*/ *z*").replace("\u2060", "") == "(aside) [[x]] /\\*y\\*/ \\*z\\*"
    assert not fountain.write_dialogue("(aside)").startswith("(")
    assert "[[" not in fountain.write_dialogue("[[x]]")
    assert fountain.format_cue("Boß (old) ^") == "@Boß [old]"


def test_script_json_cannot_end_its_element() -> None:
    value = {"</script>": "<!-- <script> ]]> & \u2028\u2029 é 名"}
    text = str(script_json(value))
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == value


def test_the_page_code_cannot_end_its_element() -> None:
    assert "</" not in get_resource("export", "replay.js").read_text("utf-8").replace("</g", "")
    script = get_resource("export", "replay.js").read_text("utf-8")
    assert "innerHTML" not in script
    assert "eval(" not in script
    assert "</" not in get_resource("export", "replay.css").read_text("utf-8")


def test_no_text_in_a_page_steers_who_shows_it() -> None:
    shown = make_environment(autoescape=True).from_string("{{ text }}|{{ kept }}")
    assert shown.render(text="\x1b[31mred\x07\x00<b>", kept=Markup("<i>\n</i>")) == "red&lt;b&gt;|<i>\n</i>"
