"""`parley completion`: what a shell has to be told to complete Parley's commands."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from parley.core.cli.common import home_of
from parley.core.cli.completing import script


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish", "powershell"], typer.Argument(help="The shell that reads it.")],
) -> None:
    """Print the completion of commands, options and names for a shell; --install-completion puts it in place."""
    from parley.core.cli.table import keep_current

    keep_current(home_of(), look=True)
    print(script(shell), end="")
