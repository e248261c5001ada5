"""The embedded voice: a small model on this machine's CPU."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from msgspec.structs import asdict, replace

from parley.core.base.clock import Stopwatch
from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Draft, Redraw, Usage
from parley.core.log.persona import as_told
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Spent, Waiting
from parley.core.voices.embedded import scrutiny
from parley.core.voices.embedded.bodies import Call, call, seeded
from parley.core.voices.embedded.choosing import Scene, best, drafted, leading, with_scene
from parley.core.voices.embedded.client import LostServerError, answer_to
from parley.core.voices.embedded.drawing import Take, alone, draw, spent, total
from parley.core.voices.embedded.embedding import Embedder
from parley.core.voices.embedded.part import part_of
from parley.core.voices.embedded.process import EmbeddedServer, Lease
from parley.core.voices.embedded.screenplay import manner, shown_lines, words
from parley.core.voices.models import Model
from parley.core.voices.models.abilities import abilities
from parley.core.voices.tool_forms import with_tools

DRAWS = 3
"""How often a line is drawn at most where one is drawn at a time."""
BATCHES = 2
"""How often several are drawn at once at most."""
REMEMBERED = 80
"""So many witnessed lines a new one is compared with."""
REDRAW_WARMTH = 0.15
COUNTS_FROM = 0.3
"""Counting costs next to nothing here, and of numbers and signs a small model makes three times as many tokens as of
words."""
PATIENCE = 20.0
"""Seconds: counting takes some hundredths of one, and the estimate will do where it does not."""


class EmbeddedVoice:
    """A voice of the protocol in `parley.core.voices.base`, over a leased `EmbeddedServer`.

    Attributes: `model`, `path` (its file), `context` in tokens, `draws` (so many lines are drawn for one), `server`.
    """

    def __init__(
        self,
        spec: VoiceSpec,
        model: Model,
        path: Path,
        *,
        context: int,
        threads: int = 0,
        draws: int = 0,
        server: EmbeddedServer | None = None,
    ) -> None:
        self._spec = spec
        self.model = model
        self.path = path
        self.context = min(context, model.context)
        self.draws = 1 if model.profile == "chat" else draws or model.draws
        self._lease = Lease(path, context=self.context, threads=threads, draws=self.draws, server=server)
        self._embedder = Embedder(model, path, threads=threads)

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        """What it can do, by its model: one that only goes on with a text fills in no form. Nothing costs anything."""
        return Capabilities(
            languages=self.model.languages,
            tools=False,
            structured=self.model.profile == "chat",
            sampling=True,
            context=self.context,
            counts_from=COUNTS_FROM,
            profile="messages" if self.model.profile == "chat" else "screenplay",
            limits=abilities(self.model),
        )

    @property
    def server(self) -> EmbeddedServer:
        """The server, leased at first use; it may not run yet."""
        return self._lease.server

    def payload(self, request: Request) -> Payload:
        """What `speak` sends first; a line that is drawn again differs in seed and temperature alone."""
        return self._call(request).payload()

    def _call(self, request: Request) -> Call:
        warmth = request.warmth if self._spec.warmth is None else self._spec.warmth
        chat = self.model.profile == "chat"
        return call(request, chat=chat, context=self.context, warmth=warmth, draws=self.draws)

    async def count(self, request: Request) -> int | None:
        """Tokens of the whole prompt by the model's own tokenizer; None where its server cannot say."""
        plan, server = self._call(request), self.server
        # A bare prompt goes through the tokenizer, messages through the chat template too.
        if plan.path == "/completion":
            path, body = "/tokenize", {"content": plan.body["prompt"], "add_special": True, "parse_special": True}
        else:
            path, body = "/v1/messages/count_tokens", {"messages": plan.body["messages"]}
        try:
            await server.start()
            async with server.places.place():
                answer = await answer_to(server.address, server.key, path, body, silence=PATIENCE)
        except (VoiceError, LostServerError):
            # What is wrong with the server shows in the call itself, with its own sentence.
            return None
        found = answer.get("tokens", answer.get("input_tokens"))
        number = len(found) if isinstance(found, list) else found
        return number if isinstance(number, int) and number > 0 else None

    async def speak(self, request: Request) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """Speak once. Raises `VoiceError`."""
        plan = self._call(request)
        alone = self._chosen if plan.draws > 1 else self._line
        speaking = self._structured if plan.structured else alone
        async with aclosing(speaking(request, plan)) as pieces:
            async for piece in pieces:
                yield piece

    @property
    def embedding_model(self) -> str:
        """The model and its very file. Raises `FileError` where that is gone."""
        return self._embedder.name

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """One vector a text, by a child process of its own; long ones are read in pieces. Raises `VoiceError`."""
        return await self._embedder.embed(texts)

    async def close(self) -> None:
        """Give its servers back. Idempotent."""
        await self._embedder.close()
        await self._lease.close()

    async def _line(self, request: Request, plan: Call) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        watch = Stopwatch()
        config, me = request.perspective.config, request.perspective.me
        cap = config.cap
        others = [member.name for member in config.members if member.id != me.id]
        earlier = self._earlier(request)
        takes: list[Take] = []
        faults: list[str] = []
        for attempt in range(DRAWS):
            take = Take()
            takes.append(take)
            if attempt:
                yield Delta("", restart=True)
            try:
                async with aclosing(draw(self.server, _again(plan, request, attempt), [take], watch, cap)) as deltas:
                    async for delta in deltas:
                        yield replace(delta, spent=Spent(spent(takes)))
            except VoiceError as error:
                error.tokens = asdict(spent(takes))
                raise
            take.text = self._trimmed(request, take)
            faults.append(scrutiny.fault(take.text, earlier=earlier, others=others, name=me.name))
            if not faults[-1]:
                break
        place = _best(takes, faults, others)
        kept = takes[place]
        if faults[place]:
            kept.text = scrutiny.own_part(kept.text, others)
            yield Delta(kept.text, restart=True)
        redrawn = tuple(
            Redraw(text=take.text, reason=why)
            for number, (take, why) in enumerate(zip(takes, faults, strict=True))
            if number != place
        )
        yield replace(self._reply(plan, kept, watch), usage=spent(takes), redrawn=redrawn)

    async def _chosen(self, request: Request, plan: Call) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """The best of several that are drawn at once; nothing is shown before it is chosen."""
        watch = Stopwatch()
        view, scene = request.perspective, self._scene(request)
        takes, drafts = list[Take](), list[Draft]()
        for attempt in range(BATCHES):
            batch = [Take() for _ in range(plan.draws)]
            takes += batch
            call = _again(plan, request, attempt)
            try:
                async with aclosing(draw(self.server, call, batch, watch, view.config.cap)) as deltas:
                    async for _ in deltas:
                        if (used := spent(takes)).total:
                            yield Delta("", spent=Spent(used))
            except VoiceError as error:
                error.tokens = asdict(spent(takes))
                raise
            for take in batch:
                take.text = scrutiny.own_part(self._trimmed(request, take), scene.others)
            drafts += drafted(scene, [take.text for take in batch], [take.likelihood for take in batch])
            if any(not draft.fault for draft in drafts):
                break
        drafts, more = await self._weighed(request, takes, drafts)
        place = best(drafts)
        if place is None:
            raise _nothing(takes)
        kept = takes[place]
        drafts[place] = replace(drafts[place], chosen=True)
        yield Delta(kept.text)
        # A log holds what a line was chosen from, and not what had nothing in it.
        told = tuple(draft for draft in drafts if draft.text)
        yield replace(self._reply(plan, kept, watch), usage=total([spent(takes), *more]), drafts=told)

    async def _weighed(
        self, request: Request, takes: Sequence[Take], drafts: list[Draft]
    ) -> tuple[list[Draft], list[Usage]]:
        """The best drafts weighed by how much likelier their scene makes them, and what that took.

        Where the server cannot say so, they stand as they are.
        """
        view, used = request.perspective, list[Usage]()
        places = leading(drafts, self.model.weighed)
        if len(places) < 2 or any(not takes[place].tokens for place in places):
            return drafts, used
        prompt = words(view.config.language)["alone"].replace("{name}", view.me.name)
        try:
            found = await alone(self.server, prompt, [takes[place] for place in places], used)
        except (VoiceError, LostServerError):
            return drafts, used
        weighed = list(drafts)
        for place, bare in zip(places, found, strict=True):
            weighed[place] = with_scene(drafts[place], takes[place].likelihood, bare)
        return weighed, used

    def _trimmed(self, request: Request, take: Take) -> str:
        """What was drawn, without what is not speech and what was broken off."""
        line = scrutiny.tidy(take.text, request.perspective.me.name)
        if self.model.profile == "chat":
            return line
        return scrutiny.rounded(line, request.perspective.config.cap)

    def _scene(self, request: Request) -> Scene:
        """What the lines of a turn are judged by."""
        view = request.perspective
        config, me = view.config, as_told(view.config, view.me)
        return Scene(
            language=config.language,
            topic=part_of(config.mode).subject(request),
            earlier=[block.said for block in view.witnessed() if block.speaker],
            shown=[request.direction] if request.direction else [],
            examples=shown_lines(config),
            others=[member.name for member in config.members if member.id != me.id],
            name=me.name,
            manner=" ".join((me.role, manner(me), *me.lines)),
        )

    def _earlier(self, request: Request) -> list[str]:
        """All that a new line must not repeat."""
        view = request.perspective
        said = [block.said for block in view.witnessed(REMEMBERED)]
        if self.model.profile == "screenplay":
            said += shown_lines(view.config)
        return [*said, view.config.topic, *([request.direction] if request.direction else [])]

    async def _structured(self, request: Request, plan: Call) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        watch = Stopwatch()
        take = Take()
        try:
            async with aclosing(draw(self.server, plan, [take], watch, 0)) as deltas:
                async for _ in deltas:
                    # Half a JSON text is nothing to show.
                    if (used := spent([take])).total:
                        yield Delta("", spent=Spent(used))
        except VoiceError as error:
            error.tokens = asdict(spent([take]))
            raise
        try:
            answer = json.loads(take.text)
        except ValueError:
            cut = "it was cut off at its longest" if take.stop == "max_tokens" else "it is not whole"
            template = "The embedded model's structured answer cannot be used: {cut}."
            tokens = asdict(spent([take]))
            hint = "Try again, or choose a larger model."
            raise VoiceError("invalid", template, cut=cut, hint=hint, partial=take.text, tokens=tokens) from None
        reply = self._reply(plan, take, watch)
        if request.schema is None:
            reply = with_tools(reply, answer, f"call_{seeded(request.chance):08x}")
        yield reply

    def _reply(self, plan: Call, take: Take, watch: Stopwatch) -> Reply:
        return Reply(
            text=take.text,
            stop_reason=take.stop,
            usage=spent([take]),
            latency=round(watch.seconds(), 3),
            first_token=round(take.first, 3),
            provider="embedded",
            model=self.model.id,
            request_id=take.id,
            request_hash=plan.payload().digest(),
            warmth_as="sampling",
        )


def _again(plan: Call, request: Request, attempt: int) -> Call:
    if not attempt:
        return plan
    warmer = round(plan.body["temperature"] + REDRAW_WARMTH * attempt, 3)
    return dataclasses.replace(plan, body={**plan.body, "seed": seeded(request.chance, attempt), "temperature": warmer})


def _best(takes: list[Take], faults: list[str], others: list[str]) -> int:
    """Which draw is kept: the first without a fault, else the least bad. Raises `VoiceError` where all are empty."""
    worth: list[tuple[int, int]] = []
    for number, (take, fault) in enumerate(zip(takes, faults, strict=True)):
        if not fault:
            return number
        if scrutiny.own_part(take.text, others) and fault != "empty":
            worth.append((scrutiny.badness(fault), number))
    if not worth:
        raise _nothing(takes)
    return min(worth)[1]


def _nothing(takes: Sequence[Take]) -> VoiceError:
    template = "The embedded model had nothing to say, {count} times."
    hint = "Retry draws other lines."
    return VoiceError("empty", template, count=len(takes), hint=hint, tokens=asdict(spent(takes)))
