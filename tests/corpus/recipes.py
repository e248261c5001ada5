"""How every log of the corpus is made: by arguments of the command line, or by what a director does, from a seed."""

# ruff: noqa: E501
from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]
Add = Callable[..., list[str]]
"""Makes a log by its name, kinds and recipe; returns the names of the logs that came of it."""
Get = Callable[[str], list[Row]]
"""The events of a log that was made."""

FAST = ("--voice", "rehearsal", "--fast", "--json")
POLICIES = ("affinity", "addressed", "round_robin", "random", "moderator")
FORMATS = (
    "brainstorm", "check_in", "content_review", "cross_examination", "debate", "deep_dive", "night_briefing",
    "planning", "retrospective", "risk_review", "shipping", "standup", "strategy", "triage", "watercooler",
    "writers_room",
)  # fmt: skip
CASTS = {"en": ("startup", "studio", "newsroom", "shop"), "de": ("startup-de", "studio-de")}
GOLDEN = Path(__file__).parents[1] / "golden"

TOPICS = {
    "en": ("The demo slipped by two weeks", "Who may read the logs?", "A tax on meetings"),
    "de": ("Die Vorführung verspätet sich", "Wer darf die Protokolle lesen?", "Eine Steuer auf Sitzungen"),
}
SAID = {
    "en": ("The investor is here.", "Be brief. [I doubt it.]", "What would it take to say no?", "=1+1, *really*"),
    "de": ("Die Investorin ist da.", "Bitte kurz. [Ich zweifle.]", "Was bräuchte es, um nein zu sagen?", "Süß & <b>schön</b>"),
}  # fmt: skip
FERRY = {
    "en": (
        "I look around and listen.", "I talk to Marta.", "What do you know about the ferry, Marta?",
        "Give Marta 2 coins, please.", "I trust you.", "Goodbye, Marta.", "I go to the jetty.", "I pick up the rope.",
        "Go to the alder carr", "I attack the dog!", "I attack.", "I defend.", "I attack.", "I attack.", "I drink the elderberry.",
        "I try to climb the alder, DC 12.", "2", "I go to the jetty.", "I ring the bell.", "I wait.",
    ),
    "de": (
        "Ich sehe mich um und horche.", "Ich rede mit Marta.", "Was weißt du über die Fähre, Marta?",
        "Ich gebe Marta 2 Münzen.", "Ich vertraue dir.", "Auf Wiedersehen, Marta.", "Ich gehe zum Steg.",
        "Ich nehme das Seil.", "Ich gehe in den Erlenbruch.", "Ich greife den Hund an!", "Ich greife an.",
        "Ich verteidige mich.", "Ich greife an.", "Ich greife an.", "Ich trinke den Holunder.", "3", "Ich warte.",
    ),
}  # fmt: skip
VARN = {
    "en": (
        "They call me Robin.", "From the coast.", "I measure things, and I carry a map that is wrong.",
        "My head. I study a number until it tells the truth.", "I have come to find out where the water goes.",
        "I look around the room.", "I want to talk to Dora.", "Give Dora 2 coins, please.", "You were kind to me.",
        "Goodbye, Dora.", "I go to the market.", "I go to the foundry.", "I talk to Tamar.", "Give Tamar 500 coins.",
        "Come with me, Tamar.", "Goodbye for now.", "We go to the quarry.", "I try to climb the timbers, DC 12.",
        "I attack whoever guards the gallery!", "I attack.", "I attack.", "I defend.", "I attack.",
        "I drink the gentian.", "I attack.", "I attack.", "I pick up the lamp.", "I go to the weir.",
    ),
    "de": (
        "Man nennt mich Robin.", "Von der Küste.", "Ich vermesse, und ich trage eine Karte, die lügt.",
        "Mein Kopf.", "Ich will wissen, wohin das Wasser geht.", "Ich sehe mich um.", "Ich rede mit Dora.",
        "Ich gebe Dora 2 Münzen.", "Du warst gut zu mir.", "Auf Wiedersehen, Dora.", "Ich gehe auf den Markt.",
        "Ich suche jemanden, der etwas gesehen hat.", "Ich gehe in die Gießerei.", "Ich rede mit Tamar.",
        "Komm mit mir, Tamar.", "Bis bald.", "Ich greife an!", "Ich greife an.", "Ich verteidige mich.",
    ),
}  # fmt: skip
SCRIPTS = {"ferry": FERRY, "varn": VARN}
PEOPLE = {
    "ferry": ("marta", "levin", "ada"),
    "varn": ("dora", "ilka", "ruben", "bruno", "tamar", "noah", "vera", "silas"),
}


def all_of_them(add: Add, get: Get) -> None:
    """Make the whole corpus."""
    roundtables(add)
    scenes(add)
    days(add)
    stories(add)
    duologues(add)
    experiments(add)
    carried(add)
    forks(add, get)
    steered(add, get)
    interrupted(add, get)
    imported(add, get)


