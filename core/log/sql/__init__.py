"""The projection: what all logs together say, in SQLite, deletable at any time. Imported lazily: SQLModel is slow."""

from __future__ import annotations

from parley.core.log.sql.projection import Projection
from parley.core.log.sql.queries import Carried, Hit
from parley.core.log.sql.tables import RunRow

__all__ = ["Carried", "Hit", "Projection", "RunRow"]
