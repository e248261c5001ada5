"""A day in the office made by hand: the events of six scenes of all types, for whoever needs a log without a mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from core.base.clock import REHEARSAL_EPOCH
from core.base.definition import read_toml
from core.base.packaged import path_of
from core.cast.affinity import pair
from core.cast.cast import Cast
from core.cast.member import VoiceSpec
from core.log.config import CarriedAffinity, RunConfig
from core.log.events.base import Event
from core.log.events.distilled import Drift, MemoryRecord, RecordType
from core.log.events.run import RunContinued, RunEnded, RunStarted, TopicInjected
from core.log.events.turn import Recalled, SpeakerSelected, TurnEnded, TurnStarted, Usage, VoiceReplied
from core.log.fold import apply
from core.log.state import State
from core.modes.office.agenda import load as load_agenda
from core.modes.office.config import OfficeConfig
from core.modes.office.events import (
    ContributionAsked,
    DayEnded,
    DayStarted,
    Exchange,
    MemberReflected,
    Mood,
    Placed,
    SceneCandidate,
    SceneEnded,
    SceneKind,
    SceneRanked,
    SceneStarted,
    SceneTerms,
    SceneTranslated,
    SceneType,
    SceneWoven,
    Shift,
    Task,
    Translated,
    Valence,
    WeaveRejected,
    WovenLine,
)
from core.modes.office.state import OfficeState
from core.office.places import desks
from core.office.plan import load_plan
from core.office.proximity import gather

Lang = Literal["en", "de"]
Both = tuple[str, str]
"""The same in German and in English."""

PRODUCER, DESIGNER, PROGRAMMER, ARTIST, LORE, TESTER, STREAMER = range(7)
"""The studio's people, by their place in the cast; their ids differ between the German and the English one."""


@dataclass(frozen=True)
class Said:
    """A line: who, what, and what they thought."""

    who: int
    text: Both
    thought: Both | None = None


@dataclass(frozen=True)
class Happens:
    """A scene as it is to go. Without a `room` all stay at their desks.

    `beats` are the lines that are woven (or taken) at a time; `key` counts lines from 1.
    """

    type: SceneType
    kind: SceneKind
    exchange: Exchange
    room: str
    clock: str
    minutes: int
    members: tuple[int, ...]
    beats: tuple[tuple[Said, ...], ...]
    summary: Both
    mood: Both = ("gelöst", "at ease")
    topic: Both = ("", "")
    why: Both = ("", "")
    importance: float = 3.0
    bystanders: tuple[int, ...] = ()
    method: Literal["rank", "voice", "schedule", "director"] = "rank"
    key: int = 0
    shifts: tuple[tuple[int, int, Valence, Both], ...] = ()
    moods: tuple[tuple[int, Both], ...] = ()
    memory: RecordType = "conversation"
    feedback: Both | None = None
    rejected: bool = False
    untranslated: bool = False
    open: Literal["", "question", "promise"] = ""


ALL = (PRODUCER, DESIGNER, PROGRAMMER, ARTIST, LORE, TESTER, STREAMER)