def cycle(*values: Any) -> Iterator[Any]:
    """The values over and over."""
    return itertools.cycle(values)


def roundtables(add: Add) -> None:
    """Every format in both languages with one policy after the other; every policy; longer ones."""
    policy, casts = cycle(*POLICIES), {lang: cycle(*names) for lang, names in CASTS.items()}
    for number, (form, lang) in enumerate(itertools.product(FORMATS, CASTS)):
        args = ["run", "roundtable", "--format", form, "--cast", next(casts[lang]), "--policy", next(policy)]
        add(f"roundtable-{form}-{lang}", ["roundtable"], args=[*args, "--seed", 100 + number, *FAST])
    for number, (name, lang) in enumerate(itertools.product(POLICIES, CASTS)):
        args = ["run", "roundtable", "--cast", CASTS[lang][0], "--policy", name, "--turns", "16"]
        args += ["--topic", TOPICS[lang][number % 3], "--seed", 200 + number]
        add(f"roundtable-policy-{name}-{lang}", ["roundtable"], args=[*args, *FAST])
    for number, (cast, members) in enumerate(
        (("startup", "boss,writer"), ("studio", "ilja,noor,teo"), ("newsroom", ""), ("studio-de", "svea,ilja"))
    ):
        args = ["run", "roundtable", "--format", "watercooler" if "," in members else "brainstorm", "--cast", cast]
        args += ["--members", members] if members else []
        # The language of the talk need not be the cast's.
        args += ["--lang", "de" if cast == "startup" else "en" if cast == "studio-de" else ""]
        add(f"roundtable-members-{number}", ["roundtable"], args=[*args, "--seed", 300 + number, *FAST])
    args = ["run", "roundtable", "--format", "deep_dive", "--cast", "studio", "--turns", "90", "--seed", 9]
    add("roundtable-long", ["roundtable"], args=[*args, *FAST])
    args = ["run", "roundtable", "--format", "brainstorm", "--cast", "studio-de", "--turns", "40", "--seed", 9]
    add("roundtable-long-de", ["roundtable"], args=[*args, *FAST])
    for number, limit in enumerate(("turns = 5", "tokens = 4000", "minutes = 0.05")):
        add(f"roundtable-limit-{number}", ["roundtable"], settings=f"version = 1\n[budget]\n{limit}\n",
            args=["run", "roundtable", "--format", "brainstorm", "--cast", "startup", "--seed", 20 + number, *FAST])  # fmt: skip
    args = ["run", "roundtable", "--cast", "startup", "--policy", "manual", "--seed", 10]
    add("roundtable-manual", ["roundtable"], args=[*args, *FAST])


def scenes(add: Add) -> None:
    """Every type of scene, woven and in turn, in both languages; translated and not; of each kind; on both plans."""
    people = {"studio-de": "holger,svea,ilja", "studio": "halvard,sunniva,ilja"}
    types = ("encounter", "meeting", "event", "arrival", "work", "reflection")
    for number, (kind, cast, exchange) in enumerate(itertools.product(types, people, ("weave", "sequential")), 1):
        args = ["run", "scene", "--type", kind, "--cast", cast, "--exchange", exchange, "--seed", 400 + number]
        args += ["--members", people[cast]] if number % 3 else []
        args += ["--translate", ("auto", "none", "en" if cast == "studio-de" else "de")[number % 3]]
        add(f"scene-{kind}-{cast}-{exchange}", ["scene"], args=[*args, *FAST])
    for number, (kind, room, hour) in enumerate(
        (
            ("casual", "kitchen", "12:30"),
            ("work", "", "11:00"),
            ("meeting", "conference", "14:00"),
            ("dnd", "", "19:00"),
        )
    ):
        args = ["run", "scene", "--type", "event" if kind == "dnd" else "meeting", "--kind", kind, "--at", hour]
        args += ["--room", room] if room else []
        args += [
            "--plan",
            "small" if number == 0 else "studio",
            "--cast",
            ("studio", "startup-de", "newsroom")[number % 3],
        ]
        args += ["--topic", TOPICS["en"][number % 3], "--seed", 450 + number]
        add(f"scene-kind-{kind}", ["scene"], args=[*args, *FAST])


