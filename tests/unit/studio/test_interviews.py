"""Questions off the record: asked alone, at any turn, without the run noticing; paid for, kept, and an outcome."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError, LogError, RunError, UnknownName, UsageError, VoiceError
from parley.core.cast.affinity import pair
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import request_of
from parley.core.home import Home
from parley.core.log.events.turn import Usage
from parley.core.settings import Settings
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import build_table
from parley.core.studio.interviews.asking import Asking, build_question_request
from parley.core.studio.interviews.log import InterviewLog, spent_on
from parley.core.studio.interviews.questions import Item, Questionnaire, read_answer
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.core.voices import pool
from parley.core.voices.base import Capabilities, Delta, Price, Reply, Request, Spent, Waiting
from tests.scripted_voices import Actor, finished

REHEARSAL = VoiceSpec(provider="rehearsal")


def item(text: str, **more: object) -> Item:
    return Item.model_validate({"text": text, **more})


async def played(studio: Studio, kind: str = "roundtable", **asked: object) -> Opened:
    asked = {"format": "debate", "turns": 8, "cast": "newsroom"} | asked if kind == "roundtable" else asked
    run = studio.start(studio.compose(request_of(kind, **asked, seed=4, simulated=True, voice=REHEARSAL)))
    await finished(run)
    return studio.open(run.state.run)


class Paid(Actor):
    """A voice that keeps what it is asked, costs ten cents a reply, and says what it is told to."""

    asked: list[Request] = []
    says = '{"answer": "I would rather not say."}'
    fault: VoiceError | None = None
    pieces: tuple[Delta | Waiting, ...] = ()
    waits: asyncio.Event | None = None

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        Paid.asked.append(request)
        if Paid.waits is not None:
            await Paid.waits.wait()
        if Paid.fault is not None:
            raise Paid.fault
        for piece in Paid.pieces:
            yield piece
        if Paid.says:
            yield Reply(text=Paid.says, provider="actor", model="m", cost=0.1)


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> type[Paid]:
    Paid.asked, Paid.says, Paid.fault, Paid.waits = [], '{"answer": "I would rather not say."}', None, None
    monkeypatch.setattr(pool, "make_voice", lambda spec, *_args, **_values: Paid(spec=spec))
    return Paid


async def test_a_member_sees_what_they_saw_then_and_the_run_does_not_notice(studio: Studio, home: Home) -> None:
    opened = await played(studio)
    before = opened.path.read_bytes()
    one, other = opened.state.setup.members[:2]
    for turn in (0, 3, 8):
        state = opened.replay.state_at_turn(turn)
        request = build_question_request(state, one, item(f"What do you think of {other.name}?"))
        said = [block.said for block in request.perspective.witnessed() if block.speaker]
        assert said == [each.text for each in opened.state.turns[:turn]]
        answered = (await Asking.of(studio).ask(opened.replay, one.id, turn, item(f"What of {other.name}?"))).answered
        assert answered is not None
        assert answered.rehearsed
        # A rehearsal has no words for it.
        assert str(answered.answer).startswith("(")
    assert opened.path.read_bytes() == before
    assert studio.open(opened.state.run).state.turns == opened.state.turns
    log = InterviewLog(home, opened.state.run)
    assert [(each.asked.number, each.asked.turn) for each in log.list_interviews()] == [(1, 0), (2, 3), (3, 8)]
    assert log.path.parent == home.interviews
    assert InterviewLog(home, "../../x").path.parent == home.interviews
    # A torn line, as of a power cut, costs that line alone.
    log.path.write_bytes(log.path.read_bytes() + b'{"type":"interview.as')
    await Asking.of(studio).ask(opened.replay, other.id, 8, item("Again?"))
    assert [each.asked.number for each in log.list_interviews()] == [1, 2, 3, 4]


async def test_a_scale_is_answered_by_the_rule_that_is_written_down(studio: Studio) -> None:
    opened = await played(studio)
    one, other, third = opened.state.setup.members[:3]
    affinity = opened.state.affinity[pair(one.id, other.id)]

    async def point(text: str, **more: object) -> object:
        found = await Asking.of(studio).ask(opened.replay, one.id, 8, item(text, type="likert", **more))
        return found.answered.answer if found.answered else None

    due = int(1 + 6 * (affinity - 0.1) / 0.85 + 0.5)
    assert await point(f"Do you trust {other.name}?", points=7) == due
    assert await point(f"Do you distrust {other.name}?", points=7, reverse=True) == 8 - due
    others = [opened.state.affinity[pair(one.id, each.id)] for each in opened.state.setup.members[1:]]
    assert await point("Do you feel at ease?") == int(1 + 4 * (sum(others) / len(others) - 0.1) / 0.85 + 0.5)
    best = max((other, third), key=lambda each: opened.state.affinity[pair(one.id, each.id)])
    names = [other.name, third.name]
    chosen = await Asking.of(studio).ask(
        opened.replay, one.id, 8, item("Whom do you like?", type="choice", options=names)
    )
    assert chosen.answered is not None
    assert chosen.answered.answer == best.name


async def test_what_it_costs_is_in_the_days_accounts_also_where_it_fails(
    studio: Studio, home: Home, paid: type[Paid], monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = VoiceSpec(provider="anthropic", model="m")
    opened = await played(studio)
    one = opened.state.setup.members[0]
    today = datetime.now(UTC).astimezone().date()
    paid.asked.clear()
    found = await Asking.of(studio).ask(opened.replay, one.name, 5, item("Why?"), voice=voice)
    assert found.answered is not None
    assert (found.answered.answer, found.answered.rehearsed) == ("I would rather not say.", False)
    (request,) = paid.asked
    assert request.direction.count("Why?") == 1
    assert "off the record" in request.direction
    assert request.perspective.me.id == one.id
    assert spent_on(home, today) == pytest.approx(0.1)
    paid.says = '{"answer": 9}'
    with pytest.raises(UsageError, match="no point of the scale"):
        await Asking.of(studio).ask(opened.replay, one.id, 5, item("How?", type="likert"), voice=voice)
    paid.fault = VoiceError("server", "It broke.", cost=0.05)
    with pytest.raises(VoiceError, match="It broke"):
        await Asking.of(studio).ask(opened.replay, one.id, 5, item("How?"), voice=voice)
    paid.fault, paid.waits = None, asyncio.Event()
    asking = asyncio.create_task(Asking.of(studio).ask(opened.replay, one.id, 5, item("Now?"), voice=voice))
    while len(paid.asked) < 4:
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert spent_on(home, today) == pytest.approx(0.25)
    wasted, begun = Spent(Usage(output=20_000)), Spent(Usage(output=10_000))
    monkeypatch.setattr(paid, "pieces", (Waiting(0, "busy", fault="server", spent=wasted), Delta("I", spent=begun)))
    monkeypatch.setattr(paid, "capabilities", Capabilities(price=Price(output=5.0)))
    paid.waits.set()
    for paid.says in ("", '{"answer": "Yes."}'):
        with nullcontext() if paid.says else pytest.raises(VoiceError, match="without a reply"):
            await Asking.of(studio).ask(opened.replay, one.id, 5, item("Why?"), voice=voice)
    assert spent_on(home, today) == pytest.approx(0.25 + 0.15 + 0.2)
    kinds = [each.failed.kind if each.failed else "" for each in InterviewLog(home, opened.state.run).list_interviews()]
    assert kinds == ["", "unusable", "server", "cancelled", "dropped", ""]
    # The budget of the day is one for runs and interviews.
    poor = Studio(home, Settings.model_validate({"budget": {"day_cost": 0.2}}))
    with pytest.raises(RunError, match="budget is used up"):
        await Asking.of(poor).ask(opened.replay, one.id, 5, item("Still?"), voice=voice)
    await poor.close()


async def test_who_or_when_is_not_there_is_told_and_nothing_is_kept(studio: Studio, home: Home) -> None:
    opened = await played(studio)
    with pytest.raises(UnknownName, match="member called 'Zed'"):
        await Asking.of(studio).ask(opened.replay, "Zed", 3, item("You?"))
    with pytest.raises(UsageError, match="8 turns"):
        await Asking.of(studio).ask(opened.replay, opened.state.setup.members[0].id, 9, item("You?"))
    home.lock(f"interviews-{opened.state.run}").mkdir(parents=True)
    with pytest.raises(LogError, match="the interview cannot be kept"):
        await Asking.of(studio).ask(opened.replay, opened.state.setup.members[0].id, 3, item("You?"))
    assert not home.interviews.exists()


@pytest.mark.parametrize(
    ("asked", "said", "answer"),
    [
        ({"type": "likert"}, "I would say 4, for now.", 4),
        ({"type": "likert"}, '```json\n{"answer": 2}\n```', 2),
        ({"type": "choice", "options": ["Yes", "No"]}, "no.", "No"),
        ({"type": "choice", "options": ["Yes", "No"]}, "Yes or No", None),
        ({"type": "likert"}, "much", None),
        ({"type": "likert"}, "1" * 500_000, None),
        ({}, "  ", None),
    ],
)
def test_answers_are_read_or_refused(asked: dict[str, object], said: str, answer: object) -> None:
    question = item("Well?", **asked)
    if answer is None:
        with pytest.raises(UsageError):
            read_answer(question, said, "en")
    else:
        assert read_answer(question, said, "en") == answer


ITEMS = """
name = "Climate"
when = ["before", 4, "after"]
[[items]]
id = "ease"
type = "likert"
text = { en = "How do you get on with the others?", de = "Wie verstehst du dich mit den anderen?" }
[[items]]
id = "view"
type = "choice"
text = "Where do we stand?"
options = ["agreed", "open", "同意", "C", "C++"]
"""


async def test_a_questionnaire_is_an_outcome_and_is_filled_in_once(home: Home, studio: Studio) -> None:
    (home.path / "climate.toml").write_text(ITEMS, "utf-8")
    data = {
        "name": "Asked", "repetitions": 2, "questionnaire": "climate.toml", "metrics": ("ask.after", "turns"),
        "roundtable": {"format": "debate", "turns": 6, "voice": "rehearsal"}, "grid": {"cast": ("startup", "newsroom")},
    }  # fmt: skip
    plan = Plan(Experiment.model_validate(data))

    async def run() -> int:
        service = ExperimentService(home)
        found = await Running(service, plan, home.path).live()
        await service.close()
        assert found.whole
        return found.before

    assert await run() == 0
    logs = {path: path.read_bytes() for path in home.interviews.iterdir()}
    assert len(logs) == 4
    assert await run() == 4
    assert {path: path.read_bytes() for path in home.interviews.iterdir()} == logs
    table = build_table(home, plan, plan.experiment.metrics)
    assert {f"ask.after.{one}" for one in ("ease", "ease.a", "view.share_3", "view.share_c-5")} <= set(table.figures)
    assert {"said.4.view.a", "said.before.view.a"} <= set(table.words)
    ease = {row["set.cast"]: row["ask.after.ease"] for row in table.rows}
    assert ease["startup"] != ease["newsroom"]
    # One that was not answered to its end is asked for what is missing, and for nothing else.
    torn, whole = next(iter(logs.items()))
    torn.write_bytes(b"\n".join(whole.splitlines()[:5]) + b"\n")
    assert len(build_table(home, plan, plan.experiment.metrics).rows) == 3
    assert await run() == 3
    lines = [json.loads(line) for line in torn.read_text("utf-8").splitlines()]
    asked = [(line["moment"], line["item"], line["member"]) for line in lines if line["type"] == "interview.asked"]
    assert len(asked) == len(set(asked)) + 1, "the one without an answer was asked again"


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ('"before", 4', '"during"', "no moment"),
        ('id = "view"', 'id = "ease"', "an id stands there twice"),
        ('["agreed", "open", "同意", "C", "C++"]', '["agreed"]', "two options"),
        ('"open"', '"agreed"', "twice"),
        ('id = "view"', 'id = "My View"', "no id"),
    ],
)
def test_a_bad_questionnaire_is_blamed(before: str, after: str, wanted: str) -> None:
    with pytest.raises(DefinitionError) as fault:
        parse_toml(ITEMS.replace(before, after), Path("q.toml"), Questionnaire)
    assert wanted in str(fault.value)
