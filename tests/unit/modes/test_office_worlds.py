"""Offices of all casts, played: each speaks of its own world, says little twice, and its minutes tell the truth."""

from __future__ import annotations

import itertools
import re
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.clock import SimulatedClock
from parley.core.base.definition import read_toml
from parley.core.base.packaged import names, path_of
from parley.core.cast.cast import Cast
from parley.core.cast.world import World, shipped, world_of
from parley.core.log.config import RunConfig
from parley.core.log.events.distilled import MemoryRecord
from parley.core.modes.office.agenda import load
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.memory.played import sentences
from parley.core.modes.office.rehearsal.minutes import Minutes
from parley.core.modes.office.rehearsal.slots import office
from parley.core.modes.office.state import OfficeState
from parley.core.office.plan import load_plan
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Perspective
from parley.core.studio.reading import Opened
from parley.core.voices.base import Request
from tests.office_configs import day_config
from tests.unit.modes.test_scenes import played

CASTS = sorted(names("casts"))
WORLDS = [name for name in names("worlds") if name != "neutral"]
COMMON = re.compile(r"\W+")


def words(world: World, language: str) -> set[str]:
    """What the things and topics of a world are called, word by word: what only one world has is telling."""
    texts = [matter.name.text(language).replace("|", " ") for matter in world.matters]
    texts += [option.text(language).replace("|", " ") for topic in world.topics for option in topic.options]
    texts += [topic.title.text(language) for topic in world.topics if topic.title]
    return {word for text in texts for word in COMMON.split(text.casefold()) if len(word) > 4}


def telling(name: str, language: str) -> set[str]:
    """The words that no other world uses anywhere."""
    others = [world for each in names("worlds") if each != name for world in [shipped(each)]]
    used = {
        word
        for world in others
        for pool in office(language, world).pools.values()
        for phrase in pool
        for word in COMMON.split(phrase.text.casefold())
    }
    used |= {word for world in others for word in words(world, language)}
    return words(shipped(name), language) - used


@cache
def day(cast: str, days: int = 1) -> Opened:
    folder = Path(tempfile.mkdtemp())
    return played(folder, day_config(folder, cast=cast, days=days, seed=5))


def said(opened: Opened) -> list[str]:
    return [turn.text for turn in opened.state.turns]


@pytest.mark.parametrize("cast", CASTS)
def test_no_line_of_one_cast_names_anothers_things(cast: str) -> None:
    opened = day(cast)
    config = opened.state.setup
    told = " ".join([*said(opened), *(memory.text for memory in opened.state[OfficeState].memories)])
    own = next(name for name in WORLDS if config.lived_in.where == shipped(name).where)
    foreign = set().union(*(telling(name, config.language) for name in WORLDS if name != own))
    found = set(COMMON.split(told.casefold()))
    assert found & foreign == set()
    assert found & telling(own, config.language)


def test_a_cast_of_ones_own_works_in_an_office_that_could_be_anybodys(tmp_path: Path) -> None:
    (tmp_path / "casts").mkdir()
    members = "\n".join(f'[[members]]\nid = "{one}"\nname = "{one.title()}"' for one in ("ada", "bo", "cy"))
    (tmp_path / "casts" / "own.toml").write_text(f'id = "own"\nname = "Own"\n{members}\n', "utf-8")
    opened = played(tmp_path, day_config(tmp_path, cast="own", seed=5))
    found = set(COMMON.split(" ".join(said(opened)).casefold()))
    assert found & set().union(*(telling(name, "en") for name in WORLDS)) == set()
    tasks = opened.state[OfficeState].tasks
    assert len(set(tasks.values())) == 3


@pytest.mark.parametrize("cast", ["shop", "studio-de"])
def test_a_week_says_hardly_a_sentence_twice(cast: str) -> None:
    counts = Counter(sentence for text in said(day(cast, 5)) for sentence in sentences(text))
    assert sum(times - 1 for times in counts.values()) < 0.02 * counts.total()