_ARRIVAL = Happens(
    "arrival", "casual", "round", "hallway", "09:00", 15, ALL,
    ((
        Said(PRODUCER, ("Guten Morgen. Noch einundsechzig Tage. Heute streiche ich etwas, und zwar richtig.",
                        "Good morning. Sixty-one days to go. Today I cut one thing, and a real one.")),
        Said(DESIGNER, ("Ich lege die Überfahrt heute aus Knöpfen nach. Elf Minuten sind zu lang für leere Hände.",
                        "I am laying out the crossing with buttons again. Eleven minutes are too long for idle hands."),
             ("Und ich will dabei nicht gefragt werden.", "And I do not want to be asked about it.")),
        Said(PROGRAMMER, ("Speicherfehler. Ronjas. Bis Mittag weiß ich, welche Zeile lügt.",
                          "The memory bug. Hers. By noon I know which line is lying.")),
        Said(ARTIST, ("Das andere Ufer bekommt heute seinen Nebel. Nur eine Ebene, versprochen.",
                      "The far bank gets its fog today. One layer only, I promise."),
             ("Höchstens drei.", "Three at most.")),
        Said(LORE, ("Ich schreibe dem Fährmann den Satz, den er nie sagt.",
                    "I am writing the ferryman the sentence that he never says.")),
        Said(TESTER, ("Ich spiele die Überfahrt rückwärts. Irgendwer muss es ja tun.",
                      "I am playing the crossing backwards. Somebody has to.")),
        Said(STREAMER, ("Um vier bin ich live. Bitte bis dahin nichts anzünden.",
                        "I am live at four. Please set nothing on fire before then.")),
    ),),
    ("Alle kommen an und sagen, was sie sich vorgenommen haben.", "Everybody arrives and says what they are up to."),
    ("munter", "brisk"), why=("Der Tag beginnt.", "The day begins."), method="schedule", memory="plan",
)  # fmt: skip

_KITCHEN = Happens(
    "encounter", "casual", "weave", "kitchen", "09:20", 15, (DESIGNER, PROGRAMMER),
    ((
        Said(DESIGNER, ("Du hast heute Nacht schon wieder meinen Prototyp gebaut. Die Knöpfe sinken jetzt.",
                        "You built my prototype last night again. The buttons sink now."),
             ("Er wird es abstreiten. Er streitet es immer ab.", "He will deny it. He always does.")),
        Said(PROGRAMMER, ("Das war der Kompilierlauf. Der macht manchmal Sachen.",
                          "That was the build. It does things sometimes."),
             ("Drei Uhr vierzig. Sie soll es nie erfahren.", "Twenty to four. She must never know.")),
        Said(DESIGNER, ("Nimm mir dafür die Taste zum Überspringen weg. Wer die traurigste Szene überspringt, soll "
                        "wenigstens etwas dabei tun müssen.",
                        "Then take the skip button from me. Whoever skips the saddest scene should at least have to "
                        "do something for it.")),
        Said(PROGRAMMER, ("Zwei Zeilen. Also eine Woche. Definiere »etwas tun«.",
                          "Two lines. So a week. Define “do something”.")),
        Said(DESIGNER, ("Das Ruder loslassen. Bis morgen zeige ich es dir aus Knöpfen.",
                        "Letting go of the oar. I will show you in buttons by tomorrow."),
             ("Er hat nicht nein gesagt.", "He did not say no.")),
    ),),
    ("Svea und Ilja reden in der Küche über die Taste, mit der man die traurigste Szene überspringt, und finden "
     "ein Bild dafür: das Ruder loslassen.",
     "In the kitchen the designer and Ilja talk about the button that skips the saddest scene, and find an image for "
     "it: letting go of the oar."),
    ("verschmitzt", "mischievous"),
    ("Die traurigste Szene wird übersprungen", "The saddest scene gets skipped"),
    ("Beide haben lange nicht geredet, und eine Frage steht noch offen.",
     "The two have not talked for long, and a question is still open."),
    4.6, (LORE,), key=5,
    shifts=(
        (DESIGNER, PROGRAMMER, "positive", ("Er hat ihren Prototyp gebaut.", "He built her prototype.")),
        (PROGRAMMER, DESIGNER, "positive", ("Sie hat es bemerkt.", "She noticed.")),
    ),
    moods=((DESIGNER, ("beschwingt", "buoyant")), (PROGRAMMER, ("ertappt", "caught"))),
    open="promise",
)  # fmt: skip

