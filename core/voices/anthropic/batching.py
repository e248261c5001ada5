"""Calls that nobody watches, collected into batches: half the price, and a wait of minutes or hours."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.clock import Clock, SystemClock
from parley.core.base.errors import FileError
from parley.core.voices.anthropic.batch_calls import BatchCalls, GoneError, answer_of
from parley.core.voices.anthropic.batch_notes import Batch, Note, Notes, Ticket, address_of
from parley.core.voices.anthropic.call import Call
from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.base import Waiting
from parley.core.voices.remote.faults import Fault

MOST_CALLS = 100_000
MOST_BYTES = 120_000_000
"""Bounds of one batch. The server takes 256 MB; what we count may be twice as long as it is sent."""

FIRST_WAIT = 1.0
"""Seconds before a batch is sent again that the server did not take; twice as many the next time."""

STEADY = 30
"""So many times the wait for further requests: one batch is not kept for those that come in one by one."""


@dataclass(frozen=True)
class Pauses:
    """Seconds. A batch goes out when for `collecting` no request came. It is looked at after `first`, and again after
    pauses that grow by `growth` to `most`. Whoever waits is told every `told`.
    """

    collecting: float = 1.0
    first: float = 5.0
    most: float = 60.0
    growth: float = 1.5
    told: float = 30.0


class Batches(Notes):
    """All batches of a home: one `Batching` a connection. Calls are taken while `working`.

    What is out is noted in `folder`; a request whose result is still to be had there is not sent again, whoever sent
    it. `retries` is how often a batch is sent again that the server did not take.
    """

    def __init__(
        self, folder: Path, *, pauses: Pauses | None = None, retries: int = 3, clock: Clock | None = None
    ) -> None:
        super().__init__(folder)
        self.pauses = pauses or Pauses()
        self.retries = retries
        self.clock = clock or SystemClock()
        self._group: asyncio.TaskGroup | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._callers: dict[tuple[str, str | None, str], Batching] = {}

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Take calls; at the end whatever is out is left to the server, and found again the next time."""
        for batch in await asyncio.to_thread(self.read, self.clock.now()):
            self.add(batch)
        async with asyncio.TaskGroup() as group:
            self._group = group
            try:
                yield
            finally:
                self._group = None
                for task in tuple(self._tasks):
                    task.cancel()
        self.clear()

    def of(self, connection: Connection) -> Batching:
        """Who collects the calls over a connection; its own is another one, for voices come and go."""
        which = connection.server.url, connection.key, connection.version
        found = self._callers.get(which)
        if found is None:
            found = self._callers[which] = Batching(self, replace(connection))
        return found

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Have a task of ours do it."""
        if self._group is None:
            work.close()
            raise RuntimeError("nobody works on the batches")
        task = self._group.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        callers, self._callers = self._callers, {}
        for each in callers.values():
            await each.close()


class Batching:
    """The calls over one connection."""

    def __init__(self, batches: Batches, connection: Connection) -> None:
        self._batches = batches
        self._connection = connection
        self._address = address_of(connection.server.url)
        self._calls = BatchCalls(connection)
        self._fresh: list[Ticket] = []
        self._mark = secrets.token_hex(4)
        self._serial = 0
        self._collecting = False

    def ask(self, key: str, body: Mapping[str, Any]) -> Ticket:
        """Hand over a request; of one with this key that is out or answered already the result is awaited."""
        claimed = self._batches.claim(self._address, key)
        if claimed is None:
            ticket = Ticket(key, "", body)
            self._enqueue(ticket)
            return ticket
        batch, call = claimed
        ticket = Ticket(key, call, body)
        ticket.batch = batch
        ticket.is_out()
        if call in batch.answers:
            ticket.give(batch.answers[call])
            return ticket
        batch.tickets[call] = ticket
        batch.model = batch.model or str(body.get("model", ""))
        if not batch.followed:
            batch.followed = True
            self._batches.start(self._follow(batch, fresh=False))
        return ticket

    async def waits(self, ticket: Ticket) -> AsyncGenerator[Waiting, None]:
        """Say now and then what is waited for, until the answer is there."""
        pauses = self._batches.pauses
        if not ticket.sent.done():
            yield Waiting(pauses.collecting, "collecting a batch")
            await asyncio.wait((ticket.sent, ticket.answer), return_when=asyncio.FIRST_COMPLETED)
        while not ticket.answer.done():
            yield Waiting(pauses.told, self._status(ticket), begun=True)
            await asyncio.wait((ticket.answer,), timeout=pauses.told)

    def _status(self, ticket: Ticket) -> str:
        if ticket.batch is None:
            return "collecting a batch"
        minutes = (self._batches.clock.now() - ticket.batch.note.at).total_seconds() / 60
        trouble = f" ({ticket.batch.trouble})" if ticket.batch.trouble else ""
        return f"in a batch of {ticket.batch.note.count:,} since {max(0.0, minutes):.0f} min{trouble}"

    def used(self, ticket: Ticket) -> None:
        """The result was handed out; its note stays until it is surely in a log."""
        if ticket.batch is not None:
            ticket.batch.used.add(ticket.call)
            ticket.batch.answers.pop(ticket.call, None)

    async def spoil(self, ticket: Ticket) -> None:
        """The result is of no use: whoever asks again wants another one."""
        self.used(ticket)
        if ticket.batch is not None:
            await asyncio.to_thread(self._batches.drop, ticket.batch, [ticket.call])

    def leave(self, ticket: Ticket) -> None:
        """Wait no longer; what was not handed out can be asked for again."""
        batch = ticket.batch
        if batch is None:
            if ticket in self._fresh:
                self._fresh.remove(ticket)
            return
        batch.tickets.pop(ticket.call, None)
        if ticket.call in batch.note.calls and ticket.call not in batch.used:
            self._batches.release(batch, ticket.call)

    async def close(self) -> None:
        """Close the connection. Idempotent."""
        await self._connection.close()

    # Sending ------------------------------------------------------------------------------------------------------

    def _enqueue(self, ticket: Ticket) -> None:
        # Ids differ within a batch, also where one run asks the same twice, and from those of any other process: a
        # batch whose id was lost is known by them.
        self._serial += 1
        ticket.call, ticket.batch = f"{ticket.key}-{self._mark}{self._serial:x}", None
        if not self._collecting:
            self._batches.start(self._collect())
            self._collecting = True
        self._fresh.append(ticket)

    async def _collect(self) -> None:
        """Wait until no further request comes, and send what is there."""
        try:
            for _ in range(STEADY):
                before = self._serial
                await asyncio.sleep(self._batches.pauses.collecting)
                if self._serial == before or len(self._fresh) >= MOST_CALLS:
                    break
        finally:
            self._collecting = False
        self._batches.sweep()
        while self._fresh:
            self._batches.start(self._send(self._bunch()))

    def _bunch(self) -> list[Ticket]:
        """As many of those that wait as one batch can hold."""
        size = 0
        for at, ticket in enumerate(self._fresh):
            size += len(msgspec.json.encode(ticket.body)) + len(ticket.call)
            if at and (at >= MOST_CALLS or size > MOST_BYTES):
                break
        else:
            at = len(self._fresh)
        bunch, self._fresh = self._fresh[:at], self._fresh[at:]
        return bunch

    async def _send(self, bunch: list[Ticket]) -> None:
        """Note the batch, send it, note its id, and wait for it."""
        batches = self._batches
        note = Note(
            server=self._connection.where,
            address=self._address,
            at=batches.clock.now(),
            count=len(bunch),
            calls=[ticket.call for ticket in bunch],
        )
        batch = batches.fresh(note)
        batch.followed = True
        batch.model = str(bunch[0].body.get("model", ""))
        batch.tickets = {ticket.call: ticket for ticket in bunch}
        for ticket in bunch:
            ticket.batch = batch
        try:
            # If we are killed from here on, the next start knows what to look for.
            await asyncio.to_thread(batches.write, batch)
            batches.add(batch)
            for ticket in bunch:
                ticket.is_out()
            note.batch = await self._posted(batch, bunch)
        except FileError as error:
            batch.gone = True
            for ticket in bunch:
                ticket.give(error)
        except Fault as fault:
            self._unsent(batch, bunch, fault)
        else:
            # The server has it: a note that cannot be written now is found by looking for it.
            await asyncio.to_thread(batches.rewrite, batch)
            await self._follow(batch, fresh=True)

    def _unsent(self, batch: Batch, bunch: list[Ticket], fault: Fault) -> None:
        if fault.kind == "context_full" and len(bunch) > 1:
            # Too large as a whole: some gateways take less than the API itself.
            self._batches.discard(batch)
            for half in (bunch[: len(bunch) // 2], bunch[len(bunch) // 2 :]):
                self._batches.start(self._send(half))
            return
        if not fault.unsure:
            self._batches.discard(batch)
        batch.followed = False
        for ticket in bunch:
            ticket.give(fault)

    async def _posted(self, batch: Batch, bunch: list[Ticket]) -> str:
        """The id of the batch, once the server has taken it. Raises `Fault`."""
        attempt, unsure, taken = 0, False, ""
        while not taken:
            try:
                if unsure:
                    # Perhaps it was the answer alone that broke off.
                    taken, unsure = await self._alike(batch), False
                if not taken:
                    taken = await self._calls.create({ticket.call: ticket.body for ticket in bunch})
            except Fault as fault:
                unsure = fault.unsure = unsure or fault.unsure
                if not fault.again or attempt >= self._batches.retries:
                    raise
                wait = fault.retry_after or FIRST_WAIT * 2.0**attempt
                await asyncio.sleep(min(wait, self._batches.pauses.most))
                attempt += 1
        return taken

    async def _alike(self, batch: Batch) -> str:
        """The id of a batch at the server that may be the one of this batch; empty where there is none."""
        known = {each.note.batch for each in self._batches.batches} | batch.mistaken
        try:
            return await self._calls.alike(batch.note, known)
        except GoneError:
            # A server that does not list its batches.
            return ""

    # Waiting ------------------------------------------------------------------------------------------------------

    async def _follow(self, batch: Batch, *, fresh: bool) -> None:
        """Wait for a batch, and hand out its results."""
        try:
            while True:
                batch.note.batch = batch.note.batch or await self._alike(batch)
                if not batch.note.batch:
                    raise GoneError
                await self._until_ended(batch, fresh=fresh)
                if await self._handed_out(batch):
                    return
                # It only looked like ours.
                batch.mistaken.add(batch.note.batch)
                batch.note.batch = ""
        except GoneError:
            self._ask_again(batch)
        except Fault as fault:
            # Nothing is known of the results: they can be asked for once more.
            for ticket in tuple(batch.tickets.values()):
                ticket.give(fault)
        finally:
            batch.followed = False

    async def _until_ended(self, batch: Batch, *, fresh: bool) -> None:
        pauses = self._batches.pauses
        pause = pauses.first
        while True:
            if fresh:
                await asyncio.sleep(pause)
                pause = min(pauses.most, pause * pauses.growth)
            fresh = True
            with self._patience(batch):
                if await self._calls.ended(batch.note.batch):
                    return

    @contextmanager
    def _patience(self, batch: Batch) -> Iterator[None]:
        """Let pass what will pass: the batch goes on without us and is paid for, so there is no point in giving up."""
        try:
            yield
        except Fault as fault:
            if not fault.again and fault.kind != "timeout":
                raise
            batch.trouble = fault.why or "no answer"
        else:
            batch.trouble = ""

    async def _handed_out(self, batch: Batch) -> bool:
        """Fetch the results; False where none of them is of this batch."""
        results: Mapping[str, Mapping[str, Any]] | None = None
        while results is None:
            with self._patience(batch):
                results = await self._calls.results(batch.note.batch)
            if results is None:
                await asyncio.sleep(self._batches.pauses.most)
        wanted = [call for call in batch.note.calls if call not in batch.used]
        if wanted and not results.keys() & set(batch.note.calls):
            return False
        failed: list[str] = []
        for call in wanted:
            answer = answer_of(results.get(call, {}), batch.note.batch, self._connection, batch.model)
            if isinstance(answer, Call):
                batch.answers[call] = answer
            else:
                failed.append(call)
            if ticket := batch.tickets.get(call):
                ticket.give(answer)
        # Whoever takes the turn again wants another try.
        batch.used.update(failed)
        await asyncio.to_thread(self._batches.drop, batch, failed)
        return True

    def _ask_again(self, batch: Batch) -> None:
        """The server does not have this batch, or not any more: its requests go out once more."""
        self._batches.discard(batch)
        where = self._connection.where
        for ticket in tuple(batch.tickets.values()):
            if ticket.asked_again:
                ticket.give(Fault("server", "{where} took a batch and knows nothing of it now.", where=where))
            elif not ticket.answer.done():
                ticket.asked_again = True
                self._enqueue(ticket)
        batch.tickets.clear()