@pytest.mark.parametrize("cast", CASTS)
def test_a_promise_is_asked_after_on_its_day_and_not_before(cast: str) -> None:
    scenes = day(cast, 5).state[OfficeState].scenes
    days = ("Monday|Montag", "Tuesday|Dienstag", "Wednesday|Mittwoch", "Thursday|Donnerstag")
    for scene in scenes:
        if scene.started.owed == "promise":
            named = [at for at, names in enumerate(days, 1) if re.search(names, scene.started.topic)]
            assert all(scene.started.day >= at for at in named if at > 1)


@pytest.mark.parametrize("cast", ["startup", "studio-de"])
def test_a_meeting_decides_for_what_more_spoke_for_and_says_so(cast: str) -> None:
    opened = day(cast, 5)
    state, config = opened.state, opened.state.setup
    bank = office(config.language, config.lived_in)
    against = [phrase.mark for phrase in bank.pools["meeting.decide_against"]]
    even = [phrase.mark for pool in ("even", "even_mine") for phrase in bank.pools[f"meeting.decide_{pool}"]]
    for scene in state[OfficeState].scenes:
        if scene.started.scene_type != "meeting":
            continue
        turns = [turn for turn in state.turns if scene.first <= turn.number <= scene.last]
        topic = config.lived_in.topics[config.lived_in.topic(scene.started.topic)]
        spoke: dict[str, int] = {}
        for turn in turns[:-1]:
            for side, points in enumerate((topic.first, topic.second)):
                voted = any(form in turn.text for form in topic.options[side].forms(config.language))
                if any(each.text(config.language) in turn.text for each in points) or (voted and turn is not turns[0]):
                    spoke.setdefault(turn.member, side)
        counts = Counter(spoke.values())
        last = turns[-1]
        said_even = any(mark in last.text for mark in even)
        assert said_even == (counts[0] == counts[1])
        if not said_even:
            won = int(counts[1] > counts[0])
            assert any(form in last.text for form in topic.options[won].forms(config.language))
            gives_in = any(mark in last.text for mark in against)
            assert last.member not in spoke or gives_in == (spoke[last.member] != won)


@pytest.mark.parametrize("cast", CASTS)
def test_whoever_has_no_character_plays_no_dungeons_and_dragons(cast: str) -> None:
    characters = sum(member.character is not None for member in read_toml(path_of("cast", "casts", cast), Cast).members)
    scenes = day(cast).state[OfficeState].scenes
    evening = scenes[-1].started
    assert evening.scene_type == "event"
    assert (evening.kind == "dnd") == (characters > 1)


def test_the_master_of_the_table_plays_nobody_and_remembers_it_so() -> None:
    state = day("studio").state
    table = state[OfficeState].scenes[-1].started
    memories = [each for each in state[OfficeState].memories if each.scene == table.scene]
    by_member: dict[str, MemoryRecord] = {each.member: each for each in memories}
    for member in state.setup.members:
        assert member.character is not None
        plays = member.character.name in by_member[member.id].text
        assert plays == (member.id != table.host)
        assert ("dungeon master" in by_member[member.id].text) == (member.id == table.host)
    host = state.setup.member(table.host)
    assert host.character is not None
    lines = [turn.text for turn in state.turns if turn.number >= state[OfficeState].scenes[-1].first]
    assert not any(host.character.name in line for line in lines)


# ---------------------------------------------------------------- minutes


@cache
def configured(language: str) -> RunConfig:
    cast = read_toml(path_of("cast", "casts", "studio-de" if language == "de" else "studio"), Cast)
    agenda = load()
    return RunConfig(
        id="made", mode="scenes", cast_id=cast.id, members=cast.members, format=agenda.day, turns=0, topic="",
        language=language, seed=3, simulated=True,
        scenes=OfficeConfig(agenda=agenda, floor=load_plan("studio")),
    )  # fmt: skip


def minutes_of(config: RunConfig, scene: SceneStarted, lines: list[tuple[str, str]]) -> dict[str, Any]:
    view = Perspective(config, config.members[0], "", (), 0)
    material = tuple(Piece(str(at), member, text) for at, (member, text) in enumerate(lines, 1))
    return Minutes(Request(view, "", scene=scene, material=material), Random(1)).whole()


