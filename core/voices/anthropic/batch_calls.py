"""The calls that batches need: send one, look at it, fetch its results, find one whose id was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import msgspec

from parley.core.voices.anthropic.batch_notes import Note
from parley.core.voices.anthropic.call import Call
from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.anthropic.faults import fault_of_result
from parley.core.voices.remote.faults import Fault, fault_of

BEFORE = timedelta(minutes=10)
AFTER = timedelta(minutes=30)
"""How far the server's clock may be from ours, and how long a batch may have been on its way."""

MOST_LISTED = 1_000
"""Batches that are looked through for one whose id was lost."""

PAGE = 100


class GoneError(Exception):
    """The server knows no such batch, or has its results no more."""


class BatchCalls:
    """The batch endpoints of one server. All raise `Fault`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def create(self, bodies: Mapping[str, Mapping[str, Any]]) -> str:
        """Send a batch, bodies by their custom ids; its id."""
        client = await self._connection.client()
        requests: Any = [{"custom_id": call, "params": dict(body)} for call, body in bodies.items()]
        model = str(next(iter(bodies.values())).get("model", ""))
        async with self._faults(model, sending=True):
            made = await client.messages.batches.create(requests=requests)
        batch = getattr(made, "id", None)
        # It is kept, and asked for by this very name.
        if not isinstance(batch, str) or not batch or self._connection.echo().clean(batch) != batch:
            raise self._nonsense()
        return batch

    async def ended(self, batch: str) -> bool:
        """Whether all of it is done. Raises `GoneError`."""
        client = await self._connection.client()
        async with self._faults():
            told = await client.messages.batches.retrieve(batch)
        if getattr(told, "archived_at", None):
            raise GoneError
        status = getattr(told, "processing_status", None)
        if status not in {"in_progress", "canceling", "ended"}:
            raise self._nonsense()
        return bool(status == "ended")

    async def results(self, batch: str) -> dict[str, Mapping[str, Any]]:
        """The results by their custom ids. Raises `GoneError`."""
        client = await self._connection.client()
        import httpx2

        # Not the URL that the server names: it may lead elsewhere, and the key would go along.
        # Whatever a server calls its batches, its name is one piece of the path and cannot lead elsewhere.
        path = f"/v1/messages/batches/{quote(batch, safe='')}/results"
        async with self._faults(patient=True):
            answer = await client.get(path, cast_to=httpx2.Response, options={"headers": {"Accept": "*/*"}})
        found: dict[str, Mapping[str, Any]] = {}
        try:
            for line in answer.content.split(b"\n"):
                if line.strip():
                    one = msgspec.json.decode(line)
                    found[str(one["custom_id"])] = dict(one["result"])
        except (ValueError, TypeError, KeyError):
            raise self._nonsense() from None
        return found

    async def alike(self, note: Note, known: set[str]) -> str:
        """The id of the oldest batch that may be the one of the note, besides those that are known; else empty."""
        client = await self._connection.client()
        found: list[tuple[datetime, str]] = []
        seen = 0
        async with self._faults():
            async for batch in client.messages.batches.list(limit=PAGE):
                seen += 1
                created = _moment(getattr(batch, "created_at", None))
                if created is None or seen > MOST_LISTED or created < note.at - BEFORE:
                    # The newest come first.
                    break
                if created < note.at + AFTER and batch.id not in known and _size(batch) == note.count:
                    found.append((created, batch.id))
        return min(found)[1] if found else ""

    @asynccontextmanager
    async def _faults(self, model: str = "", *, sending: bool = False, patient: bool = False) -> AsyncIterator[None]:
        """Turn the SDK's errors into ours, unchained: what the SDK raised holds the request with its headers.

        `patient`: as long as bytes arrive it may take as long as it takes.
        """
        found: Fault | GoneError | None = None
        try:
            async with asyncio.timeout(None if patient else self._connection.timeout):
                yield
        except Exception as error:
            found = self._translate_error(error, model, sending=sending)
            if found is None:
                raise
        if found is not None:
            raise found

    def _translate_error(self, error: Exception, model: str, *, sending: bool) -> Fault | GoneError | None:
        import anthropic
        import httpx2

        status = int(error.status_code) if isinstance(error, anthropic.APIStatusError) else 0
        if status in {404, 405, 410, 501}:
            hint = "Leave out batch = true, or use a server that has them: Claude's own does."
            template = "{where} takes no batches ({status})."
            where = self._connection.where
            return Fault("unavailable", template, hint, where=where, status=status) if sending else GoneError()
        fault = fault_of(error, self._connection, model)
        if fault is not None:
            early = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout | httpx2.UnsupportedProtocol
            left = sending and not isinstance(error.__cause__, early)
            fault.unsure = left and fault.kind in {"connection", "timeout", "dropped", "server", "invalid"}
        return fault

    def _nonsense(self) -> Fault:
        hint = "Check the server's URL in the settings."
        fault = Fault(
            "invalid", "{where} answered with something that is no batch.", hint, where=self._connection.where
        )
        fault.unsure = True
        return fault


def answer_of(result: Mapping[str, Any], batch: str, connection: Connection, model: str) -> Call | Fault:
    """What has come of one request: the whole call, or its fault in the words of a direct one; empty: nothing."""
    where = connection.where
    if not result:
        return Fault("invalid", "{where} ended a batch without a result for this request.", where=where)
    match result.get("type"):
        case "succeeded":
            call = Call(connection)
            try:
                call.take_whole(result["message"], batch)
            except (KeyError, TypeError, ValueError, AttributeError):
                return Fault("invalid", "{where} answered with something that is not the Messages API.", where=where)
            return call
        case "errored":
            return fault_of_result(result.get("error"), connection, model)
        case "expired":
            template = "{where} did not come to this request within the 24 hours of its batch."
            return Fault("timeout", template, where=where)
        case "canceled":
            return Fault("dropped", "The batch was cancelled at {where} before it came to this request.", where=where)
    return Fault("invalid", "{where} answered with a result that has no meaning here.", where=where)


def _size(batch: Any) -> int:
    counts = getattr(batch, "request_counts", None)
    kinds = ("processing", "succeeded", "errored", "canceled", "expired")
    return sum(int(getattr(counts, kind, 0) or 0) for kind in kinds)


def _moment(value: Any) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)
