"""Message batches as the API has them: strict about what comes in, and in no hurry.

    server.batches.looks = 2             # ended when looked at for the second time
    server.batches.outcome = lambda body: Fail.overloaded()      # else what the server would have answered directly
    server.batches.faults["create"].append(LOST)

Nothing here knows Parley.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from tests.strict_rules import RefusedError, check, demand

ID_PATTERN = r"^[a-zA-Z0-9_-]{1,64}$"
MOST = 100_000
LARGEST = 256 * 1024 * 1024
LOST = "lost"
"""A fault: it is done, but the answer never arrives."""

Result = dict[str, Any]
Kind = Literal["in_progress", "ended"]


@dataclass
class Batch:
    """One batch. It has ended when it was looked at `looks` times more."""

    id: str
    requests: dict[str, dict[str, Any]]
    created: datetime
    looks: int
    status: Kind = "in_progress"
    results: dict[str, Result] = field(default_factory=dict)
    archived: bool = False

    def told(self, url: str) -> dict[str, Any]:
        """The batch as the API tells it."""
        ended = self.status == "ended"
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        for call in self.requests:
            # They are tallied only when all are done.
            kind = self.results[call]["type"] if ended else "processing"
            counts[kind if kind in counts else "errored"] += 1
        there = ended and not self.archived
        return {
            "id": self.id,
            "type": "message_batch",
            "processing_status": self.status,
            "request_counts": counts,
            "created_at": _iso(self.created),
            "expires_at": _iso(self.created + timedelta(hours=24)),
            "ended_at": _iso(self.created) if ended else None,
            "cancel_initiated_at": None,
            "archived_at": _iso(self.created) if self.archived else None,
            "results_url": f"{url}/v1/messages/batches/{self.id}/results" if there else None,
        }


class StrictBatches:
    """The batches of one server. `seen` are all requests that ever came in a batch, in their order."""

    def __init__(self, process: Callable[[dict[str, Any], str], Result]) -> None:
        self.made: dict[str, Batch] = {}
        self.seen: list[dict[str, Any]] = []
        self.looks = 1
        self.held = False
        self.largest = LARGEST
        self.faults: dict[str, deque[Any]] = defaultdict(deque)
        self.outcome: Callable[[dict[str, Any]], Any] | None = None
        self._process = process
        self._shuffle = random.Random(5)

    def create(self, body: Mapping[str, Any], size: int) -> Batch:
        """Take a batch. Raises `RefusedError`."""
        if size > self.largest:
            raise RefusedError("Request exceeds the maximum size", 413, "request_too_large")
        demand(set(body) == {"requests"}, "only `requests` is permitted")
        requests = body["requests"]
        demand(isinstance(requests, list) and requests, "requests: at least one is required")
        demand(len(requests) <= MOST, f"requests: at most {MOST} items")
        found: dict[str, dict[str, Any]] = {}
        for number, one in enumerate(requests):
            where = f"requests.{number}"
            demand(set(one) == {"custom_id", "params"}, f"{where}: needs custom_id and params, and nothing else")
            right = isinstance(one["custom_id"], str) and re.fullmatch(ID_PATTERN, one["custom_id"])
            demand(right, f"{where}.custom_id: String should match pattern '{ID_PATTERN}'")
            demand(one["custom_id"] not in found, f"{where}.custom_id: must be unique within a batch")
            demand("stream" not in one["params"], f"{where}.params.stream: Extra inputs are not permitted")
            found[one["custom_id"]] = one["params"]
        batch = Batch(f"msgbatch_{len(self.made) + 1:04d}", found, datetime.now(UTC), self.looks)
        self.made[batch.id] = batch
        self.seen += found.values()
        return batch

    def look(self, name: str, version: str) -> Batch:
        """The batch; time passes by being looked at."""
        batch = self._batch(name)
        if batch.status != "ended" and not self.held:
            batch.looks -= 1
            if batch.looks <= 0:
                self.end(batch, version)
        return batch

    def end(self, batch: Batch, version: str) -> None:
        """Process what was not processed yet."""
        for call, body in batch.requests.items():
            try:
                check(body, version)
                batch.results[call] = self._process(body, call)
            except RefusedError as refused:
                batch.results[call] = errored(refused.kind, refused.message)
        batch.status = "ended"

    def results(self, name: str) -> bytes:
        """JSON lines in no order."""
        batch = self._batch(name)
        if batch.status != "ended" or batch.archived:
            raise RefusedError("The results of this batch are not available", 404, "not_found_error")
        lines = [json.dumps({"custom_id": call, "result": result}) for call, result in batch.results.items()]
        self._shuffle.shuffle(lines)
        return "".join(f"{line}\n" for line in lines).encode()

    def page(self, limit: int, after: str) -> tuple[list[Batch], bool]:
        """The newest first, from behind `after`; and whether there are more."""
        demand(1 <= limit <= 1_000, "limit: must be from 1 to 1000")
        newest = list(reversed(self.made.values()))
        if after:
            newest = newest[next(at for at, batch in enumerate(newest) if batch.id == after) + 1 :]
        return newest[:limit], len(newest) > limit

    def _batch(self, name: str) -> Batch:
        if name not in self.made:
            raise RefusedError(f"message_batch: {name}", 404, "not_found_error")
        return self.made[name]


def errored(kind: str, message: str) -> Result:
    """A request that failed."""
    error = {"type": "error", "error": {"type": kind, "message": message}, "request_id": None}
    return {"type": "errored", "error": error}


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
