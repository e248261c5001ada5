"""The embedded voice: a small model on this machine's CPU."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from msgspec.structs import asdict, replace

from parley.core.base.clock import Stopwatch
from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Draft
from parley.core.log.persona import as_told
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Waiting
from parley.core.voices.embedded.bodies import DRAWS, SAMPLES, call, find_injected, find_subject, seeded
from parley.core.voices.embedded.choosing import BEARABLE, Scene, build_drafts, find_best, own_part, tidy, trim_line
from parley.core.voices.embedded.drawing import Take, answer_to, stream_takes, sum_usage
from parley.core.voices.embedded.process import EmbeddedServer, Lease, Pooling, Serving
from parley.core.voices.models.model import Model
from parley.core.voices.tool_forms import with_tools
from parley.core.voices.vectors import Vector, find_vectors_in, make_unit, shorten_text

BATCHES = 2
"""How often lines are drawn at most: once more where all short ones that were drawn have a fault."""
REDRAW_TEMPERATURE = 0.15
READ, SPARED = 1_024, 24
"""Tokens that are read of a text that is embedded, and those for what a model puts around it by itself."""


class EmbeddedVoice:
    """A voice of the protocol in `parley.core.voices.base`, over a leased `EmbeddedServer`.

    Attributes: `model`, `path` (its file), `context` in tokens, `draws` (so many lines are drawn for one), `server`.
    """

    def __init__(
        self, spec: VoiceSpec, model: Model, path: Path, *, context: int, threads: int = 0, draws: int = DRAWS
    ) -> None:
        self._spec = spec
        self.model = model
        self.path = path.absolute()  # by this, leases of the same file share a server
        self.context = min(context, model.context)
        self.draws = draws
        speaking = Serving(self.path, self.context, threads, draws)
        # One that was made to speak knows no way of its own: the mean of its tokens' vectors is what there is.
        pooling: Pooling = "own" if model.use == "embed" else "mean"
        reading = Serving(self.path, min(READ, model.context), threads, embeds=pooling)
        # A server that embeds does not speak: that one is a child process of its own.
        self._lease, self._reader = Lease(speaking), Lease(reading)

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        """What it can do, by its model. Nothing costs anything."""
        return Capabilities(
            languages=self.model.languages,
            structured=True,
            sampling=True,
            context=self.context,
            limits=self.model.abilities,
            led=self.model.brief,
        )

    @property
    def server(self) -> EmbeddedServer:
        """The server, leased at first use; it may not run yet."""
        return self._lease.server

    def payload(self, request: Request) -> Payload:
        """Return what `speak` sends first; lines that are drawn again differ in seed and temperature alone."""
        temperature = request.temperature if self._spec.temperature is None else self._spec.temperature
        return call(request, context=self.context, temperature=temperature, draws=self.draws, brief=self.model.brief)

    def speak(self, request: Request) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """Speak once. Raises `VoiceError`."""
        plan = self.payload(request)
        structured = "response_format" in plan.body
        return (self._stream_structured_reply if structured else self._stream_chosen_reply)(request, plan)

    @property
    def embedding_model(self) -> str:
        """The model and its very file: one that was added is known by its size alone."""
        kind = self.model.sha256[:16] or f"{self.model.size:x}"
        return f"embedded/{self.model.id}/{kind}/{min(READ, self.model.context)}"

    async def embed_texts(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        """Return one vector of unit length a text, of whose bytes a thousand count at most. Raises `VoiceError`."""
        longest = min(READ, self.model.context) - SPARED
        body = {"input": [shorten_text(text, longest) for text in texts], "encoding_format": "float"}
        answer = await answer_to(self._reader.server, "/v1/embeddings", body)
        if (found := find_vectors_in(answer, len(texts))) is not None:
            return tuple(map(make_unit, found))
        hint = "Choose another model for embeddings."
        raise VoiceError("invalid", "The model {name} gives no vectors of whole texts.", name=self.model.id, hint=hint)

    async def close(self) -> None:
        """Give its servers back. Idempotent."""
        await self._reader.close()
        await self._lease.close()

    async def _stream_chosen_reply(
        self, request: Request, plan: Payload
    ) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """Yield the best of several that are drawn at once; nothing is shown before it is chosen."""
        watch, scene, draws = Stopwatch(), get_scene_of(request), plan.body.get("n", 1)
        takes, drafts = list[Take](), list[Draft]()
        for attempt in range(BATCHES if draws > 1 and scene.cap else 1):
            batch = [Take() for _ in range(draws)]
            takes += batch
            hotter = {"temperature": round(plan.body["temperature"] + REDRAW_TEMPERATURE * attempt, 3)}
            varied = replace(plan, body={**plan.body, **hotter, "seed": seeded(request.chance, attempt)})
            async with aclosing(stream_takes(self.server, varied, batch, watch, scene.cap)) as deltas:
                async for delta in deltas:
                    yield delta
            for take in batch:
                line = trim_line(tidy(take.text, scene.name, scene.language), scene.cap)
                take.text = own_part(line, scene.others, scene.to) or line
            drafts += build_drafts(scene, [take.text for take in batch], [take.likely for take in batch])
            if any(not draft.fault or draft.fault in BEARABLE for draft in drafts):
                break
        if (place := find_best(drafts)) is None:
            hint, template = "Retry draws other lines.", "The embedded model had nothing to say, {count} times."
            raise VoiceError("empty", template, count=len(takes), hint=hint, tokens=asdict(sum_usage(takes)))
        kept = takes[place]
        drafts[place] = replace(drafts[place], chosen=True)
        yield Delta(kept.text)
        # A log holds what a line was chosen from, and not what had nothing in it.
        told = tuple(draft for draft in drafts if draft.text)
        yield replace(self._build_reply(plan, kept, watch), usage=sum_usage(takes), drafts=told)

    async def _stream_structured_reply(
        self, request: Request, plan: Payload
    ) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        watch, take = Stopwatch(), Take()
        async with aclosing(stream_takes(self.server, plan, [take], watch, 0)) as deltas:
            async for delta in deltas:
                yield delta
        try:
            answer = json.loads(take.text)
        except ValueError:
            cut = Sentence("it was cut off at its longest" if take.stop == "max_tokens" else "it is not whole")
            template = "The embedded model's structured answer cannot be used: {cut}."
            tokens = asdict(sum_usage([take]))
            hint = "Try again, or choose a larger model."
            raise VoiceError("invalid", template, cut=cut, hint=hint, partial=take.text, tokens=tokens) from None
        reply = self._build_reply(plan, take, watch)
        if request.schema is None:
            reply = with_tools(reply, answer, f"call_{seeded(request.chance):08x}", request.tools)
            # The form closes a line that is full, be it in the midst of a sentence.
            if (cap := request.perspective.config.cap) and len(reply.text) >= cap - 1:
                reply = replace(reply, text=trim_line(reply.text, cap))
        yield reply

    def _build_reply(self, plan: Payload, take: Take, watch: Stopwatch) -> Reply:
        return Reply(
            text=take.text,
            stop_reason=take.stop,
            usage=sum_usage([take]),
            latency=round(watch.get_seconds(), 3),
            first_token=round(take.first, 3),
            provider="embedded",
            model=self.model.id,
            request_id=take.id,
            request_hash=plan.digest(),
            temperature_as="sampling",
        )


def get_scene_of(request: Request) -> Scene:
    """Return what the lines of a turn are judged by."""
    view = request.perspective
    config, me = view.config, as_told(view.config, view.me)
    told, put_in = request.direction and request.move is None and request.scene is None, find_injected(request)
    return Scene(
        language=config.language,
        # Where no move is made and no scene is played, a line is to be near all that the direction tells.
        topic=put_in or (request.direction if told else find_subject(request)),
        earlier=[block.said for block in view.witnessed() if block.speaker],
        name=me.name,
        others=[member.name for member in config.members if member.id != me.id],
        samples=me.lines[:SAMPLES],
        shown=[request.direction] if request.direction else [],
        role=me.role,
        act=request.move.act if request.move is not None else None,
        stance=request.move.stance if request.move is not None and not put_in else "",
        cap=config.cap,
        to=config.names.get(request.move.to, "") if request.move is not None else "",
        answers=bool(put_in),
    )
