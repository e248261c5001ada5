"""What the convergence needs of other runs."""

from __future__ import annotations

import asyncio

from parley.core.base.errors import ParleyError
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.shell.session import Session


def read_parents(measures: MeasuresModel, session: Session) -> None:
    """Read what a fork's parent went on with whenever the convergence asks for it."""
    measures.parent_wanted.connect(lambda run: session.start_task(_read_parent(measures, session, run)))


async def _read_parent(measures: MeasuresModel, session: Session, run: str) -> None:
    """Read a parent; one that is not there any more has no ghost."""
    try:
        opened = await asyncio.to_thread(session.studio.open, run)
    except ParleyError:
        return
    measures.take_parent(run, opened.replay.live.turns)
