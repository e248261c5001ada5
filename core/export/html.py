"""HTML: one file that replays the run in any browser, offline, with nothing in it that was not put there by us."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup
from msgspec.structs import astuple

from parley.core.base.labels import label
from parley.core.cast import colours
from parley.core.cast.member import PLAYER
from parley.core.export.base import Exporter, Options
from parley.core.export.documents import make_environment, read_resource
from parley.core.export.floor import floor
from parley.core.export.rows import Row
from parley.core.export.transcript import Page, Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import Drift
from parley.core.log.played import PLAYED
from parley.core.log.state import DIRECTOR
from parley.core.perspective.lens import Lens

MOST_MEMORIES = 80
"""Memories of each member that a page has, the newest of them."""


class Seen(NamedTuple):
    """What members, by their places in the cast, saw of others without hearing a word, before a turn."""

    turn: int
    text: str
    members: str


class Lived(NamedTuple):
    """A row of a page, and the members whom it `reached`, by their places in the cast; None: all of them. Before it
    comes what some of them saw."""

    row: Row | None
    reached: str | None
    seen: tuple[Seen, ...] = ()


def yield_rows(transcript: Transcript) -> Iterator[Lived]:
    """Yield all rows; behind the last of them, with none, what was seen after it."""
    state = transcript.state
    lenses = [Lens(state, member.id) for member in transcript.config.members]
    reached: dict[int, str | None] = {}
    seen: dict[tuple[int, str, int], list[int]] = {}
    for entry in state.entries:
        open_to_all = not entry.heard_by and not entry.hidden and entry.kind != "calls"
        places = [] if open_to_all else [at for at, lens in enumerate(lenses) if lens.witnessed(entry)]
        if entry.kind == "observation":
            # Several may see the same.
            seen.setdefault((entry.seq, entry.text, entry.turn), []).extend(places)
        else:
            reached[entry.seq] = None if open_to_all else " ".join(map(str, places))
    waiting = [(seq, Seen(turn, text, " ".join(map(str, who)))) for (seq, text, turn), who in seen.items()]
    waiting.reverse()  # a stack, the first on top
    for row in transcript.rows:
        before = []
        while waiting and 0 <= waiting[-1][0] < row.seq:  # a scene's row has −1, for which none of them waits
            before.append(waiting.pop()[1])
        # What no entry stands for nobody was told.
        yield Lived(row, reached.get(row.seq, ""), tuple(before))
    if waiting:
        yield Lived(None, None, tuple(each for _seq, each in reversed(waiting)))


def memories(transcript: Transcript) -> list[list[tuple[str, str, int]]]:
    """Return what each member remembers at the end: kind, words and turn, the newest last."""
    found = []
    for member in transcript.config.members:
        kept = Lens(transcript.state, member.id).memories[-MOST_MEMORIES:]
        found.append([(label(one.table, one.kind, transcript.language), one.text, one.turn) for one in kept])
    return found


CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded from anywhere and nothing is sent: the page is all there is."""

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def script_json(value: Any) -> Markup:
    """Return JSON that may stand in a script element: it cannot end it, begin a comment, or break a line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    # Nothing is left in it that means anything to an HTML parser.
    return Markup(text)  # noqa: S704


_PAGES = cache(lambda: make_environment(autoescape=True))


def load_template(name: str) -> jinja2.Template:
    """Return a template of `resources/export`; what is put into it is escaped."""
    return _PAGES().get_template(name)


def render_part(name: str, **values: Any) -> Markup:
    """Return a part of a page, made by a template of `resources/export`."""
    return Markup(load_template(name).render(values))  # noqa: S704  # the template has escaped what is in it


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield the page: a transcript that reads without JavaScript, and a replay over it."""
    config, page = transcript.config, transcript.mode.build_page(transcript, events)
    say = {**transcript.say, **page.words}
    letters = config.letters
    faces = {
        each.id: (each.name, letters[each.id], colours.get_tones(each.colour), each.portrait) for each in config.members
    }
    data = build_figures(transcript, options, page)
    # It is made of numbers and colours of ours; the script draws the rest upon it.
    drawing = Markup((data["floor"] or {}).pop("drawing", ""))  # noqa: S704
    faces[DIRECTOR] = (transcript.say["director"], "◆", colours.DIRECTOR, "")  # last: members keep their places
    pieces = load_template("replay.html.j2").generate(
        policy=CONTENT_POLICY,
        language=transcript.language,
        content_language=config.language,
        say=say,
        transcript=transcript,
        lived=yield_rows(transcript),
        options=options,
        facts=transcript.facts(numbers=options.numbers),
        faces=faces,
        places={member: place for place, member in enumerate(faces)},
        distilled=transcript.distilled,
        # Both ship with us and are trusted as code; a test holds that neither can end its element.
        style=Markup(read_resource("replay.css")),  # noqa: S704
        script=Markup(read_resource("replay.js") + page.script),  # noqa: S704
        data=script_json(data),
        drawing=drawing,
        stage=page.stage,
        percent=_format_percent,
        translated=page.translated,
    )
    # Markup escapes whatever text it is put to: what leaves here is plain.
    yield from map(str, pieces)


