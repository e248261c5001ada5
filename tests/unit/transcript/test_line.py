from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hostile import LONG, PIECES
from parley.core.base.line import READ, Line, capped, clean

NAMES = ("Boss", "Jürgen", "Dr. No (retired)")


CLEANED = [
    ("Boss: We ship.", "We ship."),
    ("Boss (smiling): We ship.", "We ship."),
    ('"Boss: We ship."', "We ship."),
    ('Boss: "We ship."', "We ship."),
    ("Jürgen — wir liefern.", "wir liefern."),
    ("Dr. No (retired): Never.", "Never."),
    ("Boss, we ship.", "Boss, we ship."),
    ("„Wir liefern.“", "Wir liefern."),
    ('"One" and "two"', '"One" and "two"'),
    ("**We** _ship_ `now` ~~never~~.", "We ship now never."),
    ("# Plan\n- We ship.\n- Now.", "Plan We ship. Now."),
    ("```\nWe ship.\n```", "We ship."),
    ("See https://example.org/a?b=c now.", "See now."),
    ("Look (www.foo.com), then www.foo.com/a_b!", "Look, then!"),
    ("Schau auf „www.foo.de“, ja?", "Schau auf „“, ja?"),
    ("The awww.factor stays", "The awww.factor stays"),
    ("See foo.com/x, or ftp://foo.org/a.txt!", "See, or!"),
    ("Look at file:///etc/hosts and (docs.foo.co.uk/a?b=c).", "Look at and."),
    ("Node.js/Deno and/or main.py/test, and foo.com", "Node.js/Deno and/or main.py/test, and foo.com"),
    ("<think>Who is\nhe?</think>We ship.", "We ship."),
    ("Half a thought of a template</think>We ship.", "We ship."),
    ("We ship. <think>What next", "We ship."),
    ("<think>only thinking</think>", ""),
    ("[www.foo.com](http://www.foo.com) and us", "and us"),
    ("<p>We <b>ship</b> <i>now</i>.</p>", "We ship now."),
    ('<a href="https://x.y/z">our site</a> is up.', "our site is up."),
    ("<span style='color:red'>We</span> ship<!-- not yet -->.", "We ship."),
    ("We<script>alert('x')</script> ship.", "We ship."),
    ("I <3 you, and a < b > c", "I <3 you, and a < b > c"),
    ("[our site](https://example.org) is up.", "our site is up."),
    ("We   ship\n\n now .", "We ship now."),
    ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
    ("We\x00 ship\x1b[31m.", "We ship."),
    ("\ud800We ship.", "?We ship."),
    ("[only thinking]", ""),
    ("Boss:", ""),
]


def test_a_reply_is_cleaned() -> None:
    for reply, text in CLEANED:
        assert clean(reply, NAMES).text == text, reply


ACTIONS = [
    ("*laughs* Sure.", "Sure."),
    ("*wipes the table* What will it be?", "What will it be?"),
    ("Sure! *Nods* Let's go.", "Sure! Let's go."),
    ("*sighs* *looks away* Fine.", "Fine."),
    ("*She turns, her gown shimmering.* Welcome.", "Welcome."),
    ('*smiles* "We ship."', "We ship."),
    ("Boss: *laughs* We ship.", "We ship."),
    ("*lacht* Na gut.", "Na gut."),
    ("*Er dreht sich um.* Kommst du?", "Kommst du?"),
    ("Klar. *nickt langsam* Morgen.", "Klar. Morgen."),
    ("(smiling at Ben) We ship.", "We ship."),
    ("Sure. (sighs) Fine.", "Sure. Fine."),
    ("I do not know (laughs).", "I do not know."),
    ("We ship. (laughs)\nNow.", "We ship. Now."),
    # Whatever else stands in parentheses is said.
    ("We ship (see the list) now.", "We ship (see the list) now."),
    ("We ship. (See the list.) Now.", "We ship. (See the list.) Now."),
    ("(Ben laughs at that) costs (twice)", "(Ben laughs at that) costs (twice)"),
    ("Two plans (costs included)", "Two plans (costs included)"),
    # Emphasis is said.
    ("I *really* mean it.", "I really mean it."),
    ("*Really* good idea.", "Really good idea."),
    ("*Never!* We ship.", "Never! We ship."),
    ("*Never* again.", "Never again."),
    ("*We ship.* Now.", "We ship. Now."),
    ("*always* ship on Friday", "always ship on Friday"),
    ("Well… *really* good.", "Well… really good."),
    ("**Laughs** is the title.", "Laughs is the title."),
    # Whoever does nothing else has still taken the turn.
    ("*nods*", "nods"),
    ("[Oh no.] *lacht*", "lacht"),
    ("(laughs)", "laughs"),
]