_MEETING = Happens(
    "meeting", "meeting", "sequential", "conference", "10:00", 40, (PRODUCER, ARTIST, LORE, TESTER, STREAMER),
    (
        (Said(PRODUCER, ("Der Verlag verlangt einen Mehrspielermodus. Ich habe bis Freitag Zeit, nein zu sagen. "
                         "Wer sagt ja?",
                         "The publisher demands a multiplayer mode. I have until Friday to say no. Who says yes?")),),
        (Said(LORE, ("Zwei auf einem Boot sind keine Überfahrt, das ist ein Ausflug.",
                     "Two in a boat are no crossing, they are an outing.")),),
        (Said(STREAMER, ("Der Chat würde es lieben. Achtzigtausend Leute auf einem Boot!",
                         "Chat would love it. Eighty thousand people in one boat!"),
              ("Ich weiß, wie das klingt.", "I know how that sounds.")),),
        (Said(TESTER, ("Es stürzt mit einem Spieler ab. Mit zweien stürzt es zweimal ab, das wäre wenigstens neu.",
                       "It crashes with one player. With two it crashes twice, that would at least be new.")),),
        (Said(ARTIST, ("Der andere könnte am Ufer stehen. Man sähe ihn nur. Mehr nicht.",
                       "The other could stand on the bank. One would only see them. Nothing more."),
              ("Sagt jetzt bitte niemand »billig«.", "Nobody say “cheap” now, please.")),),
        (Said(PRODUCER, ("Jemand am Ufer. Das kann ich verkaufen, und es kostet keinen Abgabetermin. Nadira, zwei "
                         "Bilder bis Mittwoch?",
                         "Somebody on the bank. That I can sell, and it costs no deadline. Two pictures by "
                         "Wednesday?")),),
    ),
    ("Die Runde sucht eine Antwort an den Verlag. Aus dem Mehrspielermodus wird ein Fremder am Ufer.",
     "The meeting looks for an answer to the publisher. The multiplayer mode becomes a stranger on the bank."),
    ("angespannt, dann erleichtert", "tense, then relieved"),
    ("Ein Verlag verlangt einen Mehrspielermodus", "A publisher demands a multiplayer mode"),
    ("Um zehn ist Besprechung.", "The meeting is at ten."), 8.2, method="schedule", key=5,
    shifts=(
        (PRODUCER, ARTIST, "positive", ("Sie hat den Ausweg gefunden.", "She found the way out.")),
        (LORE, STREAMER, "negative", ("Achtzigtausend in seinem Boot.", "Eighty thousand in his boat.")),
        (TESTER, PRODUCER, "neutral", ("Er hat zugehört.", "He listened.")),
    ),
    moods=((PRODUCER, ("erleichtert", "relieved")), (LORE, ("verstimmt", "sour")), (ARTIST, ("stolz", "proud"))),
    feedback=("Vergesst nicht, dass der Verlag auch die Musik bezahlt.",
              "Do not forget that the publisher pays for the music too."),
    open="question",
)  # fmt: skip

_WORK = Happens(
    "work", "work", "round", "", "10:50", 60, (PROGRAMMER, TESTER),
    ((
        Said(PROGRAMMER, ("Da. Der Fluss gibt seinen Speicher erst zurück, wenn man sich umdreht.",
                          "There. The river gives its memory back only when one turns around."),
             ("Wie eine Ballade. Leider.", "Like a ballad. Alas.")),
        Said(TESTER, ("Bericht 412: Wer rückwärts rudert, ertrinkt nicht, sondern stürzt ab. Foto liegt bei.",
                      "Report 412: whoever rows backwards does not drown but crash. Photo attached.")),
    ),),
    ("Ilja findet den Speicherfehler, während Ronja ihn noch einmal auslöst.",
     "Ilja finds the memory bug while the tester triggers it once more."),
    ("gesammelt", "focused"), ("Der Speicherfehler, den nur Ronja auslösen kann", "The bug that only she can trigger"),
    ("Nach zwei Gesprächen braucht der Tag Ruhe.", "After two conversations the day needs quiet."),
    memory="artifact", untranslated=True,
)  # fmt: skip

