"""`parley watch`: runs that were written by hand, to see what Parley is."""

from __future__ import annotations

import functools
from typing import Annotated

import typer

from parley.core.cli.common import AllowOption, HomeOption, JsonOption, print_json, say, studio_of
from parley.core.cli.options import FastOption, Shared, ThenOption
from parley.core.cli.run import composed, play
from parley.core.engine.run_request import request_specs
from parley.core.studio.hand_written import of_all_kinds, watched


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
        found = [each for language in ("en", "de") for each in of_all_kinds(language)]
        if as_json:
            print_json([each._asdict() for each in found])
            return
        width = max(len(each.id) for each in found)
        titles = {name: spec.title.en for name, spec in request_specs().items()}
        for kind in dict.fromkeys(each.kind for each in found):
            say(f"{titles.get(kind, kind)}:")
            for each in found:
                if each.kind == kind:
                    say(f"  {each.id:<{width}} {each.title}: {each.detail}")
        return
    studio = studio_of(home, allow)
    config = composed(studio, watched(name), fast=fast)
    play(studio, functools.partial(studio.start, config), Shared(then=then, fast=fast, as_json=as_json), begun=True)
