"""A studio for those who need nothing but one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from parley.core.home import Home
from parley.core.studio.studio import Studio


@pytest.fixture
def studio(home: Home) -> Iterator[Studio]:
    """A studio on this test's home; closed in the end."""
    found = Studio(home)
    yield found
    asyncio.run(found.close())
