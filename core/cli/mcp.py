"""`parley mcp`: a server for other programs, on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from parley.core.base.extras import require_extra
from parley.core.cli.common import AllowOption, HomeOption, get_studio_of


def run_mcp(
    spend: Annotated[
        float, typer.Option("--spend", min=0.0, help="US dollars that talks which clients start may cost in all.")
    ] = 0.0,
    allow: AllowOption = None,
    home: HomeOption = None,
) -> None:
    """Serve the library and talks to a client of the Model Context Protocol, which starts this command itself.

    Without --spend only voices speak that run on this machine. The day's budget of the settings holds besides.
    """
    with require_extra("mcp"):
        from parley.core.mcp.server import run_server  # within the block, which tells what to install
    run_server(get_studio_of(home, allow), spend)