_REFLECTION = Happens(
    "reflection", "casual", "round", "", "17:30", 15, (ARTIST, LORE),
    ((
        Said(ARTIST, ("Der Fremde am Ufer ist das Beste, was ich diese Woche nicht gemalt habe.",
                      "The stranger on the bank is the best thing that I did not paint this week.")),
        Said(LORE, ("Ich war ungerecht zu Bine. Der Fährmann hätte sie mitgenommen.",
                    "I was unfair to her. The ferryman would have taken her along."),
             ("Morgen sage ich es ihr. Vielleicht.", "I will tell her tomorrow. Perhaps.")),
    ),),
    ("Der Tag klingt aus; Nadira und Theo denken über die Besprechung nach.",
     "The day fades; two of them think about the meeting."),
    ("nachdenklich", "thoughtful"), why=("Vor dem Abend ist Zeit zum Nachdenken.", "Before the evening there is time."),
    method="schedule", memory="reflection",
)  # fmt: skip

_TABLE = Happens(
    "event", "dnd", "weave", "lounge", "19:30", 150, ALL,
    (
        (
            Said(LORE, ("Die Tür am Ende des Ganges summt. Der alte Mark summt mit, eine Terz tiefer.",
                        "The door at the end of the corridor hums. Old Marrow hums along, a third below.")),
            Said(TESTER, ("Grub klopft. Mit dem Kopf. Dreimal.", "Grub knocks. With her head. Three times."),
                 ("Endlich eine Tür.", "A door at last.")),
            Said(PROGRAMMER, ("Falls sie nicht aufgeht: Ich habe eine eigene dabei.",
                              "In case it stays shut: I brought one of my own.")),
            Said(STREAMER, ("Öffnet der Dame Fanfare! Wir kommen überraschend!",
                            "Open to Lady Fanfare! We come as a surprise!")),
        ),
        (
            Said(PRODUCER, ("Bruder Oswin segnet die Tür, den Kopf und die Rechnung für beide.",
                            "Brother Oswin blesses the door, the head, and the bill for both.")),
            Said(DESIGNER, ("Pim ist längst drin. Auf dem Kissen liegt ein Knopf.",
                            "Pim has long been inside. There is a button on the pillow.")),
            Said(ARTIST, ("Der Brunnen lacht. Schwester Vell übersetzt es lieber nicht.",
                          "The well laughs. Sister Vell would rather not translate."),
                 ("Das war gut. Das war wirklich gut.", "That was good. That was really good.")),
        ),
    ),
    ("Am Spieltisch steht die Runde vor einer summenden Tür; Pim ist schon drin, ehe Grub geklopft hat.",
     "At the table the party stands before a humming door; Pim is inside before Grub has knocked."),
    ("ausgelassen", "boisterous"), ("Die Tür, die summt", "The door that hums"),
    ("Donnerstag ist Spieleabend.", "Thursday is game night."), 6.0, method="schedule", key=6,
    shifts=((STREAMER, LORE, "positive", ("Er hat für sie gesummt.", "He hummed for her.")),),
    moods=((TESTER, ("glücklich", "happy")), (STREAMER, ("heiser", "hoarse"))), rejected=True,
)  # fmt: skip

_DAY = (
    "Ein guter Tag: Der Verlag bekommt einen Fremden am Ufer statt eines Mehrspielermodus.",
    "A good day: the publisher gets a stranger on the bank instead of a multiplayer mode.",
)

SCENES = (_ARRIVAL, _KITCHEN, _MEETING, _WORK, _REFLECTION, _TABLE)
"""The day: arrival, kitchen, meeting, work, reflection, and D&D on a Thursday night."""