def check(config: RunConfig, scene: SceneStarted, lines: list[tuple[str, str]], found: dict[str, Any]) -> None:
    """Each claim of the minutes follows from the lines."""
    bank = office(config.language, config.lived_in)
    summary, name = found["summary"], config.names
    everything = " ".join(text for _, text in lines)
    counts = Counter(member for member, _ in lines)

    def claimed(pool: str) -> list[re.Match[str]]:
        patterns = (re.escape(each.text) for each in bank.pools[pool])
        patterns = (each.replace(r"\{said\}", "(?P<said>.+?)") for each in patterns)
        patterns = (re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\w+)", each) for each in patterns)
        return [match for pattern in patterns if (match := re.search(pattern, summary))]

    for match in claimed("summary.most"):
        most = max(counts.values())
        assert [name[one] for one, times in counts.items() if times == most] == [match["name"]]
    for match in claimed("summary.against"):
        pairs = itertools.pairwise(lines)
        assert any(
            (name[one], name[other]) == (match["other"], match["name"])
            and any(each.mark in reply for each in bank.pools["meeting.object"])
            for (one, _), (other, reply) in pairs
        )
    quotes = [*claimed("summary.decided"), *claimed("summary.promise"), *claimed("summary.question")]
    for match in quotes:
        assert match["said"].rstrip("…") in everything
    if claimed("summary.undecided"):
        marks = [each.mark for pool in ("decide", "decide_mine") for each in bank.pools[f"meeting.{pool}"]]
        assert not any(mark in everything for mark in marks)
    for thread in found["threads"]:
        teller = thread["member"] if thread["kind"] == "promise" else thread["other"]
        assert any(member == teller and thread["text"].rstrip("…") in text for member, text in lines)
    spoke = set(counts)
    for shift in found["shifts"]:
        assert shift["valence"] == "neutral" or {shift["member"], shift["other"]} <= spoke
    assert not re.search(r"laugh|gelacht|hour|Stunde", re.sub(r"[“„].*?[”“]", "", summary))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_minutes_claim_nothing_that_the_lines_do_not_show(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(["en", "de"]))
    config = configured(language)
    bank = office(language, config.lived_in)
    pools = ["meeting.agree", "meeting.object", "meeting.decide", "visit.promise", "visit.close", "topic.0.first"]
    known = [each.text for pool in pools for each in bank.pools[pool]]
    known += ["I'll be back.", "What is it?", "Ich werde da sein.", "Wer war das?", "Nobody laughed."]
    ids = [member.id for member in config.members]
    here = data.draw(st.lists(st.sampled_from(ids), min_size=2, max_size=5, unique=True))
    kind = data.draw(st.sampled_from(["meeting", "encounter"]))
    texts = st.sampled_from([re.sub(r"\{\w+\}", "Ada", text) for text in known])
    lines = data.draw(st.lists(st.tuples(st.sampled_from(here), texts), max_size=9))
    scene = SceneStarted(
        at=SimulatedClock().now(), scene=1, day=1, clock="10:00", scene_type=kind,  # type: ignore[arg-type]
        kind="meeting" if kind == "meeting" else "casual", room="kitchen", members=tuple(here), host=here[0],
    )  # fmt: skip
    check(config, scene, lines, minutes_of(config, scene, lines))


@pytest.mark.parametrize("cast", CASTS)
def test_the_minutes_of_played_scenes_claim_nothing_that_was_not_said(cast: str) -> None:
    state = day(cast).state
    scenes = state[OfficeState].scenes
    for at, scene in enumerate(scenes):
        end = scenes[at + 1].first if at + 1 < len(scenes) else len(state.turns) + 1
        lines = [(turn.member, turn.text) for turn in state.turns if scene.first <= turn.number < end]
        if lines:
            check(state.setup, scene.started, lines, minutes_of(state.setup, scene.started, lines))


def test_every_cast_that_ships_has_a_world() -> None:
    common = shipped("neutral").where
    for cast in CASTS:
        told = read_toml(path_of("cast", "casts", cast), Cast)
        assert world_of(told.id, [member.id for member in told.members]).where != common
