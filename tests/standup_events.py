"""Realistic runs made by hand: the events of a standup, for whoever needs a log without a voice."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.cast.member import Member, VoiceSpec
from parley.core.formats import Format, Localised
from parley.core.log.config import CarriedAffinity, CarriedMemory, RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import ActionItem, Drift, Memory, RunDistilled
from parley.core.log.events.run import RunContinued, RunEnded, RunForked, RunPaused, RunStarted, TopicInjected
from parley.core.log.events.turn import (
    Candidate,
    SpeakerSelected,
    TurnEnded,
    TurnFailed,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from parley.core.log.fold import apply
from parley.core.log.state import DIRECTOR, State
from parley.core.turn_taking.rule_policies import affinity
from parley.core.turn_taking.selection import SelectionContext

Lang = Literal["en", "de"]
MODELS: dict[str, str] = {"rehearsal": "", "embedded": "smollm2-135m", "anthropic": "sample-model"}
SAID: dict[str, Any] = tomllib.loads((Path(__file__).parent / "standup.toml").read_text("utf-8"))
"""People and lines by language, and those that no document may take for anything but text."""

STANDUP = Format(
    id="standup",
    name=Localised(en="Standup", de="Standup"),
    purpose=Localised(en="Where everybody stands, what blocks them.", de="Wo alle stehen und was sie hindert."),
    members=(4, 6),
    turns=(6, 12),
    temperature=0.6,
    opener="coordinator",
    opening=Localised(en="Open the standup and ask for a status.", de="Eröffne das Standup und frage nach dem Stand."),
    closing=Localised(en="Close the standup with who does what.", de="Schließe das Standup: Wer macht was?"),
    distils=("insight", "strategy", "lesson"),
    actions=True,
)


def sample_config(
    turns: int = 12,
    lang: Lang = "en",
    *,
    nasty: bool = False,
    seed: int = 7,
    run_id: str = "",
    cast_id: str = "",
    provider: str = "rehearsal",
) -> RunConfig:
    """The configuration of `sample_events`; every pair of members has an affinity."""
    draws, said = SeededRandom(seed), SAID[lang]
    members = [Member(coordinator=not number, **person) for number, person in enumerate(said["people"])]
    topic = said["topic"]
    if nasty:
        # A name is one line of visible characters; everything else may be as nasty as it likes.
        names = [name.replace("\u200d", "") for name in SAID["nasty_names"]]
        members = [
            member.model_copy(update={"name": name, "role": "<b>role</b> & co"})
            for member, name in zip(members, names, strict=True)
        ]
        topic = "=1+1 <svg onload=window.hacked=6> </script><script>window.hacked=7</script> *topic* | \u2028"
    memory = CarriedMemory(
        member=members[1].id, kind="insight", text="Mondays are slow.", confidence=0.7, run="earlier"
    )  # fmt: skip
    return RunConfig(
        id=run_id or f"sample-{lang}-{turns}" + ("-nasty" if nasty else ""),
        cast_id=cast_id or f"startup-{lang}",
        cast_name=said["cast_name"],
        members=tuple(members),
        format=STANDUP,
        topic=topic,
        place="conference",
        language=lang,
        seed=seed,
        turns=turns,
        voice=VoiceSpec(provider=provider, model=MODELS[provider]),
        affinities=tuple(
            CarriedAffinity(a=a, b=b, affinity=round(draws.draw_float(0, f"affinity:{a}:{b}", 0.2, 0.9), 2))
            for a, b in combinations(sorted(member.id for member in members), 2)
        ),
        memories=(memory,),
        simulated=True,
    )


def sample_events(
    turns: int = 12,
    lang: Lang = "en",
    nasty: bool = False,
    *,
    seed: int = 7,
    run_id: str = "",
    cast_id: str = "",
    ended: bool = True,
    provider: str = "rehearsal",
    cost: float = 0.0,
    start: datetime = REHEARSAL_EPOCH,
) -> list[Event]:
    """The log of a standup of five.

    Before turn 4 a topic is injected, before turn 6 one is whispered; turn 5 fails once and is retried; turn 7 is
    taken back once and spoken again; turn 9 is the director's. Every turn but the director's has a selection with its
    reasons and a reply; every third has a thought. With `ended` a distillation and `run.ended` follow. `cost` is what
    each reply costs. The same arguments give the same events.
    """
    config = sample_config(turns, lang, nasty=nasty, seed=seed, run_id=run_id, cast_id=cast_id, provider=provider)
    return list(_Script(config, nasty, cost, start).play(turns, ended=ended))


def forked(events: list[Event], at_turn: int, run_id: str, overrides: dict[str, object] | None = None) -> list[Event]:
    """The first events of a fork: the prefix before `at_turn` began, then `run.forked`."""
    state = State()
    for seq, event in enumerate(events):
        if isinstance(event, SpeakerSelected | TurnStarted) and event.turn == at_turn:
            fork = RunForked(
                at=event.at, run=run_id, parent=state.run, at_seq=seq, at_turn=at_turn, overrides=dict(overrides or {})
            )
            return [*events[:seq], fork]
        apply(state, event)
    raise ValueError(f"no turn {at_turn}")


class _Script:
    """Writes events and folds them as it goes, so that selections see what was said."""

    def __init__(self, config: RunConfig, nasty: bool, cost: float, start: datetime) -> None:
        self.config = config
        self.said = SAID[config.language]
        self.lines = SAID["nasty_lines"] if nasty else self.said["lines"]
        self.by: dict[str, Any] = {"provider": config.voice.provider, "model": config.voice.model, "cost": cost}
        self.nasty = nasty
        self.moment = start
        self.state = State()
        self.draws = SeededRandom(config.seed)

    def tell(self, kind: type[Event], later: float, /, **values: Any) -> Event:
        """An event so many seconds later, which has happened from then on."""
        self.moment += timedelta(seconds=later)
        event = kind(at=self.moment, **values)
        apply(self.state, event)
        return event

    def play(self, turns: int, *, ended: bool) -> Iterator[Event]:
        hacked = "<b onmouseover=window.hacked=8>" if self.nasty else ""
        first = self.config.members[0].id
        yield self.tell(RunStarted, 0, config=self.config.as_json())
        yield self.tell(RunContinued, 0.1)
        for number in range(1, turns + 1):
            if number == 4:
                yield self.tell(TopicInjected, 0.3, text=hacked + self.said["injected"])
            if number == 6:
                yield self.tell(TopicInjected, 0.3, text=hacked + self.said["whispered"], to=(first,))
            if number == 9:
                words = {"turn": number, "member": DIRECTOR}
                yield self.tell(TurnStarted, 0.5, **words, kind="director")
                yield self.tell(TurnEnded, 0, **words, text=self.said["director"], author="director")
                continue
            yield self._selected(number)
            yield from self._turn(number)
            if number == 7:
                yield self.tell(TurnRetried, 0.5, turn=number)
                yield from self._turn(number, attempt=1)
        if ended:
            yield from self._ending()

    def _selected(self, number: int) -> Event:
        members = self.config.members
        if number == 1:
            return self.tell(SpeakerSelected, 0.01, turn=1, member=members[0].id, policy="affinity", reason="opens")
        ids = [member.id for member in members]
        situation = SelectionContext(
            members=ids,
            names={member.id: member.name for member in members},
            eligible=frozenset(ids),
            spoken=dict(self.state.spoken),
            affinity=self.state.affinity,
            last_speaker=self.state.last_speaker,
            last_text="",
            turn=number,
        )
        chosen = affinity(situation, self.draws)
        names = ("member", "policy", "reason", "candidates", "draw")
        return self.tell(SpeakerSelected, 0.01, turn=number, **{name: getattr(chosen, name) for name in names})

    def _turn(self, number: int, attempt: int = 0) -> Iterator[Event]:
        assert self.state.selected is not None
        words = {"turn": number, "member": self.state.selected.member}
        begun = {
            "kind": "opening" if number == 1 else "closing" if number == self.config.turns else "line",
            "direction": f"Turn {number} of {self.config.turns}. One short line.",
        }
        yield self.tell(TurnStarted, 0.01, **words, **begun, attempt=attempt)
        if number == 5 and attempt == 0:
            sentence = "The voice is overloaded (529)."
            yield self.tell(TurnFailed, 0.9, **words, kind="overloaded", sentence=sentence)
            yield self.tell(RunPaused, 0, reason="failure", detail=sentence)
            yield self.tell(TurnRetried, 2, turn=number)
            yield self.tell(RunContinued, 0)
            yield self.tell(TurnStarted, 0.01, **words, **begun)
        # The take that is taken back is another line, so that one can tell that it is gone.
        index = number + 1 if number == 7 and attempt == 0 else number - 1
        said = self.lines[index % len(self.lines)]
        thoughts = (self.lines[(index + 3) % len(self.lines)].rstrip("."),) if number % 3 == 0 else ()
        latency = round(self.draws.draw_float(number, "latency", 0.4, 1.6), 3)
        yield self.tell(
            VoiceReplied,
            latency,
            **words,
            **self.by,
            text=said + "".join(f" [{thought}]" for thought in thoughts),
            usage=Usage(input=40 + number, cache_read=30 * min(number, 40), output=12 + len(said) // 6),
            latency=latency,
            first_token=round(latency / 3, 3),
            request_hash=f"{number:032x}",
            temperature_as="words",
        )
        yield self.tell(TurnEnded, 0, **words, text=said, thoughts=thoughts)

    def _ending(self) -> Iterator[Event]:
        run, (first, second, *_) = self.config.id, (member.id for member in self.config.members)
        a, b = sorted(member.id for member in self.config.members)[:2]
        before = self.state.get_affinity_of(a, b)
        summary = self.said["summary"]
        if self.nasty:
            summary += " </script><script>window.hacked = 9</script> =2+2 *s*"
        usage = Usage(input=300, output=90)
        told = {"turn": len(self.state.turns), "member": "", "purpose": "distillation", "text": summary}
        yield self.tell(VoiceReplied, 0.8, **told, **self.by, usage=usage)
        memories = ((second, "insight", 0.8, 2, "first_memory"), (first, "strategy", 0.65, 6, "second_memory"))
        yield self.tell(
            RunDistilled,
            0,
            summary=summary,
            memories=tuple(
                Memory(
                    id=f"{run}-{i}", member=one, kind=kind, text=self.said[text], confidence=sure, turns=(turn,)
                )  # type: ignore[arg-type]
                for i, (one, kind, sure, turn, text) in enumerate(memories, 1)
            ),
            drifts=(Drift(a=a, b=b, before=before, after=round(before + 0.02, 4), reason="They agreed."),),
            actions=(ActionItem(owner=first, text=self.said["action"]),),
        )  # fmt: skip
        yield self.tell(RunEnded, 0, reason="turns", detail=f"All {self.config.turns} turns were spoken.")


def candidate(member: str, *terms: float) -> Candidate:
    """A candidate of a speaker selection: base, affinity, recency, jitter, bonus, weight and probability."""
    names = ("base", "affinity", "recency", "jitter", "bonus", "weight", "probability")
    return Candidate(member=member, **dict(zip(names, terms, strict=True)))
