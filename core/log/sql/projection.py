"""The projection: fed event by event, asked by the library, rebuilt from the logs whenever that is simpler."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import date, tzinfo

from core.base.line import encodable
from core.cast.affinity import Pair
from core.log.sql import memories, queries
from core.log.sql.memories import Heard, Remembered
from core.log.sql.queries import Carried, Hit, RunRow
from core.log.sql.writer import Writer


def _keep(_: RunRow) -> bool:
    return False


class Projection(Writer):
    """What is asked of all runs. Methods write first what was fed."""

    def runs(
        self,
        *,
        text: str = "",
        mode: str = "",
        cast: str = "",
        status: str = "",
        parent: str = "",
        id_prefix: str = "",
        limit: int = 0,
    ) -> list[RunRow]:
        """The runs that fit every filter that is given (`cast` is a cast's id), the newest first."""
        return self._ask(
            lambda connection: queries.run_rows(
                connection,
                self._base,
                text=text,
                mode=mode,
                cast=encodable(cast),
                status=status,
                parent=encodable(parent),
                id_prefix=encodable(id_prefix),
                limit=limit,
            )
        )

    def search(self, text: str, limit: int = 50, run: str = "") -> list[Hit]:
        """The turns of all runs (or of one) in which all words occur; any text is a valid query."""
        return self._ask(lambda connection: queries.found_turns(connection, encodable(text), limit, encodable(run)))

    def spent_today(self, day: date, zone: tzinfo | None = None) -> float:
        """US dollars that calls cost on that day, here or in `zone`; a fork's prefix counts once, with its parent."""
        return self._ask(lambda connection: queries.spent_on(connection, day, zone))

    def carried(self, cast_id: str, members: Iterable[str], *, exclude: Callable[[RunRow], bool] = _keep) -> Carried:
        """What earlier ended runs of the cast left behind, in the order in which they began."""
        return self._ask(lambda connection: queries.left_behind(connection, self._base, cast_id, members, exclude))

    def drift_history(
        self, cast_id: str, *, exclude: Callable[[RunRow], bool] = _keep
    ) -> dict[Pair, tuple[tuple[str, float], ...]]:
        """Each pair's affinity after each ended run that changed it, oldest first: (run's id, affinity)."""
        return self._ask(lambda connection: queries.drift_history(connection, self._base, cast_id, exclude))

    def remembered(
        self, members: Collection[str] = (), *, text: str = "", cast: str = "", run: str = "", limit: int = 0
    ) -> list[Remembered]:
        """What the members (ids; none: everybody) remember of all runs of scenes, the newest first.

        Of every memory there is one, in the run where it came up, however many runs took it along. `text`, `cast` and
        `run` (ids) narrow it; in `text` any words may stand, as in `search`.
        """
        text, cast, run = encodable(text), encodable(cast), encodable(run)
        query, needle = queries.match_of(text), queries.needle_of(text)
        if text.strip() and not needle:
            return []
        return self._ask(lambda connection: memories.remembered(connection, members, query, needle, cast, run, limit))

    def exchange(self, memory: Remembered) -> list[Heard]:
        """The talk that a conversation memory is about, as far as its member heard it; empty for other memories."""
        record = memory.record
        if record.type != "conversation" or record.turns is None:
            return []
        first, last = record.turns
        return self._ask(lambda connection: memories.lines(connection, memory.source, record.member, first, last))

    def people(self, cast: str = "") -> list[tuple[str, str]]:
        """Ids and names of all who were in a run of scenes."""
        return self._ask(lambda connection: memories.people(connection, encodable(cast)))

    def dump(self) -> list[str]:
        """Every row as a line, in the order of the keys: for comparing two projections."""
        return self._ask(lambda connection: list(queries.dump(connection)))
