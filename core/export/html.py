"""HTML: one file that replays the run in any browser, offline, with nothing in it that was not put there by us."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from core.base.labels import label
from core.base.packaged import packaged
from core.cast import colours
from core.cast.member import PLAYER
from core.export.base import Options
from core.export.transcript import Row, Transcript
from core.log.events.base import Event
from core.log.state import DIRECTOR
from core.modes.office.export_floor import Figure, floor, stages
from core.modes.office.state import OfficeState
from core.modes.story.config import StoryConfig
from core.modes.story.export_frames import frames
from core.modes.story.export_rows import as_affinity, trusts
from core.modes.story.state import StoryState

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded from anywhere and nothing is sent: the page is all there is."""

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def script_json(value: Any) -> Markup:
    """JSON that may stand in a script element: it cannot end it, begin a comment, or break a line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    # Nothing is left in it that means anything to an HTML parser.
    return Markup(text)  # noqa: S704


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(_resource("replay.html.j2"))


@cache
def _resource(name: str) -> str:
    return packaged("export", name).read_text("utf-8")


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """The page: a transcript that reads without JavaScript, and a replay over it."""
    config, world = transcript.config, transcript.state.find(OfficeState)
    say = transcript.say
    if transcript.state.find(StoryState) is not None:
        say |= {"network": say["trust"], "network_hint": say["trust_hint"]}
    letters = config.letters
    faces = {member.id: (member.name, letters[member.id], colours.both(member.colour)) for member in config.members}
    faces[DIRECTOR] = (transcript.say["director"], "◆", colours.DIRECTOR)
    pieces = _template().generate(
        policy=CONTENT_POLICY,
        language=transcript.language,
        content_language=config.language,
        say=say,
        transcript=transcript,
        options=options,
        facts=transcript.facts(numbers=options.numbers),
        faces=faces,
        places={member: place for place, member in enumerate(faces)},
        distilled=transcript.distilled,
        # Both ship with us and are trusted as code; a test holds that neither can end its element.
        style=Markup(_resource("replay.css")),  # noqa: S704
        script=Markup(_resource("replay.js")),  # noqa: S704
        data=script_json(figures(transcript, options, events)),
        story=transcript.state.find(StoryState) is not None,
        percent=_percent,
        translated=next((event.language for event in world.translations), "") if world else "",
    )
    # Markup escapes whatever text it is put to: what leaves here is plain.
    yield from map(str, pieces)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def figures(transcript: Transcript, options: Options, events: Sequence[Event] = ()) -> dict[str, Any]:
    """What the script draws from: members by index (the director is −1), turns, notes, affinities, the plan, or a
    story's frames."""
    config, say = transcript.config, transcript.say
    index = {member.id: i for i, member in enumerate(config.members)}
    pairs = sorted(transcript.before.keys() | transcript.state.affinity.keys())
    drifts = transcript.distilled.drifts if transcript.distilled else ()
    if transcript.state.find(OfficeState) is not None:
        drifts = tuple(transcript.state[OfficeState].drifted.values())
    reasons = {(each.a, each.b): each.reason for each in drifts}
    return {
        "members": [
            {"name": member.name, "letter": config.letters[member.id], "role": member.role} for member in config.members
        ],
        "planned": config.turns,
        "director": say["director"],
        "turns": [_turn(row, index, options, transcript.language) for row in transcript.rows if row.spoken],
        "pairs": [
            [
                index[a],
                index[b],
                transcript.before.get((a, b), 0.5),
                transcript.state.affinity_of(a, b),
                reasons.get((a, b), ""),
            ]
            for a, b in pairs
            if a in index and b in index
        ]
        + [
            [index[PLAYER], index[one], as_affinity(before), as_affinity(after), ""]
            for one, before, after in trusts(transcript.state)
        ],
        "trust": transcript.state.find(StoryState) is not None,
        "floor": _floor(transcript, options),
        "story": frames(transcript.state, events, transcript.language)
        if transcript.state.find(StoryState) is not None
        else None,
        "player": index.get(PLAYER, -1),
        "length": transcript.config[StoryConfig].length if transcript.state.find(StoryState) is not None else 0,
        "say": {key: say[key] for key in _SAID_BY_SCRIPT},
        "language": transcript.language,
    }


def _floor(transcript: Transcript, options: Options) -> Figure | None:
    if transcript.state.find(OfficeState) is not None:
        return stages(transcript.state, transcript.language)
    if transcript.state.find(StoryState) is not None:
        # A story has places of its own, and no plan of them.
        return None
    return floor(transcript.config, options.plan, transcript.language)


_SAID_BY_SCRIPT = (
    "play", "pause", "turn", "of", "why", "why_empty", "draw", "base", "affinity", "jitter", "bonus", "share",
    "before_first", "no_turns", "this_run", "present", "words", "scene", "desks", "nobody_here", "lies_here", "health",
    "carries", "quests", "choices", "taken", "own_words", "fight", "trust", "follows", "empty_hands", "of_story",
    "not_yet", "dice", "against", "made", "missed", "in_hand",
)  # fmt: skip


def _turn(row: Row, index: dict[str, int], options: Options, language: str) -> dict[str, Any]:
    turn: dict[str, Any] = {"n": row.turn, "m": index.get(row.speaker, -1), "text": row.text}
    if options.thoughts and row.thoughts:
        turn["thoughts"] = list(row.thoughts)
    if row.other:
        turn["other"] = row.other
    if row.selected:
        turn["why"] = {
            "policy": label("policy", row.selected.policy, language),
            "reason": row.why(language),
            "draw": row.selected.draw,
            "bars": [
                [
                    index[each.member],
                    each.base,
                    each.affinity,
                    each.recency,
                    each.jitter,
                    each.bonus,
                    each.weight,
                    each.probability,
                ]
                for each in row.selected.candidates
                if each.member in index
            ],
        }
    return turn
