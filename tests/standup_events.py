"""Realistic runs made by hand: the events of a standup, for whoever needs a log without a voice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from core.base.clock import REHEARSAL_EPOCH, SeededRandom
from core.cast.member import Member, VoiceSpec
from core.formats import Format, Localised
from core.log.config import CarriedAffinity, CarriedMemory, RunConfig
from core.log.events.base import Event
from core.log.events.distilled import ActionItem, Drift, Memory, RunDistilled
from core.log.events.run import RunContinued, RunEnded, RunForked, RunPaused, RunStarted, TopicInjected
from core.log.events.turn import (
    Candidate,
    SpeakerSelected,
    TurnEnded,
    TurnFailed,
    TurnKind,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.log.fold import apply
from core.log.state import DIRECTOR, State
from core.turn_taking.drawing import affinity
from core.turn_taking.selection import SelectionContext

Lang = Literal["en", "de"]
MODELS: dict[str, str] = {"rehearsal": "", "embedded": "smollm2-135m", "anthropic": "sample-model"}

_PEOPLE = {
    "en": (
        ("boss", "Boss", "Project manager", "rust", ""),
        ("analyst", "Analyst", "Data analyst", "blue", ""),
        ("hustler", "Hustler", "Growth", "green", ""),
        ("writer", "Writer", "Content", "purple", ""),
        ("wildcard", "Wildcard", "Social media", "amber", "?"),
    ),
    "de": (
        ("leitung", "Frau Löwe", "Projektleitung", "rust", ""),
        ("zahlen", "Jürgen", "Datenanalyse", "blue", ""),
        ("vertrieb", "Øyvind", "Wachstum", "green", ""),
        ("texte", "Änne", "Redaktion", "purple", ""),
        ("joker", "Zoë", "Soziale Medien", "amber", "?"),
    ),
}
_LINES = {
    "en": (
        "Where are we on the demo? I need a date.",
        "Only 3 of 40 users finished the tutorial. That worries me.",
        "Let's put the broken one in front of ten users today!",
        "People came for a story and we showed them a spinner.",
        "What if the spinner is the story?",
        "Who owns the fix, and by when?",
        "The numbers tell a different story: 62% pass the second step.",
        "I can have two pilot customers on the phone by noon.",
        "I will rewrite the first screen before lunch.",
        "I bet nobody reads it. Film it instead.",
        "Friday. Not a day later, and no new features until then.",
        "Then we measure again on Thursday evening.",
    ),
    "de": (
        "Wo stehen wir mit der Vorführung? Ich brauche einen Termin.",
        "Nur 3 von 40 haben die Einführung beendet. Das beunruhigt mich.",
        "Zeigen wir die kaputte Fassung heute zehn Leuten!",
        "Die Leute wollten eine Geschichte, und wir zeigten ihnen einen Ladekreis.",
        "Und wenn der Ladekreis die Geschichte ist?",
        "Wer übernimmt die Reparatur, und bis wann?",
        "Die Zahlen erzählen etwas anderes: 62 % schaffen den zweiten Schritt.",
        "Bis Mittag habe ich zwei Pilotkunden am Telefon.",
        "Ich schreibe den ersten Bildschirm vor der Pause neu.",
        "Das liest doch keiner. Filmt es lieber.",
        "Freitag. Keinen Tag später, und bis dahin nichts Neues.",
        "Dann messen wir am Donnerstagabend noch einmal.",
    ),
}
_NASTY_LINES = (
    "</script><script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 2">',
    '=HYPERLINK("http://127.0.0.1/","click") and +1 and -1 and @SUM(A1)',
    "<!-- a comment --> ]]> &amp; &lt;b&gt; {{ 7 * 7 }} {% raw %}",
    "two\nlines and a tab\t, line\u2028separator and \u2029 paragraph, \u202eback\u202c, bell \x07, nil \x00",
    "# heading, *stars*, _low_, `ticks`, [link](javascript:window.hacked=3), | pipe |, ~~gone~~, 1. one, \\ back",
    "-1+1",
    "(thinking aloud) [[note]] /* boneyard */ @FORCED .INT. > centred < ~lyric",
    "<b>bold</b>",
    "''\"\"``´´ „quotes“ «more»",
    "👩‍🚀 emoji, Zürich naïve, 日本語の行, עברית, العربية",
)
_NASTY_NAMES = (
    "<script>window.hacked=4</script>",
    '"><img src=x onerror=window.hacked=5>',
    "=cmd|' /C calc'!A0",
    "*_`|Anführung “[x](y)",
    "名前 👩‍🚀",
)


def sample_format(lang: Lang = "en") -> Format:
    """A standup."""
    return Format(
        id="standup",
        name=Localised(en="Standup", de="Standup"),
        purpose=Localised(en="Where everybody stands, what blocks them.", de="Wo alle stehen und was sie hindert."),
        members=(4, 6),
        turns=(6, 12),
        warmth=0.6,
        opener="coordinator",
        opening=Localised(
            en="Open the standup and ask for a status.", de="Eröffne das Standup und frage nach dem Stand."
        ),
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
    draws = SeededRandom(seed)
    members = [
        Member(
            id=member,
            # A name is one line of visible characters; everything else may be as nasty as it likes.
            name=_NASTY_NAMES[i].replace("\u200d", "") if nasty else name,
            role="<b>role</b> & co" if nasty else role,
            colour=colour,
            letter=letter,
            coordinator=i == 0,
        )
        for i, (member, name, role, colour, letter) in enumerate(_PEOPLE[lang])
    ]
    ids = sorted(member.id for member in members)
    pairs = [(a, b) for i, a in enumerate(ids) for b in ids[i + 1 :]]
    topic = {"en": "The demo slipped by two weeks", "de": "Die Vorführung verspätet sich um zwei Wochen"}[lang]
    if nasty:
        topic = "=1+1 <svg onload=window.hacked=6> </script><script>window.hacked=7</script> *topic* | \u2028"
    return RunConfig(
        id=run_id or f"sample-{lang}-{turns}" + ("-nasty" if nasty else ""),
        cast_id=cast_id or f"startup-{lang}",
        cast_name={"en": "The start-up", "de": "Das Start-up"}[lang],
        members=tuple(members),
        format=sample_format(lang),
        topic=topic,
        place="conference",
        language=lang,
        seed=seed,
        turns=turns,
        voice=VoiceSpec(provider=provider, model=MODELS[provider]),
        affinities=tuple(
            CarriedAffinity(a=a, b=b, affinity=round(draws.uniform(0, f"affinity:{a}:{b}", 0.2, 0.9), 2))
            for a, b in pairs
        ),
        memories=(
            CarriedMemory(
                member=members[1].id, kind="insight", text="Mondays are slow.", confidence=0.7, run="earlier"
            ),
        ),
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
    return list(_Script(config, nasty, provider, cost, start).play(turns, ended=ended))


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

    def __init__(self, config: RunConfig, nasty: bool, provider: str, cost: float, start: datetime) -> None:
        self.config = config
        self.lines = _NASTY_LINES if nasty else _LINES[config.language]
        self.provider = provider
        self.cost = cost
        self.moment = start
        self.state = State()
        self.draws = SeededRandom(config.seed)

    def play(self, turns: int, *, ended: bool) -> Iterator[Event]:
        yield self._told(RunStarted(at=self.moment, config=self.config.as_json()))
        yield self._told(RunContinued(at=self._later(0.1)))
        for number in range(1, turns + 1):
            yield from self._before(number)
            if number == 9:
                yield from self._director(number)
                continue
            yield from self._turn(number)
            if number == 7:
                yield self._told(TurnRetried(at=self._later(0.5), turn=number))
                yield from self._turn(number, attempt=1)
        if ended:
            yield from self._ending()

    def _before(self, number: int) -> Iterator[Event]:
        hacked = "<b onmouseover=window.hacked=8>" if "hacked" in self.config.topic else ""
        english = self.config.language == "en"
        if number == 4:
            text = "The investor moved the call to Friday." if english else "Der Investor hat auf Freitag verschoben."
            yield self._told(TopicInjected(at=self._later(0.3), text=hacked + text))
        if number == 6:
            text = "Press for an owner." if english else "Bestehe auf einem Verantwortlichen."
            yield self._told(TopicInjected(at=self._later(0.3), text=hacked + text, to=(self.config.members[0].id,)))

    def _turn(self, number: int, attempt: int = 0) -> Iterator[Event]:
        kind: TurnKind = "opening" if number == 1 else "closing" if number == self.config.turns else "line"
        if attempt == 0:
            yield self._told(self._selected(number))
        selected = self.state.selected
        assert selected is not None
        member = selected.member
        direction = f"Turn {number} of {self.config.turns}. One short line."
        started = TurnStarted(
            at=self._later(0.01), turn=number, member=member, kind=kind, direction=direction, attempt=attempt
        )
        yield self._told(started)
        if number == 5 and attempt == 0:
            yield from self._failure(number, member)
            yield self._told(
                TurnStarted(at=self._later(0.01), turn=number, member=member, kind=kind, direction=direction)
            )
        yield from self._spoken(number, member, attempt)

    def _selected(self, number: int) -> SpeakerSelected:
        if number == 1:
            return SpeakerSelected(
                at=self._later(0.01), turn=1, member=self.config.members[0].id, policy="affinity", reason="opens"
            )
        ids = [member.id for member in self.config.members]
        situation = SelectionContext(
            members=ids,
            names={member.id: member.name for member in self.config.members},
            eligible=frozenset(ids),
            spoken=dict(self.state.spoken),
            affinity=self.state.affinity,
            last_speaker=self.state.last_speaker,
            last_text="",
            turn=number,
        )
        chosen = affinity(situation, self.draws)
        return SpeakerSelected(
            at=self._later(0.01),
            turn=number,
            member=chosen.member,
            policy=chosen.policy,
            reason=chosen.reason,
            candidates=chosen.candidates,
            draw=chosen.draw,
        )

    def _failure(self, number: int, member: str) -> Iterator[Event]:
        sentence = "The voice is overloaded (529)."
        yield self._told(
            TurnFailed(at=self._later(0.9), turn=number, member=member, kind="overloaded", sentence=sentence)
        )
        yield self._told(RunPaused(at=self._later(0.0), reason="failure", detail=sentence))
        yield self._told(TurnRetried(at=self._later(2.0), turn=number))
        yield self._told(RunContinued(at=self._later(0.0)))

    def _spoken(self, number: int, member: str, attempt: int) -> Iterator[Event]:
        # The take that is taken back is another line, so that one can tell that it is gone.
        index = number + 1 if number == 7 and attempt == 0 else number - 1
        said = self.lines[index % len(self.lines)]
        thoughts = (self.lines[(index + 3) % len(self.lines)].rstrip("."),) if number % 3 == 0 else ()
        latency = round(self.draws.uniform(number, "latency", 0.4, 1.6), 3)
        yield self._told(
            VoiceReplied(
                at=self._later(latency),
                turn=number,
                member=member,
                text=said + "".join(f" [{thought}]" for thought in thoughts),
                usage=Usage(input=40 + number, cache_read=30 * min(number, 40), output=12 + len(said) // 6),
                cost=self.cost,
                latency=latency,
                first_token=round(latency / 3, 3),
                provider=self.provider,
                model=MODELS[self.provider],
                request_hash=f"{number:032x}",
                warmth_as="words",
            )
        )
        yield self._told(TurnEnded(at=self._later(0.0), turn=number, member=member, text=said, thoughts=thoughts))

    def _director(self, number: int) -> Iterator[Event]:
        text = (
            "One more thing from me: the press is listening."
            if self.config.language == "en"
            else "Die Presse hört mit."
        )
        yield self._told(TurnStarted(at=self._later(0.5), turn=number, member=DIRECTOR, kind="director"))
        yield self._told(TurnEnded(at=self._later(0.0), turn=number, member=DIRECTOR, text=text, author="director"))

    def _ending(self) -> Iterator[Event]:
        a, b = sorted(member.id for member in self.config.members)[:2]
        before = self.state.affinity_of(a, b)
        first, second = self.config.members[:2]
        english = self.config.language == "en"
        summary = (
            "The demo moves to Friday; the first screen is rewritten."
            if english
            else "Die Vorführung ist am Freitag; der erste Bildschirm wird neu."
        )
        if "hacked" in self.config.topic:
            summary += " </script><script>window.hacked = 9</script> =2+2 *s*"
        yield self._told(
            VoiceReplied(
                at=self._later(0.8),
                turn=len(self.state.turns),
                member="",
                purpose="distillation",
                text=summary,
                usage=Usage(input=300, output=90),
                cost=self.cost,
                provider=self.provider,
                model=MODELS[self.provider],
            )
        )
        yield self._told(
            RunDistilled(
                at=self._later(0.0),
                summary=summary,
                memories=(
                    Memory(
                        id=f"{self.config.id}-1", member=second.id, kind="insight", confidence=0.8, turns=(2,),
                        text="Three of forty finish the tutorial." if english else "Drei von vierzig werden fertig.",
                    ),
                    Memory(
                        id=f"{self.config.id}-2", member=first.id, kind="strategy", confidence=0.65, turns=(6,),
                        text="Ask for an owner and a date." if english else "Nach Namen und Termin fragen.",
                    ),
                ),
                drifts=(Drift(a=a, b=b, before=before, after=round(before + 0.02, 4), reason="They agreed."),),
                actions=(
                    ActionItem(
                        owner=first.id,
                        text="Set the date with the investor." if english else "Den Termin mit dem Investor festlegen.",
                    ),
                ),
            )
        )  # fmt: skip
        yield self._told(
            RunEnded(at=self._later(0.0), reason="turns", detail=f"All {self.config.turns} turns were spoken.")
        )

    def _later(self, seconds: float) -> datetime:
        self.moment += timedelta(seconds=seconds)
        return self.moment

    def _told(self, event: Event) -> Event:
        apply(self.state, event)
        return event


def candidate(member: str, *terms: float) -> Candidate:
    """A candidate of a speaker selection: base, affinity, recency, jitter, bonus, weight and probability."""
    names = ("base", "affinity", "recency", "jitter", "bonus", "weight", "probability")
    return Candidate(member=member, **dict(zip(names, terms, strict=True)))
