"""What is written for offices: it fits its cast, is said in its order, and what is promised in it is taken up."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.base.definition import read_toml
from parley.core.base.line import clean
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.cast import Cast
from parley.core.cast.world import get_world_of, read_shipped
from parley.core.engine.run import Run
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import Author, Move, TurnEnded, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.office.events import DayStarted, SceneEnded, SceneStarted
from parley.core.modes.office.memory.aftermath import by_rules
from parley.core.modes.office.state import OfficeState
from parley.core.modes.office.written.meetings import FOLDER, Line, get_meetings_of
from parley.core.modes.office.written.scripts import come_to, lines_of
from parley.core.studio.reading import Opened
from tests.office_configs import day_config, scene_config, studio_in
from tests.scripted_voices import finished
from tests.unit.modes.test_scenes import played

CASTS = sorted(names("casts"))
WRITTEN = sorted(names(FOLDER))
AT = REHEARSAL_EPOCH
LONGEST = 200


def cast(name: str) -> Cast:
    return read_toml(get_path_of("cast", "casts", name), Cast)


@cache
def configured(name: str) -> RunConfig:
    return day_config(Path(tempfile.mkdtemp()), cast=name)


def begun(name: str) -> State:
    state = State()
    apply(state, RunStarted(at=AT, config=configured(name).as_json()))
    apply(state, RunContinued(at=AT))
    apply(state, DayStarted(at=AT, day=1, date="2026-01-08"))
    return state


def say(state: State, scene_type: str, lines: tuple[Line, ...], **values: object) -> SceneEnded:
    """Play a scene with these lines, and close it."""
    members = tuple(dict.fromkeys(line.by for line in lines))
    number = state[OfficeState].next_scene
    usual = {"kind": "casual", "room": "kitchen", "clock": "10:20", "exchange": "sequential", "importance": 6.0}
    apply(state, SceneStarted(at=AT, scene=number, day=1, scene_type=scene_type, members=members, **usual | values))
    author = Author(kind="writer", name=state.setup.cast_id)
    for line in lines:
        move = Move(act=line.act, to=line.to)
        apply(state, TurnStarted(at=AT, turn=state.next_turn, member=line.by, kind="line", move=move))
        said = clean(line.says).text
        apply(state, TurnEnded(at=AT, turn=state.next_turn, member=line.by, text=said, words_by=author))
    ended = by_rules(state, AT)
    apply(state, ended)
    return ended


@pytest.mark.parametrize("name", WRITTEN)
def test_a_cast_has_a_meeting_for_each_of_its_topics_and_its_people_hold_it(name: str) -> None:
    held, ids = get_meetings_of(name, cast(name).language), {member.id for member in cast(name).members}
    leads = next(member.id for member in cast(name).members if member.coordinator)
    assert len(held.meetings) >= 8
    assert [each.topic for each in held.meetings] == list(dict.fromkeys(each.topic for each in held.meetings))
    assert {each.topic for each in held.meetings} == {*cast(name).topics}
    lines = [line for each in held.meetings for line in each.lines + each.later]
    lines += [line for evening in held.evenings for line in evening.lines]
    assert {line.by for line in lines} | {line.to for line in lines if line.to} <= ids
    assert [line.says for line in lines if len(clean(line.says).text) > LONGEST] == []
    assert len({line.says for line in lines}) == len(lines)
    for each in held.meetings:
        assert 7 <= len(each.lines) <= 10
        assert (each.lines[0].by, each.lines[0].act, each.lines[-1].act) == (leads, "open", "decide")


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_promised_in_a_meeting_is_kept_when_it_is_taken_up(name: str) -> None:
    for each in get_meetings_of(name, cast(name).language).meetings:
        state, promise = begun(name), each.promise
        assert promise is not None
        (loose,) = [
            kept for kept in say(state, "meeting", each.lines, kind="meeting", topic=each.topic).memories if kept.open
        ]
        assert (loose.open, loose.member, loose.about) == ("promise", promise.by, (promise.to,))
        assert loose.said.rstrip(".") in promise.says
        owed = {"thread": loose.id, "owed": "promise", "owes": promise.by}
        later = say(state, "encounter", each.later, topic=loose.said.rstrip(".…! "), **owed)
        assert [(settled.memory, settled.how) for settled in later.settled] == [(loose.id, "kept")]
        assert [kept for kept in later.memories if kept.open] == []
        assert each.later[0].by == promise.to


@cache
def day(name: str, seed: int = 5, days: int = 1) -> Opened:
    return played(Path(tempfile.mkdtemp()), day_config(Path(tempfile.mkdtemp()), cast=name, seed=seed, days=days))


def scenes_of(opened: Opened) -> list[SceneStarted]:
    return [event for event in opened.replay.events if isinstance(event, SceneStarted)]


@pytest.mark.parametrize("name", CASTS)
def test_what_is_said_is_written_word_for_word_and_in_its_order(name: str) -> None:
    opened = day(name)
    turns = opened.state.turns
    by = [turn.ended.words_by for turn in turns]
    assert {each.kind for each in by if each is not None} <= {"writer", "rules"}
    assert {each.name for each in by if each is not None and each.kind == "writer"} == {name}
    assert sum(each is not None and each.kind == "writer" for each in by) >= 0.9 * len(turns)
    for scene in opened.state[OfficeState].scenes:
        lines = lines_of(opened.state.setup, scene.started)
        said = [(turn.member, turn.text) for turn in turns[scene.first - 1 : scene.last]]
        assert not lines or come_to(lines, said) == len(lines)


@pytest.mark.parametrize("name", ["startup", "studio-de"])
def test_no_meeting_and_no_small_talk_comes_twice_before_all_were_had(name: str) -> None:
    had = [each.written for each in scenes_of(day(name, 3, 5)) if each.written.startswith(("meeting/", "talk/"))]
    assert had.count(had[0]) == 1
    assert len(set(had)) == len(had)


def test_the_moves_of_a_written_meeting_are_its_own() -> None:
    opened = day("startup")
    scene = next(each for each in opened.state[OfficeState].scenes if each.started.written.startswith("meeting/"))
    lines = lines_of(opened.state.setup, scene.started)
    moves = [turn.started.move for turn in opened.state.turns[scene.first - 1 : scene.last] if turn.started]
    assert moves == [Move(act=line.act, to=line.to) for line in lines]


@pytest.mark.parametrize("name", CASTS)
def test_every_member_has_work_of_their_own_in_a_world(name: str) -> None:
    told = cast(name)
    found = get_world_of(told.id, [each.id for each in told.members])
    assert found.where != read_shipped("neutral").where
    for member in told.members:
        own = [found.matters[at] for at in found.get_matters_of(member.id)]
        assert len(own) > 1, member.id
        for matter in own:
            assert [len(matter.plan), len(matter.state), len(matter.asks), len(matter.ideas)] == [3, 3, 1, 2]
            assert [len(matter.done), len(matter.look)] == [4, 3]


def test_a_cast_of_ones_own_works_in_an_office_that_could_be_anybodys(tmp_path: Path) -> None:
    (tmp_path / "casts").mkdir()
    members = "\n".join(f'[[members]]\nid = "{one}"\nname = "{one.title()}"' for one in ("ada", "bo", "cy"))
    (tmp_path / "casts" / "own.toml").write_text(f'id = "own"\nname = "Own"\n{members}\n', "utf-8")
    opened = played(tmp_path, day_config(tmp_path, cast="own", seed=5))
    assert len(set(opened.state[OfficeState].tasks.values())) == 3
    meeting_ = next(each for each in opened.state[OfficeState].scenes if each.started.scene_type == "meeting")
    turns = opened.state.turns[meeting_.first - 1 : meeting_.last]
    assert {turn.ended.author for turn in turns} == {"rules"}


@pytest.mark.parametrize("name", CASTS)
def test_whoever_has_no_character_plays_no_dungeons_and_dragons(name: str) -> None:
    evening = scenes_of(day(name))[-1]
    assert evening.scene_type == "event"
    assert (evening.kind == "dnd") == (sum(member.character is not None for member in cast(name).members) > 1)


def test_a_meeting_on_another_topic_is_told_by_moves_about_it(tmp_path: Path) -> None:
    config = scene_config(tmp_path, cast="startup", scene_type="meeting", topic="A swimming pool for winter")
    turns = played(tmp_path, config).state.turns
    assert {turn.ended.author for turn in turns} == {"rules"}
    moves = [turn.started.move for turn in turns if turn.started]
    assert [move.act for move in moves if move][:: len(moves) - 1] == ["open", "decide"]
    assert turns[-1].member == "boss"
    assert "“A swimming pool for winter”" in turns[0].text
    assert turns[0].text.startswith("(Boss ")


def test_who_is_absent_is_in_no_meeting_that_is_held(tmp_path: Path) -> None:
    left = tuple(member.id for member in cast("studio").members if member.id != "bex")
    for seed in range(3):
        config = day_config(tmp_path / str(seed), cast="studio", seed=seed, members=left, topic="")
        found = [each for each in scenes_of(played(tmp_path / str(seed), config)) if each.scene_type == "meeting"]
        assert [each.written for each in found[1:] if not each.written] == []


async def test_where_the_director_puts_something_in_a_meeting_is_written_no_more(tmp_path: Path) -> None:
    def steer(run: Run) -> None:
        run.director.inject("The fire alarm rings")

    config = scene_config(
        tmp_path, cast="startup", scene_type="meeting", topic=get_meetings_of("startup", "en").meetings[0].topic
    )
    run = studio_in(tmp_path).start(config)

    while len(run.state.turns) < 3:
        await run._mode.step(run.stage)
    steer(run)
    await finished(run)
    authors = [turn.ended.words_by.kind for turn in run.state.turns if turn.ended.words_by]
    assert authors[:3] == ["writer"] * 3
    assert {*authors[3:]} == {"rules"}
