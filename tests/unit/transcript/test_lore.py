"""Lore books: which entries come to whose mind, by what, in which order, within which bounds; and what cards tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.base.errors import UsageError
from parley.core.cast.card import Card
from parley.core.cast.lore import MOST_BUDGET, SCAN_DEPTH, LoreBook, LoreEntry
from parley.core.cast.macros import fill_text
from parley.core.engine.composing import get_greeting_of
from parley.core.log.codec import decode_all
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import CameToMind, TurnEnded, TurnStarted
from parley.core.log.fold import fold
from parley.core.perspective import patterns
from parley.core.perspective.decorators import parse_decorators
from parley.core.perspective.lore import add_lore, came_to_mind, iterate_bad_keys
from parley.core.perspective.perspective import perspective, system_prompt
from parley.core.perspective.weight import sum_tokens
from tests.entries_by_hand import Talk
from tests.scripted_voices import Actor, begun, finished
from tests.standup_events import sample_config


def book(*entries: LoreEntry | dict[str, Any], **values: Any) -> LoreBook:
    made = tuple(each if isinstance(each, LoreEntry) else LoreEntry.model_validate(each) for each in entries)
    return LoreBook(name="Coast", entries=made, **values)


def about(*keys: str, says: str = "", **values: Any) -> LoreEntry:
    return LoreEntry(keys=keys, content=says or f"About {keys[0] if keys else 'all'}.", **values)


def talk_with(lore: LoreBook | None, *lines: str, own: LoreBook | None = None, card: Card | None = None) -> Talk:
    """A standup in which these lines were said, with a book for all, or for the boss alone."""
    config = sample_config(8)
    boss = config.members[0].model_copy(update={"card": (card or Card()).model_copy(update={"lore": own})})
    config = config.model_copy(update={"members": (boss, *config.members[1:]), "lore": (lore,) if lore else ()})
    talk = Talk(config)
    for line in lines:
        talk.say("analyst", line)
    return talk


def minded(talk: Talk, member: str = "boss") -> list[str]:
    return [each.text for each in came_to_mind(talk.state, talk.seen_by(member))]


def test_entries_come_by_their_keys_and_say_by_which() -> None:
    lore = book(
        about("tower", "keep"),
        about("sea", name="The sea"),
        about("moon", off=True),
        about(says="Always.", always=True),
        about(says="@@activate\nTold.", name="Told"),
    )
    talk = talk_with(lore, "I saw the KEEP by the moonlit seaside.")
    assert came_to_mind(talk.state, talk.seen_by("boss")) == (
        CameToMind(book="Coast", entry="tower", key="keep", text="About tower."),
        CameToMind(book="Coast", entry="The sea", key="sea", text="About sea."),
        CameToMind(book="Coast", entry="Always.", text="Always."),
        CameToMind(book="Coast", entry="Told", text="Told."),
    )


@pytest.mark.parametrize(
    ("entry", "line", "comes"),
    [
        (about("sea", whole=True), "the seaside", False), (about("sea", whole=True), "the sea, again", True),
        (about("Sea", case=True), "the sea", False), (about("Sea", case=True), "The Sea", True),
        (about("straße", whole=True), "Die STRASSE", False), (about("straße"), "Die STRASSE", True),
        (about("qa", secondary=("qb", "qc")), "qa qc", True), (about("qa", secondary=("qb", "qc")), "qa qd", False),
        (about("qa", secondary=("qb", "qc"), logic="all"), "qa qb", False),
        (about("qa", secondary=("qb", "qc"), logic="all"), "qa qb qc", True),
        (about("qa", secondary=("qb", "qc"), logic="not_any"), "qa", True),
        (about("qa", secondary=("qb", "qc"), logic="not_any"), "qa qb", False),
        (about("qa", secondary=("qb", "qc"), logic="not_all"), "qa qb", True),
        (about("qa", secondary=("qb", "qc"), logic="not_all"), "qa qb qc", False),
        (about("{{char}}'s lamp"), "Boss's lamp is lit", True), (about("c++"), "I write C++.", True),
        (about("Sea", whole=True, case=True), "the sea", False), (about("Sea", whole=True, case=True), "a Sea", True),
        (about("{{// nothing}}"), "anything", False), (about(r"/a\/b+/g"), "a/bb", True), (about("/ab?d/"), "b", False),
        (about("/^Yes.No$/ms"), "Yes\nNo", True), (about("/no$/i"), "NO", True), (about("/no$/"), "NO", False),
    ],
)  # fmt: skip
def test_keys(entry: LoreEntry, line: str, comes: bool) -> None:
    pytest.importorskip("re2")
    talk = talk_with(book(entry), "Well.")
    # One's own lines stand there without a name, each on a line of its own.
    for each in line.split("\n"):
        talk.say("boss", each)
    assert bool(minded(talk)) is comes


def test_only_so_many_lines_are_looked_at() -> None:
    lore = book(
        about("first"), about("second"), about("third", scan_depth=1), about("deep", scan_depth=50),
        about("deep", says="@@scan_depth 9\nAs deep."), scan_depth=2,
    )  # fmt: skip
    talk = talk_with(lore, "deep", "first", "third", "second", "and now")
    assert minded(talk) == ["About second.", "About deep.", "As deep."]
    assert minded(talk_with(book(about("a"), scan_depth=0), "a")) == []


def test_what_a_member_did_not_hear_calls_nothing_to_their_mind() -> None:
    talk = talk_with(book(about("secret")))
    talk.say("analyst", "The secret is out.", to=("analyst", "writer"))
    assert minded(talk) == []
    assert minded(talk, "writer") == ["About secret."]


def test_a_members_own_book_is_theirs_alone() -> None:
    talk = talk_with(None, "the sea", own=book(about("sea")))
    assert minded(talk) == ["About sea."]
    assert minded(talk, "writer") == []


def test_entries_are_told_in_their_order() -> None:
    lore = book(
        about("x", says="after 2", order=2), about("x", says="deep 1", depth=1),
        about("x", says="before", position="before"), about("x", says="end", depth=0, order=0),
        about("x", says="deep 4", depth=4), about("x", says="after 1", order=1),
        about("x", says="@@depth 9\ndeepest", order=0),
    )  # fmt: skip
    assert minded(talk_with(lore, "x")) == ["before", "after 1", "after 2", "deepest", "deep 4", "deep 1", "end"]


def test_a_budget_leaves_out_what_is_worth_least() -> None:
    one = "word " * 40
    lore = book(
        about("x", says=f"low {one}", priority=1, order=900), about("x", says=f"high {one}", priority=9, order=1),
        about("x", says=f"always {one}", always=True, order=0), budget=2 * sum_tokens(one) + 20,
    )  # fmt: skip
    assert [text.split()[0] for text in minded(talk_with(lore, "x"))] == ["always", "high"]
    # It is enough for what is exactly as much, with two tokens for what stands around it.
    for more, comes in ((2, 1), (1, 0)):
        assert len(minded(talk_with(book(about("x", says=one), budget=sum_tokens(one.strip()) + more), "x"))) == comes
    # However much a stranger's book asks for.
    endless = book(*(about("x", says=f"{at} {'word ' * 400}") for at in range(60)), budget=9_000_000)
    assert 0 < sum(map(sum_tokens, minded(talk_with(endless, "x")))) <= MOST_BUDGET


def test_entries_call_one_another_so_many_times() -> None:
    chain = [about(f"k{at}", says=f"leads to k{at + 1}") for at in range(9)]
    assert minded(talk_with(book(*chain, recursive=True), "k0")) == [f"leads to k{at}" for at in (1, 2, 3, 4)]
    assert minded(talk_with(book(*chain), "k0")) == ["leads to k1"]
    talk = talk_with(book(*chain, recursive=True), "k0")
    assert came_to_mind(talk.state, talk.seen_by("boss"))[1].by == "k0"
    # The first that calls it is enough.
    two = book(chain[0], about("k0", says="calls nothing", name="other"), chain[1], recursive=True)
    assert minded(talk_with(two, "k0")) == ["leads to k1", "calls nothing", "leads to k2"]
    quiet = book(chain[0], chain[1].model_copy(update={"unechoed": True}), recursive=True)
    silent = book(chain[0].model_copy(update={"silent": True}), chain[1], recursive=True)
    assert minded(talk_with(quiet, "k0")) == minded(talk_with(silent, "k0")) == ["leads to k1"]


def test_chances_follow_from_the_seed() -> None:
    lore = book(*(about("x", says=f"{at}", probability=50) for at in range(40)))
    first, again = (minded(talk_with(lore, "x")) for _ in range(2))
    assert first == again
    assert 5 < len(first) < 35
    draw = 100 * SeededRandom(sample_config().seed).draw_float(1, "lore:boss:Coast:0:0")
    for probability, comes in ((0, []), (draw - 0.001, []), (draw + 0.001, ["About x."])):
        assert minded(talk_with(book(about("x", probability=probability)), "x")) == comes


def test_a_strangers_expression_cannot_hang(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("re2")
    lore = book(
        about(r"/drag(on)+s?/i"), about(r"^(\w+\s?)*$", regex=True, says="Matched in linear time."),
        about(r"(?=look)ahead", regex=True, says="never"), about("(" * 300 + "a", regex=True, says="never"),
        about(r"(a{1,1000}){1,1000}", regex=True, says="never"),
    )  # fmt: skip
    talk = talk_with(lore, "Three DRAGONONS", "a" * 5_000 + "!" * 5_000)
    assert minded(talk) == ["About /drag(on)+s?/i."]
    assert [(key[:9], bool(why)) for _entry, key, why in iterate_bad_keys(lore)] == [
        ("(?=look)a", True), ("(((((((((", True), ("(a{1,1000", True),
    ]  # fmt: skip
    assert minded(talk_with(book(about("Drag.n", regex=True, case=True)), "a dragon")) == []
    assert patterns.has_match("a" * 400, "a" * 400, case=True)
    assert patterns.find_fault("a" * 401) == "it has 401 characters; at most 400 are possible"
    why = str(patterns.find_fault("[" + "a" * 200)).removeprefix("it cannot be searched for in bounded time (")
    assert (why[:7], why[-2:], len(why)) == ("missing", "a)", 121)
    assert capfd.readouterr().err == ""


def test_without_the_library_expressions_are_never_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_load_library", lambda: None)
    patterns._compile_key.cache_clear()
    lore = book(about("/missing library/", "plain"))
    assert minded(talk_with(lore, "missing library")) == []
    assert minded(talk_with(lore, "plain")) == ["About /missing library/."]
    missing = "the package google-re2 is missing (pip install 'parley-studio[cards]')"
    assert [(key, why) for _entry, key, why in iterate_bad_keys(lore)] == [("/missing library/", missing)]
    patterns._compile_key.cache_clear()


@pytest.mark.parametrize(
    ("content", "line", "comes"),
    [
        ("@@activate\ntext", "nothing", True), ("@@dont_activate\ntext", "qx", False),
        ("@@dont_activate\n@@activate\ntext", "", True), ("@@activate_only_after 1\ntext", "qx", False),
        ("@@activate_only_every 2\ntext", "qx", True), ("@@additional_keys qy,qz\ntext", "qx", False),
        ("@@additional_keys qy,qz\ntext", "qx qz", True), ("@@exclude_keys qy\ntext", "qx qy", False),
        ("@@unknown 4\n@@@exclude_keys qy\ntext", "qx qy", False),
        ("@@depth 4\n@@@exclude_keys qy\ntext", "qx qy", True),
        ("@@is_user_icon me\n\ntext", "qx", True), ("@@depth", "qx", False),
    ],
)  # fmt: skip
def test_decorators(content: str, line: str, comes: bool) -> None:
    assert minded(talk_with(book(about("qx", says=content)), line)) == (["text"] if comes else [])


@pytest.mark.parametrize(("content", "text", "numbers"), [
    ("@@depth 4\n@@depth 5\none\ntwo", "one\ntwo", {"depth": 4}), ("@@@depth 4\ntext", "text", {}),
    ("@@depth 12345678\ntext", "text", {"depth": 10_000}), ("@@depth 123456789\ntext", "text", {}),
])  # fmt: skip
def test_numbers_of_decorators(content: str, text: str, numbers: dict[str, int]) -> None:
    says = parse_decorators(content)
    assert (says.text, says.numbers) == (text, numbers)


@pytest.mark.parametrize(
    ("content", "line", "spoken", "comes"),
    [
        ("@@keep_activate_after_match\ntext", "nothing", 1, "boss"),
        ("@@dont_activate_after_match\ntext", "qx", 1, "writer"), ("text", "nothing", 1, ""),
        ("text", "qx", 1, "boss writer"), ("@@activate_only_every 2\ntext", "qx", 1, "writer"),
        ("@@activate_only_every 2\ntext", "qx", 2, "boss writer"), ("@@activate_only_after 1\ntext", "qx", 1, "boss"),
    ],
)  # fmt: skip
def test_what_came_to_mind_before_counts_for_its_decorators(content: str, line: str, spoken: int, comes: str) -> None:
    state = talk_with(book(about("qx", says=content))).state
    came = (CameToMind(book="Coast", entry="qx", text="text"),)
    fold([TurnStarted(at=REHEARSAL_EPOCH, turn=1, member="boss", lore=came)], state)
    for turn, member, text in ((1, "boss", "Well."), (2, "boss", "Woven in."), (3, "analyst", line)):
        fold([TurnEnded(at=REHEARSAL_EPOCH, turn=turn, member=member, text=text)], state)
    state.spoken["boss"] = spoken
    found = {member: came_to_mind(state, perspective(state, member)) for member in ("boss", "writer")}
    assert " ".join(member for member in found if found[member]) == comes
    key = "qx" if line == "qx" else ""
    assert all((each.key, each.text) == (key, "text") for each in sum(found.values(), ()))


def test_macros() -> None:
    draw = SeededRandom(1)

    def fill(text: str) -> str:
        return fill_text(text, "Ann", "Bob", lambda what: draw.draw_float(0, what))

    assert fill("{{char}} and <USER>, {{ Char }}{{// hidden}}{{comment: x}}{{hidden_key:k}}") == "Ann and Bob, Ann"
    assert fill("{{original}}{{reverse:abc}}") == "cba"
    assert fill("{{random:a,b\\,c}}") in ("a", "b,c")
    assert fill("{{pick::a::b}}") in ("a", "b")
    assert 1 <= int(fill("{{roll:d6}}")) <= 6
    # No macro is more than a word, and none is filled in again.
    same = "{{file:/etc/passwd}} {{getvar::x}} {{roll:1e99}} {{{{char}}"
    assert fill(same) == same.replace("{{char}}", "Ann")
    assert fill_text("{{char}}", "{{user}}", "Bob") == "{{user}}"


# What is told and sent --------------------------------------------------------------------------------------------


def card_config(mode: str = "roundtable") -> RunConfig:
    card = Card(
        greetings=("Hello, {{user}}.", "Again."), group_greetings=("All of you!",), scenario="{{char}} is at sea.",
        reminder="Stay wet.", notes="Secret of its maker.", lore=book(about("sea", says="{{char}} fears it.")),
    )  # fmt: skip
    config = sample_config(3)
    boss = config.members[0].model_copy(
        update={"card": card, "directive": "Speak as {{char}}.", "identity": "{{char}}!"}
    )
    return config.model_copy(update={"mode": mode, "members": (boss, *config.members[1:])})


def test_a_persona_is_told_with_its_scenario_and_without_its_notes() -> None:
    config = card_config()
    system = system_prompt(config, config.members[0])
    for part in ("Boss!", "Speak as Boss.", "The situation: Boss is at sea."):
        assert part in system
    assert "Secret" not in system
    assert "Stay wet" not in system
    german = config.model_copy(update={"language": "de"})
    assert "Die Lage: Boss is at sea." in system_prompt(german, german.members[0])
    # Whoever has no card is told every sign as it stands.
    other = config.members[1].model_copy(update={"identity": "{{char}}", "card": None})
    assert "{{char}}" in system_prompt(config.add_member(other), other)


@pytest.mark.parametrize(("member", "lore", "parts"), [
    ("writer", False, ["Speak."]), ("writer", True, ["This comes to your mind:", "- A tower.", "Speak."]),
    ("boss", False, ["Speak.", "Stay wet."]),
    ("boss", True, ["This comes to your mind:", "- A tower.", "Speak.", "Stay wet."]),
])  # fmt: skip
def test_a_direction_stands_between_what_came_to_mind_and_a_reminder(member: str, lore: bool, parts: list[str]) -> None:
    came = (CameToMind(book="Coast", entry="tower", text="A tower."),) if lore else ()
    assert [line for line in add_lore(card_config(), member, "Speak.", came).split("\n") if line] == parts


async def test_it_is_sent_and_stands_in_the_log(tmp_path: Path) -> None:
    config = card_config()
    asked = {"greeting": get_greeting_of(config, "boss:1"), "policy": "round_robin", "turns": 8}
    actor = Actor("The sea is loud.")
    await finished(begun(tmp_path / "log.jsonl", actor, config.model_copy(update=asked)))
    events = decode_all((tmp_path / "log.jsonl").read_bytes())
    assert events is not None
    first = next(event for event in events if isinstance(event, TurnEnded))
    assert (first.member, first.text, first.author, first.swipe) == ("boss", "All of you!", "script", 0)
    assert [swipe.text for swipe in first.swipes] == ["All of you!", "Hello, everybody.", "Again."]
    started = [event for event in events if isinstance(event, TurnStarted)]
    mine = [event for event in started if event.member == "boss"]
    # The first word was nobody's reply.
    assert started[0].turn == 2
    assert mine
    came = CameToMind(book="Coast", entry="sea", key="sea", text="Boss fears it.")
    assert {event.turn: event.lore for event in mine} == {
        event.turn: (came,) if event.turn <= 2 + SCAN_DEPTH else () for event in mine
    }
    assert not any(event.lore for event in started if event.member != "boss")
    for request in actor.requests:
        if request.purpose == "turn":
            own = request.perspective.me.id == "boss"
            assert request.direction.endswith("Stay wet.") is own
            assert ("Boss fears it." in request.direction) is (own and request.turn <= 2 + SCAN_DEPTH)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [("nobody", "no member who can begin"), ("analyst", "brought no greeting"), ("boss:9", "has 3 greetings")],
)
def test_a_greeting_that_is_not_there(wanted: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        get_greeting_of(card_config(), wanted)
    assert get_greeting_of(card_config(), "") is None