def days(add: Add) -> None:
    """Days: of few and of all, woven and in turn, translated and not, one and several, with D&D on a Thursday."""
    few = {"studio-de": "holger,svea,nadira", "studio": "ilja,noor,bex", "startup": "boss,writer,analyst"}
    table: tuple[tuple[str, Sequence[Any]], ...] = (
        ("de", ("--cast", "studio-de")),
        ("en", ("--cast", "studio")),
        ("de-few", ("--cast", "studio-de", "--members", few["studio-de"], "--translate", "none")),
        ("en-few", ("--cast", "studio", "--members", few["studio"], "--translate", "de", "--first-day", "mon")),
        ("weave", ("--cast", "startup", "--members", few["startup"], "--exchange", "weave", "--first-day", "tue")),
        ("sequential", ("--cast", "shop", "--exchange", "sequential", "--first-day", "wed")),
        ("small", ("--cast", "startup-de", "--plan", "small", "--first-day", "fri")),
        ("newsroom", ("--cast", "newsroom", "--topic", "A tax on meetings", "--first-day", "thu")),
        ("two", ("--cast", "studio", "--members", "ilja,noor", "--first-day", "thu")),
        ("two-days", ("--cast", "studio-de", "--members", few["studio-de"], "--days", 2)),
        ("two-days-en", ("--cast", "studio", "--members", few["studio"], "--days", 2, "--translate", "de")),
        ("three-days", ("--cast", "startup", "--members", few["startup"], "--days", 3)),
    )
    for number, (name, args) in enumerate(table):
        add(f"day-{name}", ["day"], args=["run", "day", *args, "--seed", 500 + number, "--autopilot", *FAST])


def stories(add: Add) -> None:
    """Stories and dialogues in both settings and languages: interviewed or not, scripted or by chance, with fights."""
    number = 0
    concepts = {"ferry": ("raftsman", "letter"), "varn": ("surveyor", "ringer", "deserter", "player")}
    for setting, lang in itertools.product(concepts, ("en", "de")):
        common = ["--setting", setting, "--lang", lang]
        script = {"script.txt": "\n".join(SCRIPTS[setting][lang]) + "\n"}
        for concept in ("", *concepts[setting]):
            number += 1
            args = ["run", "story", *common, "--seed", 600 + number, "--turns", 8 + number % 5]
            args += ["--concept", concept] if concept else []
            args += ["--name", "Ida <i>"] if concept == "letter" else []
            args += ["--jester", (0, 1)[number % 2]] if number % 3 else []
            args += ["--context", 600] if number % 4 == 0 else []
            add(f"story-{setting}-{lang}-{concept or 'interview'}", ["story"], args=[*args, *FAST])
        for count in range(2):
            number += 1
            args = ["run", "story", *common, "--seed", 600 + number, "--turns", 28, "--script", "{dir}/script.txt"]
            args += ["--concept", concepts[setting][0]] if setting == "ferry" or count else []
            add(f"story-{setting}-{lang}-script-{count}", ["story"], args=[*args, *FAST], files=script)
        for who in PEOPLE[setting][: 3 if setting == "ferry" else 4]:
            number += 1
            args = ["run", "dialogue", *common, "--with", who, "--seed", 600 + number, "--turns", 6 + number % 4]
            add(f"dialogue-{setting}-{lang}-{who}", ["dialogue"], args=[*args, *FAST])
        number += 1
        talk = {"en": "Hello.\nGive me your knife.\nI give you 3 coins.\nCome with me.\nGoodbye.\nI look around.\n"}
        talk["de"] = (
            "Hallo.\nGib mir dein Messer.\nIch gebe dir 3 Münzen.\nKomm mit mir.\nAuf Wiedersehen.\nIch sehe mich um.\n"
        )
        args = ["run", "dialogue", *common, "--with", PEOPLE[setting][0], "--seed", 600 + number, "--turns", 7]
        args += ["--script", "{dir}/talk.txt"]
        add(f"dialogue-{setting}-{lang}-script", ["dialogue"], args=[*args, *FAST], files={"talk.txt": talk[lang]})


CONTENT = """kind = "content"
rules = [{ words = ["why", "warum"], to = "bo" }, { words = ["no", "nein", "not", "nicht"], to = "cy" }]
"""
VOICED = 'kind = "content"\nvoice = true\n'
OWN = """id = "own"
name = { en = "Own", de = "Eigene" }
"""


