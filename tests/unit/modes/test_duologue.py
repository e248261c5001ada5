"""Duologues: what each side is sent, at every awareness and in every topology, read from the log and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.prompts import prompt
from parley.core.engine.requests import turn_request
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.modes.duologue.config import list_levels
from parley.core.modes.duologue.events import ConvergenceReached
from parley.core.modes.duologue.state import DuologueState
from parley.core.modes.duologue.topology import KINDS, Router, RouterKind, heard_by, next_speaker
from parley.core.perspective.perspective import perspective
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.anthropic.models import Model
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Capabilities
from tests.played_runs import NAMES, duologue, lines_of, played_at, played_in, talk
from tests.scripted_voices import Actor, begun, finished, of_type, recorded, to_the_end

CONTENT = """
kind = "content"
[[rules]]
words = ["what", "who"]
to = "cy"
[[rules]]
words = ["the"]
to = "bo"
"""


def played(home: Home, count: int = 2, **wish: Any) -> Run:
    return played_in(home, duologue(count, **({"turns": 3 * count + 5} | wish)))


def payloads(home: Home, run: Run) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """For every turn its `turn.started` and the body that the Messages API would be sent for it."""
    opened = Studio(home).open(str(run.stage.log.path))
    terms = Terms(Model(id="claude-haiku-5-5"))
    found = []
    for turn in opened.state.turns:
        assert turn.started is not None
        before = opened.replay.find_state_at(turn.asked_seq)
        request = turn_request(before.setup, perspective(before, turn.member), turn.started, before)
        found.append((lines_of(run)[turn.started_seq], dict(build_payload(request, terms).body)))
    return found


def check(home: Home, run: Run) -> None:
    """Own lines as assistant, what was heard of others as user, told only to whom it was told, beginning with user."""
    events = lines_of(run)
    config = events[0]["config"]
    named = len(config["members"]) > 2
    names = {member["id"]: member["name"] for member in config["members"]}
    for started, body in payloads(home, run):
        me, here = started["member"], events.index(started)
        wanted: list[tuple[str, str]] = [("user", config["duologue"]["opening"])]
        for event in events[:here]:
            if event["type"] == "turn.ended":
                who, heard = event["member"], event.get("heard_by")
                if who == me:
                    wanted.append(("assistant", event["text"]))
                elif not heard or me in heard:
                    wanted.append(("user", f"{names[who]}: {event['text']}" if named else event["text"]))
            elif event["type"] == "side.told" and event["member"] == me:
                wanted.append(("user", event["text"]))
            elif event["type"] == "name.chosen":
                names[event["member"]] = event["name"]
        sent = [(message["role"], block["text"]) for message in body["messages"] for block in message["content"]]
        nudge = sent.pop() if sent[-1][0] == "user" and wanted[-1][0] == "assistant" else None
        assert sent == wanted
        assert nudge is None or len(nudge[1]) < 40
        roles = [message["role"] for message in body["messages"]]
        assert roles == [("user", "assistant")[i % 2] for i in range(len(roles))]
        assert roles[-1] == "user"


@pytest.mark.parametrize("level", list_levels())
def test_at_every_awareness_each_side_is_sent_its_own_view(home: Home, level: str) -> None:
    run = played(home, awareness=level, turns=14)
    check(home, run)
    bodies = {started["member"]: body for started, body in payloads(home, run)}
    if level == "none":
        # Nothing at all is told, not even in an empty block, which the API would refuse.
        assert not any("system" in body for body in bodies.values())
        return
    systems = {member: body["system"][0]["text"] for member, body in bodies.items()}
    told = systems["ada"]
    if level == "basic":
        assert "Bo" not in told
        assert "AI" not in told
        assert "model" not in told
    else:
        assert "You are Ada" in told
        assert "You are Bo" in systems["bo"]
        assert "Bo" in told


@pytest.mark.parametrize("asked", [None, 0.3])
def test_a_manner_is_told_where_a_temperature_was_asked_for_and_else_to_nobody(home: Home, asked: float | None) -> None:
    run = played(home, awareness="none", turns=2, temperature=asked)
    manner = "" if asked is None else prompt("temperature", "en", temperature=asked)
    for _started, body in payloads(home, run):
        assert body.get("system", [{"text": ""}])[0]["text"] == manner


class LedActor(Actor):
    """A voice that wants to be told what a turn does."""

    @property
    def capabilities(self) -> Capabilities:
        return replace(super().capabilities, led=True)


@pytest.mark.parametrize(("voice", "level", "led"), [(LedActor, "high", 1), (LedActor, "none", 0), (Actor, "high", 0)])
async def test_a_voice_that_circles_is_told_its_move_and_no_other(
    tmp_path: Path, voice: type[Actor], level: str, led: int
) -> None:
    actor = voice()
    run = begun(tmp_path / "run.jsonl", actor, talk(4, awareness=level))
    await finished(run)
    turns = [request for request in actor.requests if request.purpose == "turn"]
    assert [bool(request.direction) for request in turns] == [bool(led)] * 4
    assert [turn.started is not None and turn.started.move is not None for turn in run.state.turns] == [bool(led)] * 4


def test_each_sides_prompt_reaches_that_side_and_no_other(home: Home, tmp_path: Path) -> None:
    custom = tmp_path / "secret.toml"
    custom.write_text(
        'id = "secret"\nname = {en = "Secret", de = "Geheim"}\n'
        'system = {en = "ZEBRA for {me} about {others}", de = "ZEBRA"}\n'
        '[[injections]]\nturn = 4\nside = "a"\ntext = {en = "QUAGGA", de = "QUAGGA"}\n'
        '[[injections]]\nturn = 5\nside = "b"\ntext = {en = "OKAPI", de = "OKAPI"}\n',
        "utf-8",
    )
    run = played(home, own={"Ada": str(custom)}, turns=10)
    check(home, run)
    for started, body in payloads(home, run):
        sent = json.dumps(body)
        mine = started["member"] == "ada"
        assert ("ZEBRA for Ada about Bo" in sent) is mine
        assert ('"text": "QUAGGA"' in sent) is (mine and started["turn"] >= 4)
        # What is meant for side b stands in a's awareness: b has another one.
        assert '"text": "OKAPI"' not in sent


@pytest.mark.parametrize("kind", KINDS)
def test_in_every_topology_each_is_sent_what_they_heard(home: Home, tmp_path: Path, kind: str) -> None:
    count = 2 if kind == "alternation" else 5
    router = kind
    if kind == "content":
        router = str(tmp_path / "router.toml")
        Path(router).write_text(CONTENT, "utf-8")
    run = played(home, count, router=router, awareness="intermediate")
    check(home, run)
    speakers = [event["member"] for event in lines_of(run) if event["type"] == "turn.ended"]
    ids = [name.casefold() for name in NAMES[:count]]
    if kind in ("alternation", "round_table", "ring"):
        assert speakers == [ids[i % count] for i in range(len(speakers))]
    elif kind == "star":
        assert speakers[::2] == ["ada"] * len(speakers[::2])
        assert speakers[1:8:2] == ids[1:]
    elif kind == "broadcast":
        assert speakers == [ids[i % count] for i in range(len(speakers))]
        heard = {event["member"]: event.get("heard_by") for event in lines_of(run) if event["type"] == "turn.ended"}
        assert heard["ada"] is None
        assert heard["bo"] == ["bo", "ada"]
    elif kind == "panel":
        assert speakers[0] == speakers[5] == "ada"
        assert "ada" not in speakers[1:5]


@pytest.mark.parametrize("action", ["stop", "pause"])
async def test_it_stops_or_stands_where_they_sound_alike(home: Home, action: str) -> None:
    studio = Studio(home)
    run = studio.start(studio.compose(duologue(stop_at=0.3, on_convergence=action, turns=30)), Watching())
    await to_the_end(run)
    if action == "pause":
        assert (run.state.status, run.state.reason) == ("paused", "convergence")
        at = len(run.state.turns)
        await to_the_end(run)
        assert len(run.state.turns) > at
    await run.close()
    await studio.close()
    found = [event for event in lines_of(run) if event["type"] == "convergence.reached"]
    assert found[0]["score"] >= 0.3
    if action == "stop":
        assert (run.state.status, run.state.reason) == ("ended", "convergence")
        assert found[0]["turn"] == len(run.state.turns) < 30


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"count": 3, "router": "alternation"}, "Alternation is for two; there are 3."),
        ({"router": "ringg"}, "There is no router called 'ringg'."),
        ({"router": "content"}, "needs its rules"),
        ({"awareness": "total"}, "There is no awareness called 'total'."),
        ({"hub": "zoe", "router": "star"}, "names 'zoe', who is not in the talk"),
        ({"stop_at": 1.5}, "A convergence of 1.5 is not possible"),
        ({"stop_at": 0.5, "stop_profile": "odd"}, "There is no convergence profile called 'odd'."),
        ({"turns": 0}, "0 turns are not possible"),
    ],
)
def test_what_cannot_be_is_a_sentence(home: Home, wish: dict[str, Any], says: str) -> None:
    with pytest.raises((UsageError, UnknownName), match=says.replace("(", r"\(")):
        played(home, **wish)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Thank you. Anna, what would you say?", "anna-schmidt"),
        ("And Dr. Weiß?", "dr-weiss"),
        ("The one thing left is the end.", "bo"),
        ("the-rat, please.", "the-rat"),
        ("The Rat has not said anything.", "the-rat"),
    ],
)
def test_a_moderator_names_the_next_by_name(line: str, wanted: str) -> None:
    names = {"mo": "Mo", "bo": "Bo Ek", "anna-schmidt": "Anna Schmidt", "dr-weiss": "Dr. Weiß", "the-rat": "The Rat"}
    router, said = Router(kind="panel"), [("mo", line)]
    assert next_speaker(router, [*names], said, frozenset(names), names)[0] == wanted


@pytest.mark.parametrize(
    ("kind", "muted", "wanted"),
    [
        ("star", "b", "acadacad"),
        ("panel", "b", "acdacdac"),
        ("star", "bc", "adadadad"),
        ("star", "a", "bcdbcdbc"),
        ("panel", "a", "bcdbcdbc"),
        ("star", "bcd", "aaaaaaaa"),
        ("broadcast", "abd", "cccccccc"),
        ("ring", "b", "acdacdac"),
        ("round_table", "ac", "bdbdbdbd"),
    ],
)
def test_muted_sides_leave_their_turns_to_all_others_alike(kind: RouterKind, muted: str, wanted: str) -> None:
    router, members = Router(kind=kind), [*"abcd"]
    said: list[tuple[str, str]] = []
    for _ in wanted:
        speaker, _why = next_speaker(router, members, said, frozenset(members) - frozenset(muted))
        said.append((speaker, "Yes."))
    assert "".join(who for who, _what in said) == wanted


def test_what_is_said_reaches_somebody_who_may_answer() -> None:
    star, ring, members = Router(kind="star"), Router(kind="ring"), [*"abcd"]
    assert heard_by(star, members, "a", [], frozenset("b")) == ("a", "c")
    assert heard_by(ring, members, "a", [], frozenset("bc")) == ("a", "b", "c", "d")
    assert heard_by(ring, members, "d", []) == ("d", "a")
    assert heard_by(ring, members, "a", [], frozenset("bcd")) == ("a", "b")


async def test_a_turn_taken_again_is_judged_anew(tmp_path: Path) -> None:
    same, other = "What do you think of the sea?", "The tide is late! And so are we; so, all in all, is everybody."
    actor = Actor(same, same, same, same, other, same, same)
    run = begun(tmp_path / "run.jsonl", actor, talk(8, stop_at=0.95, on_convergence="pause"))
    seen = recorded(run)
    await to_the_end(run)
    assert (run.state.reason, len(run.state.turns)) == ("convergence", 4)
    run.director.retry()
    await run.live(until_paused=True)
    # The new line is another one: nothing was reached by it.
    assert (run.state.reason, run.state.turns[-1].text, run.state[DuologueState].converged) == ("step", other, None)
    run.director.retry()
    await run.live(until_paused=True)
    await to_the_end(run)
    assert (run.state.reason, len(run.state.turns)) == ("convergence", 4)
    await run.close()
    assert [event.turn for event in of_type(seen, ConvergenceReached)] == [4, 4]


@pytest.mark.parametrize("taken", ["bo", "Director"])
def test_nobody_chooses_what_another_goes_by(tmp_path: Path, taken: str) -> None:
    actor = Actor(f'{{"name": "{taken}"}}', '{"name": "Zed"}')
    run, _seen = played_at(tmp_path / "run.jsonl", actor, talk(2, choose_names=True))
    assert (run.state.names["ada"], run.state.names["bo"]) == ("Ada", "Zed")
