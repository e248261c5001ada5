"""`parley watch`: runs that were written by hand, to see what Parley is."""

from __future__ import annotations

import functools
from typing import Annotated

import typer

from parley.core.cli.common import AllowOption, HomeOption, JsonOption, print_json, say, studio_of
from parley.core.cli.options import FastOption, Shared, ThenOption
from parley.core.cli.run import composed, play
from parley.core.studio.hand_written import in_language, watched


def watch(
    name: Annotated[str, typer.Argument(help="Which one; without a name they are listed.")] = "",
    then: ThenOption = "",
    fast: FastOption = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
    allow: AllowOption = None,
) -> None:
    """Watch a run that was written by hand; without a name, list them."""
    if not name:
        found = [each for language in ("en", "de") for each in in_language(language)]
        if as_json:
            print_json([dict(zip(("id", "title", "detail"), each, strict=True)) for each in found])
            return
        width = max(len(id_) for id_, _title, _detail in found)
        for id_, title, detail in found:
            say(f"{id_:<{width}} {title}: {detail}")
        return
    studio = studio_of(home, allow)
    config = composed(studio, watched(name), fast=fast)
    play(studio, functools.partial(studio.start, config), Shared(then=then, fast=fast, as_json=as_json), begun=True)