def office_config(lang: Lang = "de", *, run_id: str = "", translate: bool = True, days: int = 1) -> RunConfig:
    """The configuration of a run of days in the studio that ships."""
    cast = read_toml(path_of("cast", "casts", "studio-de" if lang == "de" else "studio"), Cast)
    members, plan, agenda = cast.coloured(), load_plan(cast.plan), load_agenda()
    seated = desks(plan, {member.id: member.desk for member in members})
    return RunConfig(
        id=run_id or f"day-{lang}",
        mode="scenes",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        format=agenda.day,
        topic="",
        title=agenda.day.name.text(lang),
        plan=cast.plan,
        language=lang,
        seed=3,
        turns=0,
        voice=VoiceSpec(provider="rehearsal"),
        cap=200,
        affinities=tuple(CarriedAffinity(a=a, b=b, affinity=value) for (a, b), value in cast.affinities().items()),
        scenes=OfficeConfig(
            agenda=agenda,
            floor=plan,
            desks={member: f"{place.room}/{place.seat}" for member, place in seated.items()},
            days=days,
            translate=("en" if lang == "de" else "de") if translate else "",
        ),
        simulated=True,
    )


def a_day(
    lang: Lang = "de",
    *,
    scenes: int = len(SCENES),
    translated: bool = True,
    ended: bool = True,
    run_id: str = "",
    days: int = 1,
) -> list[Event]:
    """The log of a day in the office, a Thursday; the same arguments give the same events.

    Scene 1 is an arrival of all seven ("round"), 2 a talk of two in the kitchen ("weave") with a bystander who keeps
    an observation, 3 a meeting of five ("sequential") with a word of the director's in it, 4 work of two, 5 a
    reflection that each hears alone (one of them reflects), 6 a night of D&D in two beats whose first weave was
    rejected. More `scenes` begin again with the kitchen, later. Each has its ranking, memories, moods; all but the work
    are translated. Without `ended` the log stops after the last scene's first line.
    """
    config = office_config(lang, run_id=run_id, translate=translated, days=days)
    return list(_Day(config, translated=translated).play(scenes, days, ended=ended))