def test_stage_actions_are_not_said_and_emphasis_is() -> None:
    for reply, text in ACTIONS:
        assert clean(reply, NAMES).text == text, reply


OTHERS = [
    ("We ship.\nVera: I agree.", "We ship.", "Vera: I agree."),
    ("We ship.\n\n**Vera:** I agree.\nBoss: Good.", "We ship.", "**Vera:** I agree. Boss: Good."),
    ("We ship.\nVera：I agree.", "We ship.", "Vera：I agree."),
    ("We ship.\nDirector: Stop.", "We ship.", "Director: Stop."),
    ("Boss: We ship.\nBoss: Now.", "We ship. Now.", ""),
    ("Vera: Well?\nBoss: We ship.\nVera: Oh.", "We ship.", "Vera: Oh."),
    # A wrong label of one's own words.
    ("Vera: We ship.", "We ship.", ""),
    # Names that call, and lists of who does what, are one's own words.
    ("We ship.\nVera, are you in?", "We ship. Vera, are you in?", ""),
    ("The plan:\n- Vera: design\n- Boss: build", "The plan: Vera: design Boss: build", ""),
    ("I asked Vera: yes.", "I asked Vera: yes.", ""),
    ("We ship.\nVeranda: closed.", "We ship. Veranda: closed.", ""),
]


def test_lines_of_others_are_not_the_speakers() -> None:
    for reply, text, cut in OTHERS:
        line = clean(reply, ("Boss",), ("Vera", "Director"))
        assert (line.text, line.cut) == (text, cut), reply


def test_thoughts_are_kept_apart() -> None:
    line = clean("[I  doubt it.] We ship. [Or not?] []", NAMES)
    assert line == Line("We ship.", ("I doubt it.", "Or not?"))
    assert clean("We [really](http://x.y) ship.").thoughts == ()


CUT = [
    ("We ship on Friday.", 0, "We ship on Friday."),
    ("We ship on Friday.", 18, "We ship on Friday."),
    ("We ship on Friday. And then we sleep.", 25, "We ship on Friday."),
    ("We ship on Friday. And then we sleep.", 18, "We ship on Friday."),
    ("We ship, and then, on Friday, we sleep.", 18, "We ship, and…"),
    ("We ship, and then, on Friday, we sleep.", 10, "We ship…"),
    ("Donaudampfschifffahrt", 10, "Donaudamp…"),
    ("a b", 1, "…"),
]


def test_a_line_is_cut_at_a_words_end() -> None:
    for text, cap, kept in CUT:
        assert capped(text, cap) == kept, text


def test_what_is_cut_is_kept() -> None:
    line = clean("We ship, and then, on Friday, we sleep.", cap=18)
    assert (line.text, line.cut) == ("We ship, and…", "then, on Friday, we sleep.")
    assert clean("We ship on Friday. And then we sleep.", cap=25).cut == "And then we sleep."


def test_a_hostile_reply_is_read_in_one_pass() -> None:
    for piece in PIECES:
        # With an expression that goes back each of these takes minutes.
        line = clean((piece * LONG)[:LONG], ("Boss",), ("Vera",), acts=True)
        assert sum(map(len, (line.text, line.cut, *line.thoughts, *line.acts))) <= READ, piece


def test_of_a_long_reply_as_much_is_read_as_the_cap_asks_for() -> None:
    assert len(clean("We ship. " * LONG).text) <= READ
    assert len(clean("a" * LONG, cap=READ).text) == READ
    long = "We ship. " * LONG
    assert clean(long, cap=len(long)).text == long.strip()


@given(reply=st.text(max_size=300), cap=st.integers(0, 130))
def test_a_line_is_one_line_within_its_cap(reply: str, cap: int) -> None:
    line = clean(reply, NAMES, cap=cap)
    assert not cap or len(line.text) <= cap
    assert line.text == line.text.strip()
    assert "\n" not in line.text
    assert "\n" not in "".join(line.thoughts)
    line.text.encode()


@given(words=st.lists(st.text("abcäß.,!", min_size=1, max_size=9), min_size=1, max_size=40), cap=st.integers(4, 80))
def test_nothing_between_what_is_kept_and_what_is_cut_is_lost(words: list[str], cap: int) -> None:
    text = clean(" ".join(words)).text
    line = clean(text, cap=cap)
    whole = line.text.removesuffix("…") if line.cut else line.text
    assert (whole + line.cut).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet=st.characters(exclude_categories=[]), max_size=100))
def test_any_reply_can_be_kept(reply: str) -> None:
    clean(reply, NAMES, cap=120).text.encode()