def _format_percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def build_figures(transcript: Transcript, options: Options, page: Page) -> dict[str, Any]:
    """Return what the script draws from: members by index (the director is −1), turns, notes, affinities, the plan, and
    what the mode has put on the page.
    """
    config, say, state, before = transcript.config, transcript.say, transcript.state, transcript.before
    index = {member.id: i for i, member in enumerate(config.members)}
    left_behind = PLAYED[config.mode].left_behind
    drifts: Iterable[Drift] = transcript.distilled.drifts if transcript.distilled else ()
    if left_behind is not None:
        drifts = left_behind(state).drifts.values()
    reasons = {(each.a, each.b): each.reason for each in drifts}
    ties = transcript.mode.find_ties(state) or ()
    return {
        "members": [
            {"name": member.name, "letter": config.letters[member.id], "role": member.role} for member in config.members
        ],
        "planned": config.turns,
        "director": say["director"],
        "turns": [_build_turn(row, index, options, transcript.language) for row in transcript.rows if row.spoken],
        "pairs": [
            [index[a], index[b], before.get((a, b), 0.5), state.get_affinity_of(a, b), reasons.get((a, b), "")]
            for a, b in sorted(before.keys() | state.affinity.keys())
            if a in index and b in index  # a fork may have left members out, with their ties still there
        ]
        + [[index[tie.a], index[tie.b], tie.before, tie.after, ""] for tie in ties],
        "trust": False,
        "floor": None if "floor" in page.data else floor(config, options.plan, transcript.language),
        "story": None,
        "player": index.get(PLAYER, -1),
        "length": 0,
        "say": {key: say[key] for key in _SAID_BY_SCRIPT},
        "language": transcript.language,
        "memories": memories(transcript),
        **page.data,  # last: a mode's figures take the place of those above
    }


_SAID_BY_SCRIPT = (
    "play", "pause", "turn", "of", "why", "why_empty", "draw", "base", "affinity", "jitter", "bonus", "share",
    "before_first", "no_turns", "this_run", "present", "words", "scene", "desks", "nobody_here", "lies_here", "health",
    "carries", "quests", "choices", "taken", "own_words", "fight", "trust", "follows", "empty_hands", "of_story",
    "not_yet", "dice", "against", "made", "missed", "in_hand",
    "remembers", "remembers_nothing", "taken_over", "threshold", "convergence",
)  # fmt: skip


def _build_turn(row: Row, index: dict[str, int], options: Options, language: str) -> dict[str, Any]:
    turn: dict[str, Any] = {"n": row.turn, "m": index.get(row.speaker, -1), "text": row.written}
    if row.staged:
        turn["staged"] = True
    if options.thoughts and row.thoughts:
        turn["thoughts"] = list(row.thoughts)
    if row.other:
        turn["other"] = row.other
    if row.selected:
        turn["why"] = {
            "policy": label("policy", row.selected.policy, language),
            "reason": row.why(language),
            "draw": row.selected.draw,
            # The member's number, then all terms.
            "bars": [
                [index[each.member], *astuple(each)[1:]] for each in row.selected.candidates if each.member in index
            ],
        }
    return turn


HTML = Exporter(
    "html", Localised(en="HTML replay, one file", de="HTML zum Abspielen, eine Datei"), ".html", render_run, look="page"
)