class _Day:
    """Writes events and folds them as it goes, so that ids and turns follow from what happened."""

    def __init__(self, config: RunConfig, *, translated: bool) -> None:
        self.config = config
        self.translated = translated
        self.ids = [member.id for member in config.members]
        self.own = 0 if config.language == "de" else 1
        self.moment = REHEARSAL_EPOCH
        self.state = State()

    @property
    def world(self) -> OfficeState:
        return self.state[OfficeState]

    def text(self, both: Both) -> str:
        return both[self.own]

    def play(self, scenes: int, days: int, *, ended: bool) -> Iterator[Event]:
        yield self._told(RunStarted(at=self.moment, config=self.config.as_json()))
        yield self._told(RunContinued(at=self._later(0.1)))
        for day in range(1, days + 1):
            date = f"2026-01-{7 + day:02}"
            yield self._told(DayStarted(at=self._later(0.1), day=day, date=date))
            for count in range(scenes):
                # More scenes than there are: the day goes on with other hours.
                last = day == days and count == scenes - 1
                yield from self._scene(count, cut=last and not ended)
            if day < days or ended:
                yield self._told(DayEnded(at=self._later(1), day=day, summary=self.text(_DAY)))
        if ended:
            yield self._told(RunEnded(at=self._later(0), reason="day", detail=f"Day {days} of {days} is over."))

    def _scene(self, count: int, *, cut: bool) -> Iterator[Event]:
        again, which = divmod(count, len(SCENES))
        happens = SCENES[which]
        clock = happens.clock if not again else f"{20 + again}:{5 * which:02}"
        yield self._told(self._ranked(happens, clock))
        yield self._told(self._started(happens, clock))
        for beat, lines in enumerate(happens.beats, 1):
            if happens.exchange == "sequential":
                yield from self._taken(lines, beat)
            else:
                yield from self._beat(happens, beat, lines)
            if cut:
                return
            if beat == 2 and happens.feedback:
                yield self._told(TopicInjected(at=self._later(0.4), text=self.text(happens.feedback)))
        scene = self.world.next_scene
        yield self._told(self._ended(happens))
        if self.translated:
            yield self._told(self._translated(happens, scene))
        if happens.type == "reflection":
            yield self._told(self._reflected(happens.members[0]))

    def _ranked(self, happens: Happens, clock: str) -> SceneRanked:
        why = self.text(happens.why)
        candidates = (
            SceneCandidate(
                scene_type=happens.type, kind=happens.kind, room=happens.room, members=self._named(happens.members),
                topic=self.text(happens.topic), why=why,
                terms=SceneTerms(proximity=0.41, threads=0.6, relationship=0.22, silence=0.9, schedule=1.5),
            ),
            SceneCandidate(
                scene_type="encounter", kind="work", room="qa", members=self._named((TESTER, STREAMER)),
                terms=SceneTerms(proximity=0.55, relationship=0.18, silence=0.45, plans=0.8, pacing=-1.0, jitter=0.11),
                why=("Sie sitzen nah beieinander.", "They sit close together.")[self.own],
            ),
            SceneCandidate(
                scene_type="work", kind="work", room="art", members=self._named((ARTIST,)),
                terms=SceneTerms(pacing=0.5, jitter=0.02), why=("Es wäre still.", "It would be quiet.")[self.own],
            ),
        )  # fmt: skip
        return SceneRanked(
            at=self._later(0.5), scene=self.world.next_scene, clock=clock, candidates=candidates, chosen=0,
            method=happens.method, reason=why,
        )  # fmt: skip

    def _started(self, happens: Happens, clock: str) -> SceneStarted:
        if happens.room:
            present = self._named((*happens.members, *happens.bystanders))
            office = self.config[OfficeConfig]
            spots = gather(office.floor, happens.room, present, office.desks)
            placed = tuple(Placed(member=member, room=room, seat=seat) for member, (room, seat) in spots.items())
        else:
            own = {member: desk.partition("/") for member, desk in self.config[OfficeConfig].desks.items()}
            placed = tuple(Placed(member=member, room=desk[0], seat=desk[2]) for member, desk in own.items())
        reason = {
            "weave": ("Alle reden zugleich: {} liegt unter 7.", "All speak at once: {} is below 7."),
            "sequential": ("Wichtig genug ({} von 10), um einander ausreden zu lassen.",
                           "Important enough ({} of 10) to let each other finish."),
            "round": ("Jeder sagt es einmal.", "Everybody says it once."),
        }[happens.exchange]  # fmt: skip
        return SceneStarted(
            at=self._later(0.2), scene=self.world.next_scene, day=self.world.day, clock=clock,
            scene_type=happens.type, kind=happens.kind, room=happens.room, members=self._named(happens.members),
            bystanders=self._named(happens.bystanders), topic=self.text(happens.topic), importance=happens.importance,
            exchange=happens.exchange, reason=self.text(reason).format(happens.importance), minutes=happens.minutes,
            places=placed, host=self.ids[LORE] if happens.kind == "dnd" else "",
        )  # fmt: skip

    def _beat(self, happens: Happens, beat: int, lines: tuple[Said, ...]) -> Iterator[Event]:
        """All are asked, all reply, and what they said is put in order."""
        scene, turn = self.world.next_scene, self.state.next_turn
        asked = self._named(happens.members)
        for member in asked:
            recalled = tuple(
                Recalled(memory=memory.id, recency=0.97, relevance=0.4, importance=memory.importance / 10, score=0.6)
                for memory in self.world.memories_of(member)[:2]
            )
            yield self._told(
                ContributionAsked(
                    at=self._later(0.01), scene=scene, beat=beat, turn=turn, member=member,
                    direction="One or two lines.", recalled=recalled,
                )
            )  # fmt: skip
        for member in asked:
            said = "\n".join(self._spoken(line) for line in lines if self.ids[line.who] == member) or "…"
            yield self._told(self._reply(member, said, "contribution"))
        if happens.exchange == "weave":
            yield from self._woven(happens, beat, lines)
        for line in lines:
            alone = (self.ids[line.who],) if happens.type == "reflection" else asked
            yield self._told(self._line(line, alone))

    def _woven(self, happens: Happens, beat: int, lines: tuple[Said, ...]) -> Iterator[Event]:
        scene = self.world.next_scene
        yield self._told(self._reply("", "{}", "weave"))
        if happens.rejected and beat == 1:
            reason = "It gives words to somebody who is not in the scene."
            yield self._told(WeaveRejected(at=self._later(0), scene=scene, beat=beat, reason=reason))
            yield self._told(self._reply("", "{}", "weave"))
        woven = tuple(
            WovenLine(
                member=self.ids[line.who],
                says=self.text(line.text),
                thinks=self.text(line.thought) if line.thought else "",
            )
            for line in lines
        )
        yield self._told(SceneWoven(at=self._later(0), scene=scene, beat=beat, lines=woven, method="voice"))

    def _taken(self, lines: tuple[Said, ...], exchange: int) -> Iterator[Event]:
        """A turn as at a roundtable: chosen, begun, replied, said."""
        for line in lines:
            member, turn = self.ids[line.who], self.state.next_turn
            reason = "opens" if exchange == 1 else "floor"
            yield self._told(
                SpeakerSelected(at=self._later(0.01), turn=turn, member=member, policy="moderator", reason=reason)
            )
            yield self._told(
                TurnStarted(
                    at=self._later(0.01), turn=turn, member=member, kind="opening" if exchange == 1 else "line",
                    direction="One short line.",
                )
            )  # fmt: skip
            yield self._told(self._reply(member, self._spoken(line), "turn"))
            assert self.world.scene is not None
            yield self._told(self._line(line, self.world.scene.started.members))

    def _spoken(self, line: Said) -> str:
        return self.text(line.text) + (f" [{self.text(line.thought)}]" if line.thought else "")

    def _line(self, line: Said, heard_by: tuple[str, ...]) -> TurnEnded:
        return TurnEnded(
            at=self._later(2),
            turn=self.state.next_turn,
            member=self.ids[line.who],
            text=self.text(line.text),
            thoughts=(self.text(line.thought),) if line.thought else (),
            heard_by=heard_by,
        )

    def _reply(self, member: str, text: str, purpose: Any) -> VoiceReplied:
        return VoiceReplied(
            at=self._later(0.3), turn=self.state.next_turn, member=member, purpose=purpose, text=text,
            usage=Usage(input=100, cache_read=300, output=20), latency=0.3, provider="rehearsal",
        )  # fmt: skip

    def _ended(self, happens: Happens) -> SceneEnded:
        started = self.world.scene
        assert started is not None
        scene, members = started.started, self._named(happens.members)
        hour, minute = int(scene.clock[:2]), int(scene.clock[3:]) + happens.minutes
        drifts: list[Drift] = []
        for one, other, valence, _why in happens.shifts:
            a, b = pair(self.ids[one], self.ids[other])
            before = self.state.affinity_of(a, b)
            after = round(before + {"positive": 0.01, "neutral": 0.0, "negative": -0.01}[valence], 4)
            if after != before and (a, b) not in {(drift.a, drift.b) for drift in drifts}:
                reason = ("Sie haben gut geredet.", "They talked well.")[self.own]
                drifts.append(Drift(a=a, b=b, before=before, after=after, reason=reason))
        return SceneEnded(
            at=self._later(1), scene=scene.scene, clock=f"{min(23, hour + minute // 60):02}:{minute % 60:02}",
            summary=self.text(happens.summary), mood=self.text(happens.mood),
            key_turn=started.first + happens.key - 1 if happens.key else 0,
            memories=tuple(self._memories(happens, started.first)),
            shifts=tuple(
                Shift(member=self.ids[one], other=self.ids[other], valence=valence, reason=self.text(why))
                for one, other, valence, why in happens.shifts
            ),
            drifts=tuple(drifts),
            moods=tuple(Mood(member=self.ids[who], mood=self.text(mood)) for who, mood in happens.moods),
            tasks=tuple(
                Task(member=member, task=("Die Überfahrt", "The crossing")[self.own]) for member in members[:2]
            ) if happens.type == "arrival" else (),
            method="voice",
        )  # fmt: skip

    def _lines(self, happens: Happens) -> Iterator[Said]:
        for beat in happens.beats:
            yield from beat

    def _memories(self, happens: Happens, first: int) -> Iterator[MemoryRecord]:
        place, world = len(self.world.memories), self.world
        lines = list(self._lines(happens))
        members = self._named(happens.members)
        spoken = {self.ids[line.who]: self.text(line.text) for line in lines}
        common: dict[str, Any] = {"day": world.day, "scene": world.next_scene, "moment": world.moment}
        for member in members:
            place += 1
            own = happens.memory in {"plan", "artifact", "reflection"}
            yield MemoryRecord(
                id=f"m{place}", member=member, type=happens.memory,
                text=spoken.get(member, "…") if own else self.text(happens.summary),
                importance=max(1, round(happens.importance)), tags=(happens.kind,),
                about=() if own else tuple(one for one in members if one != member),
                turns=None if own else (first, first + len(lines) - 1),
                open=happens.open if member == members[0] else "", **common,
            )  # fmt: skip
        names = [self.config.member(member).name for member in members]
        who = f" {('und', 'and')[self.own]} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        told = ("{} haben geredet. Sie wirkten {}.", "{} were talking. They seemed {}.")[self.own]
        for one in happens.bystanders:
            place += 1
            yield MemoryRecord(
                id=f"m{place}", member=self.ids[one], type="observation", importance=2, tags=(happens.room,),
                text=told.format(who, self.text(happens.mood)), about=members, **common,
            )  # fmt: skip

    def _translated(self, happens: Happens, scene: int) -> SceneTranslated:
        other = 1 - self.own
        first = self.world.scenes[-1].first
        note = ("Die Stimme antwortete nicht.", "The voice did not answer.")[self.own]
        lines = tuple(
            Translated(
                turn=first + i,
                text="" if happens.untranslated else line.text[other],
                thoughts=(line.thought[other],) if line.thought and not happens.untranslated else (),
            )
            for i, line in enumerate(self._lines(happens))
        )
        return SceneTranslated(
            at=self._later(0.5), scene=scene, language=("de", "en")[other], lines=lines,
            summary="" if happens.untranslated else happens.summary[other], note=note if happens.untranslated else "",
        )  # fmt: skip

    def _reflected(self, who: int) -> MemberReflected:
        member, world = self.ids[who], self.world
        evidence = tuple(memory.id for memory in world.memories_of(member)[:3])
        texts = (
            ("Was ich weglasse, sehen alle.", "What I leave out, everybody sees."),
            ("Holger hört zu, wenn es Bilder gibt.", "He listens when there are pictures."),
            ("Mit einem Versprechen fängt der Nebel an.", "The fog begins with a promise."),
        )
        insights = tuple(
            MemoryRecord(
                id=f"m{len(world.memories) + i}", member=member, type="reflection", text=self.text(text), importance=8,
                day=world.day, scene=world.next_scene - 1, moment=world.moment, evidence=evidence, depth=1,
            )
            for i, text in enumerate(texts, 1)
        )  # fmt: skip
        return MemberReflected(at=self._later(0.5), member=member, accumulated=104, insights=insights)

    def _named(self, people: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.ids[one] for one in sorted(people))

    def _later(self, seconds: float) -> datetime:
        self.moment += timedelta(seconds=seconds)
        return self.moment

    def _told(self, event: Event) -> Event:
        apply(self.state, event)
        return event