def duologues(add: Add) -> None:
    """Every topology and every awareness in both languages; what no longer fits; where it stops."""
    sides = ["-a", "Ada", "-b", "Bo"]
    more = ["--others", "Cy,Dot"]
    number = 0

    def talk(name: str, *args: Any, turns: int = 12, files: dict[str, str] | None = None, two: bool = True) -> None:
        nonlocal number
        number += 1
        given = ["run", "duologue", *sides, *([] if two else more), *args, "--turns", turns, "--seed", 700 + number]
        add(f"duologue-{name}", ["duologue"], args=[*given, *FAST], **({"files": files} if files else {}))

    for lang in ("en", "de"):
        for level in ("none", "basic", "intermediate", "high", "research"):
            talk(f"{level}-{lang}", "--awareness", level, "--lang", lang)
        for router in ("round_table", "ring", "star", "broadcast", "panel"):
            hub = ["--hub", "cy"] if router in ("star", "panel") and lang == "de" else []
            talk(f"{router}-{lang}", "--router", router, *hub, "--lang", lang, two=False)
        talk(
            f"content-{lang}",
            "--router",
            "{dir}/router.toml",
            "--lang",
            lang,
            two=False,
            files={"router.toml": CONTENT},
        )
        talk(
            f"voiced-{lang}", "--router", "{dir}/router.toml", "--lang", lang, two=False, files={"router.toml": VOICED}
        )
        for full in ("drop", "summarise"):
            talk(f"{full}-{lang}", "--when-full", full, "--context", 260, "--lang", lang, turns=24)
            talk(f"{full}-star-{lang}", "--when-full", full, "--context", 300, "--router", "star", "--choose-names",
                 "--lang", lang, turns=24, two=False)  # fmt: skip
        talk(f"names-{lang}", "--choose-names", "--lang", lang, "--prompt", TOPICS[lang][1])
        talk(f"sides-{lang}", "--awareness-a", "none", "--awareness-b", "research", "--system-b", "You doubt.",
             "--warmth-a", 0.1, "--warmth-b", 1.8, "--cap", 60, "--lang", lang)  # fmt: skip
    thresholds = {"balanced": (0.67, 0.52), "structural": (0.76, 0.64), "semantic": (0.56, 0.4), "strict": (0.62, 0.46)}
    for profile, reached in thresholds.items():
        for calculator, threshold in zip(("parley", "classic"), reached, strict=True):
            talk(f"stop-{profile}-{calculator}", "--stop-at", threshold, "--profile", profile, "--calculator", calculator,
                 turns=20)  # fmt: skip
    talk("pause", "--stop-at", 0.66, "--on-convergence", "pause", turns=20)
    talk("stop-ring", "--stop-at", 0.6, "--router", "ring", turns=20, two=False)
    talk("long", "--awareness", "high", turns=120)
    add(
        "duologue-cast",
        ["duologue"],
        args=["run", "duologue", "--cast", "studio", "-a", "ilja", "-b", "noor", "--seed", 790, *FAST],
    )
    add("duologue-thirty", ["duologue"], args=[
        "run", "duologue", *sides, "--others", ",".join(f"N{i}" for i in range(28)), "--router", "broadcast",
        "--turns", 40, "--seed", 791, *FAST,
    ])  # fmt: skip


SPEC = """name = "Corpus {name}"
seed = {seed}
repetitions = 2
parallel = 2

[duologue]
voice = "rehearsal"
turns = 8
{extra}

[grid]
{grid}
"""


def experiments(add: Add) -> None:
    """Three experiments over small grids."""
    for number, (name, extra, grid) in enumerate(
        (
            ("awareness", "", 'awareness = ["none", "high"]'),
            ("warmth", 'language = "de"\nwhen_full = "summarise"\ncontext = 260', '"a.warmth" = [0.2, 1.4]'),
            ("topology", 'others = ["C"]\nstop_at = 0.62', 'router = ["ring", "panel"]'),
        )
    ):
        spec = SPEC.format(name=name, seed=40 + number, extra=extra, grid=grid)
        add(f"experiment-{name}", ["experiment", "duologue"],
            args=["experiment", "run", "{dir}/spec.toml", "--json"], files={"spec.toml": spec})  # fmt: skip


def carried(add: Add) -> None:
    """Runs of casts who have played before: what these remember, and where they stand with one another."""

    def again(name: str, kind: str, others: Sequence[str], *args: Any) -> None:
        add(f"carried-{name}", [kind, "carried"], args=["run", *args, *FAST], others=list(others))

    first, second = "roundtable-policy-affinity-en", "roundtable-policy-random-en"
    again("roundtable", "roundtable", [first], "roundtable", "--cast", "startup", "--seed", 801)
    again(
        "roundtable-two",
        "roundtable",
        [first, second],
        "roundtable",
        "--cast",
        "startup",
        "--format",
        "debate",
        "--seed",
        802,
    )
    again(
        "roundtable-de",
        "roundtable",
        ["roundtable-policy-moderator-de"],
        "roundtable",
        "--cast",
        "startup-de",
        "--seed",
        803,
    )
    again("scene", "scene", ["day-de-few"], "scene", "--cast", "studio-de", "--members", "holger,svea", "--seed", 804)
    again("scene-en", "scene", ["day-en-few"], "scene", "--cast", "studio", "--members", "ilja,noor", "--seed", 805)
    again(
        "day",
        "day",
        ["day-de-few", "scene-meeting-studio-de-weave"],
        "day",
        "--cast",
        "studio-de",
        "--members",
        "holger,svea,nadira",
        "--seed",
        806,
        "--autopilot",
    )
    again(
        "story",
        "story",
        ["story-ferry-en-raftsman"],
        "story",
        "--setting",
        "ferry",
        "--concept",
        "raftsman",
        "--turns",
        6,
        "--seed",
        807,
    )
    again("fresh", "roundtable", [first, second], "roundtable", "--cast", "startup", "--fresh", "--seed", 808)


