"""`parley fork`."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter
from typing import Any

from pydantic import BaseModel

from parley.core.base.errors import UnknownName
from parley.core.cli.common import get_studio_of
from parley.core.cli.options import Shared, build_options, command, make_argument, shared, values
from parley.core.cli.run import play, voice_spec
from parley.core.engine.forking import Branch, ForkOptions, fork_spec
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run
from parley.core.log.config import RunConfig
from parley.core.studio.studio import Watching


def _list_branch_models() -> list[type[Branch]]:
    """Return what only forks of some mode may have otherwise, each model once."""
    return list(dict.fromkeys(branch for mode in MODES.values() if (branch := fork_spec(mode.name).branch)))


def _fork(wish: Shared, *, run: str, **given: Any) -> None:
    studio = get_studio_of(wish.home, wish.allow, wish.allow_tools, wish.no_tools)
    config = studio.open(run).state.setup
    asked = ForkOptions.model_construct(**values(ForkOptions, given))  # not validated: the fork's configuration will be
    changes: dict[str, Any] = {
        name: value
        for name in ("topic", "seed", "turns", "policy")
        if (value := getattr(asked, name)) not in (None, "")  # 0 is a seed
    }
    if spec := voice_spec(wish):
        changes["voice"] = spec.model_dump(mode="json", exclude_defaults=True)
    if asked.members:
        changes["members"] = _kept(config, asked.members)
    turn, edit, branch = asked.turn, asked.edit, _build_branch(config, given)

    def begin_run(watching: Watching) -> Run:
        return studio.fork(run, turn, changes, edit=edit, branch=branch, watching=watching, copy_to=wish.out)

    play(studio, begin_run, wish)


def _build_branch(config: RunConfig, given: dict[str, Any]) -> Branch | None:
    """Return what was asked for beyond what any run may have otherwise. Raises `UsageError` where this one cannot have
    it.
    """
    own = fork_spec(config.mode).branch
    others = {name: value for name, value in given.items() if own is None or name not in own.model_fields}
    for kind in _list_branch_models():
        # Options of another mode were given: better refused than ignored.
        if kind is not own and not (branch := kind(**values(kind, others))).empty:
            raise branch.make_refusal(config.mode)
    return own(**values(own, given)) if own else None


def _kept(config: RunConfig, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the members who go on. Raises `UnknownName`."""
    known = {each.id: each for each in config.members}
    for name in names:
        if name not in known:
            raise UnknownName("member of this run", name, known)
    return [each.model_dump(mode="json", exclude_defaults=True) for each in config.members if each.id in set(names)]


def options_of_forks() -> list[Parameter]:
    """Return the options of all forks, then those of some mode's; of two with one name the first."""
    models: list[type[BaseModel]] = [ForkOptions, *_list_branch_models()]
    found: dict[str, Parameter] = {}
    for model in models:
        for each in build_options(model):
            found.setdefault(each.name, each)  # a signature takes no name twice
    return list(found.values())


fork = command(
    _fork,
    [make_argument("run", "A run's id, the beginning of one, or a JSONL file."), *options_of_forks(), *shared()],
    "A new run that shares a run's first turns, and goes on to its own end.",
)
