"""How good a small model's lines are in the same talk: with all that helps it, and without each of that."""

from __future__ import annotations

import asyncio
import dataclasses
import statistics
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from benchmarks.figure import Figure, note
from benchmarks.talks import studio_in
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Move
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.perspective.perspective import Block, Perspective, get_premise
from parley.core.voices.base import Reply, Request
from parley.core.voices.embedded.bodies import DRAWS
from parley.core.voices.embedded.choosing import Scene
from parley.core.voices.embedded.voice import EmbeddedVoice, get_scene_of
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import Model

TOPIC = "Opening the library on Sundays"
TURNS = (
    ("boss", Move(act="open"), "You speak first."),
    ("analyst", Move(act="ask", to="boss", about=1), "Ask Boss for a name, a date, or a number."),
    ("boss", Move(act="answer", to="analyst", about=2), "Give the answer first, then the reason."),
    ("hustler", Move(act="support", to="boss", about=3), "You like Boss's answer: build on it."),
    ("writer", Move(act="warn", to="hustler", about=4), "Name the risk that Hustler passed over."),
    ("wildcard", Move(act="propose"), "Make a proposal of your own."),
    (
        "analyst",
        Move(act="object", to="wildcard", about=6),
        "You are not convinced by Wildcard's proposal. Say what is missing.",
    ),
    ("boss", Move(act="close"), "You have the last word."),
)
"""Who speaks, what they do, and how they are told so."""
WAYS = ("whole", "no move", "no samples", "no choice")


@dataclass
class Heard:
    """The lines of one way, with their faults and seconds."""

    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    on_topic: int = 0
    seconds: list[float] = field(default_factory=list)


def ways(folder: Path) -> list[Figure]:
    """All models that are here and can talk."""
    here = Catalogue(Home.find().models)
    models = [one for one in here.list() if one.use == "speak" and here.is_installed(one.id)]
    if not models:
        note("No model that can talk is installed: parley models get qwen2.5-coder-1.5b")
    wish = RoundtableRequest(cast="startup", topic=TOPIC, turns=len(TURNS), seed=11, simulated=True)
    config = studio_in(folder).compose(wish)
    return [figure for model in models for figure in asyncio.run(_of_model(here, model, config))]


async def _of_model(here: Catalogue, model: Model, config: RunConfig) -> list[Figure]:
    voices = {draws: _voice(here, model, draws) for draws in (DRAWS, 1)}
    heard = {way: Heard() for way in WAYS}
    blocks: list[Block] = []
    try:
        for number, (member, move, told) in enumerate(TURNS, 1):
            view = Perspective(config, config.member(member), get_premise(config), list(blocks), len(blocks))
            whole = Request(view, f"{told} One short line.", move=move, chance=number, turn=number, turns=len(TURNS))
            for way in WAYS:
                reply = await _said(voices[1 if way == "no choice" else DRAWS], _without(way, whole))
                _count(heard[way], get_scene_of(whole), reply)
            # All ways answer the same talk.
            blocks.append(Block(number, "user", member, view.me.name, heard["whole"].lines[-1]))
    finally:
        for voice in voices.values():
            await voice.close()
    return [_figure(model.id, way, found) for way, found in heard.items()]


def _voice(here: Catalogue, model: Model, draws: int) -> EmbeddedVoice:
    spec = VoiceSpec(provider="embedded", model=model.id)
    return EmbeddedVoice(spec, model, here.locate(model), context=4_096, draws=draws)


def _without(way: str, whole: Request) -> Request:
    if way == "no move":
        return replace(whole, direction="One short line.")
    if way == "no samples":
        view = whole.perspective
        return replace(whole, perspective=replace(view, me=view.me.model_copy(update={"lines": ()})))
    return whole


async def _said(voice: EmbeddedVoice, request: Request) -> Reply:
    async with aclosing(voice.speak(request)) as pieces:
        async for piece in pieces:
            if isinstance(piece, Reply):
                return piece
    raise AssertionError("no reply")


def _count(heard: Heard, scene: Scene, reply: Reply) -> None:
    # By its own direction, whatever way it was asked.
    scene = dataclasses.replace(scene, shown=())
    heard.lines.append(reply.text)
    heard.faults += [fault] if (fault := scene.fault(reply.text)) else []
    heard.on_topic += scene.terms(reply.text)["topic"] > 0
    heard.seconds.append(reply.latency)
    note(f"    {reply.latency:5.1f} s  {reply.text}")


def _figure(model: str, way: str, heard: Heard) -> Figure:
    beside = {
        "lines": len(heard.lines),
        "on_topic": heard.on_topic,
        "faults": sorted(heard.faults),
        "seconds_a_line": round(statistics.median(heard.seconds), 1),
    }
    clean = 1 - len(heard.faults) / len(heard.lines)
    name = f"lines.{model}.{way.replace(' ', '_')}"
    return Figure(name, clean, "lines in which the chooser finds no fault", "at least", None, (), beside)