def ended(rows: list[Row]) -> int:
    """How many turns there are at the end of a log."""
    count = 0
    for row in rows:
        count += (row["type"] == "turn.ended") - (row["type"] == "turn.retried" and count > 0)
    return count


def forks(add: Add, get: Get) -> None:
    """Forks as they are, with other settings, with another line; forks of forks."""

    def fork(name: str, start: str, turn: int, *args: Any, kinds: Sequence[str] = ()) -> str:
        mode = start.split("-", maxsplit=1)[0] if not kinds else kinds[0]
        add(
            f"fork-{name}",
            [mode, "fork"],
            start=start,
            args=["fork", "{start}", "--turn", turn, *args, "--fast", "--json"],
        )
        return f"fork-{name}"

    base = "roundtable-policy-affinity-en"
    again = [
        fork("roundtable-plain", base, 5, "--seed", 2),
        fork("roundtable-start", base, 0, "--seed", 3),
        fork("roundtable-topic", base, 4, "--topic", "Something else", "--turns", 20),
        fork("roundtable-policy", base, 6, "--policy", "round_robin"),
        fork("roundtable-edit", base, 7, "--edit", "I never said that. [I did.]"),
        fork("roundtable-members", base, 6, "--members", "boss,analyst,writer,wildcard"),
        fork("roundtable-de", "roundtable-policy-addressed-de", 5, "--edit", "Das habe ich nie gesagt."),
    ]
    for number, one in enumerate(again):
        fork(
            f"again-{number}",
            one,
            (8, 2, 6, 3, 10, 9, 6)[number],
            "--seed",
            50 + number,
            "--policy",
            POLICIES[number % 5],
            kinds=["roundtable"],
        )
    third = fork("third", "fork-again-0", 9, "--topic", "A third way", kinds=["roundtable"])
    fork("before-its-own", third, 2, "--seed", 77, kinds=["roundtable"])
    talk = "duologue-high-en"
    more = [
        fork("duologue-plain", talk, 4, "--seed", 5),
        fork("duologue-opening", talk, 0, "--topic", "Say something about rivers."),
        fork("duologue-awareness", talk, 6, "--awareness", "none"),
        fork("duologue-side", talk, 5, "--side", "b.warmth=1.9", "--side", "a.system=You agree.", "--turns", 16),
        fork("duologue-stop", talk, 5, "--stop-at", 0.2, "--profile", "structural", "--calculator", "classic"),
        fork("duologue-full", talk, 6, "--context", 240, "--when-full", "summarise", "--turns", 24),
        fork("duologue-router", "duologue-round_table-de", 6, "--router", "star", "--hub", "bo"),
        fork("duologue-summed", "duologue-summarise-en", 18, "--seed", 12),
        fork("duologue-unsummed", "duologue-summarise-de", 9, "--when-full", "drop"),
        fork("duologue-no-stop", "duologue-stop-balanced-parley", 3, "--stop-at", -1),
    ]
    for number, one in enumerate(more[:4]):
        fork(f"duologue-again-{number}", one, 7, "--seed", 60 + number, "--edit", "Edited.", kinds=["duologue"])
    fork("scene", "scene-meeting-studio-de-sequential", 3, "--seed", 9)
    fork("scene-woven", "scene-meeting-studio-weave", 2, "--seed", 9)
    fork("scene-edit", "scene-encounter-studio-de-sequential", 2, "--edit", "Nein.")
    fork("day-early", "day-de-few", 6, "--seed", 31)
    fork("day-late", "day-en-few", ended(get("day-en-few")) - 8, "--seed", 32)
    fork("day-second", "day-two-days", ended(get("day-two-days")) // 2, "--seed", 33)
    fork("day-edit", "day-two", 9, "--edit", "I promise to bring the fog by Friday.")
    for lang in ("en", "de"):
        script = f"story-ferry-{lang}-script-0"
        fork(f"story-{lang}", script, 12, "--seed", 4)
        fork(f"story-late-{lang}", script, 24, "--seed", 5, "--turns", 18)
        fork(f"story-edit-{lang}", f"story-varn-{lang}-interview", 5, "--edit", "Call me Kim.")
        fork(f"dialogue-{lang}", f"dialogue-varn-{lang}-dora", 4, "--seed", 6)
    fork("story-again", "fork-story-en", 16, "--seed", 7, kinds=["story"])


EDGES = 24
"""Lines at the beginning of a log that steering may begin behind."""


def steered(add: Add, get: Get) -> None:
    """What a director can do, by hand for what matters and by chance for the rest."""

    def steer(name: str, start: str, *steps: Sequence[Any], kind: str = "", lines: int = 1) -> None:
        mode = kind or start.split("-", maxsplit=1)[0]
        add(f"steered-{name}", [mode, "steered"], start=start, lines=lines, steps=[list(step) for step in steps])

    table = "roundtable-policy-affinity-en"
    steer("everything", table, ("step", 2), ("inject", SAID["en"][0]), ("inject", "Press for a date.", ["boss"]),
          ("step", 2), ("change_voice", {"warmth": 1.5}), ("change_voice", "writer", {"warmth": 0.1}),
          ("give_floor", "writer"), ("step", 2), ("speak_as", "director", "The press is listening."),
          ("speak_as", "boss", "And I say so. [Do I?]"), ("step", 1), ("retry",), ("retry",), ("mute", "boss"),
          ("bookmark", 3), ("bookmark", 5), ("bookmark", 3), ("change_policy", "addressed"), ("play",),
          ("bookmark", 9))  # fmt: skip
    steer("breakpoints", table, ("break_at", {"member": "writer"}), ("break_at", {"turn": 6}), ("play",), ("play",),
          ("clear_breakpoint", "member:writer"), ("play",), ("play",), ("retry", 5), ("play",))  # fmt: skip
    steer("muted", table, ("mute", "boss"), ("mute", "writer"), ("step", 3), ("unmute", "boss"), ("step", 3),
          ("mute", "boss"), ("mute", "analyst"), ("mute", "hustler"), ("mute", "wildcard"), ("play",),
          ("unmute", "wildcard"), ("unmute", "boss"), ("play",))  # fmt: skip
    steer("manual", "roundtable-manual", ("play",), ("give_floor", "writer"), ("play",), ("give_floor", "boss"),
          ("play",), ("change_policy", "moderator"), ("step", 3), ("change_policy", "manual"), ("play",),
          ("give_floor", "analyst"), ("step",), ("stop",))  # fmt: skip
    steer("stopped", "roundtable-debate-de", ("step", 3), ("inject", SAID["de"][3]), ("step", 1), ("stop",))
    for number, (start, step) in enumerate(itertools.product((table, "roundtable-standup-de"), (2, 5, 9))):
        steer(
            f"cut-off-{number}",
            start,
            ("step", 2),
            ("cut_off", step),
            ("play",),
            ("inject", "Go on."),
            ("play",),
            ("play",),
        )
    for lang, boss in (("en", "ada"), ("de", "bo")):
        talk = f"duologue-basic-{lang}"
        steer(f"duologue-{lang}", talk, ("step", 3), ("inject", SAID[lang][1]), ("inject", SAID[lang][2], [boss]),
              ("step", 2), ("give_floor", boss), ("step",), ("speak_as", boss, SAID[lang][0]), ("retry",),
              ("break_at", {"convergence": 0.64}), ("play",), ("play",), ("bookmark", 2), ("play",))  # fmt: skip
        steer(f"duologue-star-{lang}", f"duologue-star-{lang}", ("step", 4), ("mute", "dot"), ("step", 4),
              ("unmute", "dot"), ("give_floor", "dot"), ("play",))  # fmt: skip
        steer(f"duologue-summed-{lang}", f"duologue-summarise-{lang}", ("step", 9), ("inject", SAID[lang][0]),
              ("step", 5), ("retry",), ("step", 3), ("retry",), ("change_voice", boss, {"warmth": 1.2}), ("play",))  # fmt: skip
    steer("paused-at-convergence", "duologue-pause", ("play",), ("play",), ("play",), ("play",))
    for lang, day, two in (("de", "day-de-few", ("holger", "svea")), ("en", "day-en-few", ("ilja", "noor"))):
        steer(f"day-{lang}", day, ("autopilot", False), ("play",), ("inject", SAID[lang][0]), ("play",),
              ("request_scene", "meeting", "meeting", list(two), "conference", TOPICS[lang][0], "sequential"),
              ("play",), ("inject", SAID[lang][2], [two[0]]), ("skip_scene",), ("play",), ("bookmark", 4),
              ("request_scene", "encounter", "casual", list(two), "kitchen"), ("step", 2), ("skip_scene",), ("play",),
              ("end_day",), ("play",), ("autopilot", True, 1), ("play",), ("play",))  # fmt: skip
        steer(f"day-floor-{lang}", day, ("request_scene", "meeting", "work", list(two), "", "", "sequential"),
              ("step", 9), ("give_floor", two[1]), ("step", 1), ("speak_as", two[0], SAID[lang][1]), ("step", 1),
              ("retry",), ("mute", two[1]), ("speak_as", "director", SAID[lang][0]), ("step", 3), ("end_day",), ("play",))  # fmt: skip
        steer(f"day-again-{lang}", day, ("play",), ("autopilot", True, 2), ("play",), ("bookmark", 1))
    steer("scene", "scene-meeting-studio-de-sequential", ("step", 2), ("give_floor", "svea"), ("step", 1), ("retry",),
          ("inject", SAID["de"][0]), ("speak_as", "holger", SAID["de"][1]), ("play",))  # fmt: skip
    steer("scene-woven", "scene-meeting-studio-weave", ("inject", SAID["en"][1], ["ilja"]), ("play",), ("play",))
    for lang in ("en", "de"):
        acts = [("act", text) for text in FERRY[lang][:12]]
        steer(f"story-acted-{lang}", f"story-ferry-{lang}-raftsman", ("autoplay", False), ("play",), *acts, ("stop",))
        steer(f"story-clicked-{lang}", f"story-ferry-{lang}-raftsman", ("autoplay", False), ("play",),
              ("do", "talk", "marta"), ("act", "1"), ("do", "give", {"item": "coin", "quantity": 1}),
              ("do", "take", "marta", {"item": "bread"}), ("do", "follow", "marta"), ("do", "part"),
              ("do", "go", "jetty"), ("do", "pick", {"item": "rope"}), ("do", "drop", {"item": "rope"}),
              ("do", "use", {"item": "elderberry"}), ("do", "go", "alders"), ("act", FERRY[lang][9]), ("act", FERRY[lang][10]),
              ("act", FERRY[lang][10]), ("retry",), ("bookmark", 3), ("autoplay", True), ("play",))  # fmt: skip
        steer(f"story-steered-{lang}", f"story-varn-{lang}-surveyor", ("step", 3), ("inject", SAID[lang][0]),
              ("speak_as", "narrator", SAID[lang][1]), ("step", 2), ("mute", "jester"), ("step", 2), ("retry",),
              ("break_at", {"tool": True}), ("play",), ("play",), ("give_floor", "keeper"), ("play",), ("play",))  # fmt: skip
        steer(f"dialogue-{lang}", f"dialogue-ferry-{lang}-marta", ("autoplay", False), ("play",), *acts[2:5], ("retry",),
              ("change_voice", "marta", {"warmth": 1.7}), ("act", "2"), ("do", "part"), ("autoplay", True), ("play",))  # fmt: skip
        steer(f"player-{lang}", f"dialogue-ferry-{lang}-levin", ("step", 2), ("autoplay", False), ("play",),
              ("speak_as", "player", SAID[lang][2]), ("play",), ("stop",))  # fmt: skip
    starts = {
        "roundtable": ("roundtable-long", "roundtable-long-de"),
        "duologue": ("duologue-drop-en", "duologue-summarise-star-de", "duologue-summarise-en"),
        "day": ("day-two", "day-weave"),
        "story": ("story-ferry-en-letter", "story-varn-de-ringer"),
        "dialogue": ("dialogue-varn-en-bruno", "dialogue-ferry-de-ada"),
    }
    for kind, names in starts.items():
        for number in range(5):
            start = names[number % len(names)]
            chance = random.Random(f"{kind}-{number}")
            steer(f"chance-{kind}-{number}", start, *by_chance(chance, kind, get(start)), kind=kind)


def by_chance(chance: random.Random, kind: str, rows: list[Row]) -> Iterator[list[Any]]:
    """A director who does anything; what cannot be is refused, and that is expected too."""
    config = rows[0]["config"]
    lang = config.get("language", "en")
    members = [member["id"] for member in config["members"]]
    some = ["inject", "whisper", "floor", "mute", "unmute", "speak", "director", "retry", "voice", "bookmark", "break"]
    some += ["cut_off"]
    some += {
        "roundtable": ["policy", "policy"],
        "duologue": ["alike"],
        "day": ["request", "skip", "request"],
        "story": ["act", "act", "do", "autoplay", "tool"],
        "dialogue": ["act", "act", "do", "autoplay", "tool"],
    }[kind]
    for _ in range(14):
        member = chance.choice(members)
        match chance.choice(some):
            case "inject":
                yield ["inject", chance.choice(SAID[lang])]
            case "whisper":
                yield ["inject", chance.choice(SAID[lang]), chance.sample(members, 2)]
            case "floor":
                yield ["give_floor", member]
            case "mute":
                yield ["mute", member]
            case "unmute":
                yield ["unmute", member]
            case "speak":
                yield ["speak_as", member, chance.choice(SAID[lang])]
            case "director":
                yield ["speak_as", "director", chance.choice(SAID[lang])]
            case "retry":
                yield ["retry"]
            case "voice":
                yield ["change_voice", member, {"warmth": chance.choice((0.1, 0.9, 1.7))}]
            case "bookmark":
                yield ["bookmark", chance.randint(1, 8)]
            case "break":
                yield ["break_at", {"member": member}]
            case "cut_off":
                yield ["cut_off", chance.randint(1, 9)]
            case "policy":
                yield ["change_policy", chance.choice(POLICIES)]
            case "alike":
                yield ["break_at", {"convergence": chance.choice((0.45, 0.5)), "calculator": "classic"}]
            case "request":
                yield ["request_scene", chance.choice(("meeting", "encounter", "event")), "", chance.sample(members, 2)]
            case "skip":
                yield ["skip_scene"]
            case "act":
                yield ["act", chance.choice(SCRIPTS[config["story"]["setting"]["id"]][lang])]
            case "do":
                yield ["do", chance.choice(("talk", "go", "pick", "part", "follow")), chance.choice(members)]
            case "autoplay":
                yield ["autoplay", chance.random() < 0.5]
            case "tool":
                yield ["break_at", {"tool": True}]
        yield ["step", chance.randint(1, 3)]
    yield ["unmute", members[0]]
    if chance.random() < 0.7:
        yield (
            ["autopilot", True]
            if kind == "day"
            else ["autoplay", True]
            if kind in ("story", "dialogue")
            else ["unmute", members[1]]
        )
        yield ["play"]
        yield ["play"]
        yield ["play"]


WHOLE = (
    "roundtable-standup-en", "roundtable-policy-moderator-de", "scene-meeting-studio-de-weave",
    "scene-encounter-studio-sequential", "day-de-few", "day-two", "story-ferry-en-script-0", "story-varn-de-interview",
    "dialogue-ferry-en-marta", "duologue-summarise-en", "duologue-summarise-star-de", "duologue-panel-de",
    "fork-again-0", "steered-everything", "steered-day-de", "steered-story-clicked-en", "steered-duologue-en",
    "carried-scene",
)  # fmt: skip
"""Logs that are cut."""


def interrupted(add: Add, get: Get) -> None:
    """Logs that end behind any event, as a kill leaves them; some with half a line; most resumed."""
    for name in WHOLE:
        count = len(get(name))
        chance = random.Random(name)
        # The mode is the one of the whole log.
        kind = {"table": "roundtable"}.get(
            name,
            next(
                (one for one in ("roundtable", "scene", "day", "story", "dialogue", "duologue") if one in name),
                "roundtable",
            ),
        )
        for number, lines in enumerate(sorted(chance.sample(range(2, count - 1), 4))):
            torn = {"torn": '{"type":"turn.ended","at":"2026-0'} if number == 1 else {}
            resume = {} if number == 3 else {"args": ["resume", "{start}", "--fast", "--json"]}
            done = "killed" if number == 3 else "resumed"
            add(f"{done}-{number}-{name}", [kind, "interrupted"], start=name, lines=lines, **torn, **resume)
    # Killed, resumed, and killed once more.
    for name in (
        "resumed-0-roundtable-standup-en",
        "resumed-1-story-ferry-en-script-0",
        "resumed-2-duologue-summarise-en",
    ):
        lines = len(get(name)) * 2 // 3
        add(f"again-{name}", ["interrupted", name.split("-")[2]], start=name, lines=lines,
            args=["resume", "{start}", "--fast", "--json"])  # fmt: skip


def chat(*lines: tuple[str, str, Any], **head: Any) -> str:
    """A chat of SillyTavern."""
    rows: list[Any] = [
        {"user_name": "Nim", "character_name": "Marta", "create_date": "2023-11-17@17h00m00s", "chat_metadata": {}}
        | head
    ]
    rows += [
        {"name": name, "is_user": name == "Nim", "is_system": False, "send_date": date, "mes": text}
        for name, text, date in lines
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


def imported(add: Add, get: Get) -> None:
    """Logs of pidgin, chats of SillyTavern, and logs of our own."""

    def bring(name: str, text: str) -> None:
        add(
            f"imported-{name}",
            ["imported"],
            files={f"{name}.jsonl": text},
            args=["import", f"{{dir}}/{name}.jsonl", "--json"],
        )

    pidgin = (GOLDEN / "pidgin-events.jsonl").read_text("utf-8")
    bring("pidgin", pidgin)
    lines = pidgin.splitlines(keepends=True)
    bring("pidgin-half", "".join(lines[: len(lines) // 2]))
    bring("pidgin-other", pidgin.replace("conv_2bee8a4e", "conv_00000001").replace("local:test", "local:other"))
    bring("tavern", chat(
        ("Marta", "*wipes the table* What will it be?", "2023-11-17@17h05m23s"), ("Nim", "Bread.", "November 17, 2023 5:06pm"),
        ("Marta", "Three coins.", 1_700_240_823_000), ("Nim", "[expensive] Here.", "2023-11-17@17h09m01s"),
    ))  # fmt: skip
    bring("tavern-group", chat(
        ("Ada", "Hello.", "2023-11-17@17h05m23s"), ("Bo", "Hello, Ada.", "2023-11-17@17h05m29s"),
        ("Nim", "Hi, both.", "2023-11-17@17h06m00s"), ("Ada", "Who is it?", "2023-11-17@17h07m00s"), character_name="Group",
    ))  # fmt: skip
    # A log of ours comes in as it is.
    for name in ("roundtable-debate-en", "scene-event-studio-weave", "story-ferry-de-letter", "duologue-ring-en"):
        rows = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in get(name))
        bring(f"own-{name}", "".join(f"{row}\n" for row in rows))
