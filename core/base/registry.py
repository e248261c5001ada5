"""Things by name: those that ship, and those that installed packages add by entry points."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from parley.core.base.blame import find_blamed, get_owner_of
from parley.core.base.errors import ParleyError, UnknownName, UsageError
from parley.core.base.sentences import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
A = TypeVar("A")


class Failed(ParleyError):
    """What a package added raised something while it was used."""


def _get_owner_name(place: EntryPoint) -> str:
    return place.dist.name if place.dist else place.value


def late(place: str) -> Callable[[], Any]:
    """Return what gives the attribute at "module:attribute", which is imported when it is first asked for; it raises
    `Failed` where a package named what cannot be had.
    """
    module, _, attribute = place.partition(":")
    named_by = str(sys._getframe(1).f_globals.get("__name__", ""))  # read here: `load` has another caller

    def load() -> Any:
        try:
            return getattr(import_module(module), attribute)
        except Exception as fault:
            if named_by.partition(".")[0] == "parley" or isinstance(fault, ParleyError):
                raise
            raise Failed(
                Sentence(
                    "The package {owner} names {place}, which cannot be loaded ({why}).",
                    owner=get_owner_of(named_by), place=place, why=f"{type(fault).__name__}: {fault}"[:400],
                ),
                hint=Sentence("Update or uninstall that package."),
            ) from fault  # fmt: skip

    return load


def get_instance_of(kind: type) -> Callable[[str, Any], None]:
    """Return a check that what a package adds is of that kind, and goes by its own name where it has one."""

    def check_value(name: str, value: Any) -> None:
        if not isinstance(value, kind):
            raise TypeError(Sentence("it is no {kind}, but {found}", kind=kind.__name__, found=type(value).__name__))
        own = getattr(value, "name", name)
        if own != name:
            raise ValueError(Sentence("it calls itself '{own}'", own=own))

    return check_value


_ALL: WeakSet[Registry[Any]] = WeakSet()  # weak: a registry made by a test goes with it


def list_registries() -> dict[str, Registry[Any]]:
    """Return all registries that packages add to, by their group of entry points."""
    return {each.group: each for each in _ALL if each.group}


def look_again() -> None:
    """Forget what installed packages added: others may be installed now."""
    for each in _ALL:
        each.forget_added()


class Registry(Generic[T]):
    """Values by name, loaded when they are first asked for.

    `what` is what one of them is called in sentences. `shipped` gives "module:attribute" by name, in the order in which
    they are offered. Behind them come those of the entry point `group`, by name; none takes the place of one that
    ships. `check` raises where what a package adds under a name is none of these.
    """

    def __init__(
        self,
        what: str,
        group: str = "",
        shipped: Mapping[str, str] | None = None,
        check: Callable[[str, Any], None] | None = None,
    ) -> None:
        self.what = what
        self.group = group
        self.shipped = tuple(shipped or ())
        """The names of those that ship: nothing is searched for them."""
        self.broken: dict[str, ParleyError] = {}
        """What packages add and could not be loaded, with the sentence that says why."""
        self._shipped = dict(shipped or {})
        self._places: dict[str, str | EntryPoint] = dict(self._shipped)
        self._check = check
        self._values: dict[str, T] = {}
        self._searched = not group  # without a group nobody can add to it
        _ALL.add(self)

    def __getitem__(self, name: str) -> T:
        """Return the value of that name. Raises `UnknownName`, and `ParleyError` where a package that adds it is
        broken.
        """
        if name not in self._values:
            if name not in self._places and name not in self._find_all():  # what ships needs no search of entry points
                raise UnknownName(self.what, name, self.names())
            self._values[name] = self._load(name)
        return self._values[name]

    def get(self, name: str, default: T) -> T:
        """Return the value of that name; `default` where there is none. Raises `ParleyError` as above."""
        return self[name] if name in self else default  # noqa: SIM401  # this is what it is made of

    def __contains__(self, name: object) -> bool:
        return name in self._values or name in self._places or name in self._find_all()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def names(self) -> list[str]:
        """Return all names, in the order in which they are offered."""
        return list(dict.fromkeys((*self._find_all(), *self._values)))

    def values(self) -> list[T]:
        """Return all values, without those that are `broken`: one package's fault is not everybody's."""
        return list(self.iterate_values())

    def iterate_values(self) -> Iterator[T]:
        """Yield them one by one: who has found what was looked for loads no more."""
        for name in self.names():
            if name not in self.broken and (value := self.get_usable(name)) is not None:
                yield value

    def items(self) -> list[tuple[str, T]]:
        """Return all names with their values, without those that are `broken`."""
        values = self.values()  # first: this finds out which are broken
        return list(zip((name for name in self.names() if name not in self.broken), values, strict=True))

    def get_usable(self, name: str) -> T | None:
        """Return the value of that name; None where there is none, or where it is `broken`."""
        try:
            return self[name] if name in self else None  # noqa: SIM401  # `get` would raise as well
        except ParleyError as fault:
            self.broken[name] = fault
            return None

    def ask(self, question: Callable[[T], A]) -> list[tuple[T, A]]:
        """Return what each of them answers; one of a package that raises is `broken` from then on, and left out."""
        found: list[tuple[T, A]] = []
        for name, value in self.items():
            try:
                with self.blame_package(name):
                    found.append((value, question(value)))
            except Failed as fault:
                self.broken[name] = fault
        return found

    @contextmanager
    def blame_package(self, name: str, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """While the one of that name is used: what it raises is told as its package's fault, but for what is `passing`
        and our own errors. What ships is not changed. Raises `Failed`."""
        try:
            yield
        except Exception as fault:
            place = self._find_all().get(name)
            if isinstance(fault, (ParleyError, *passing)) or place is None or isinstance(place, str):
                raise
            by = find_blamed(fault)
            why = f"{type(fault).__name__}: {fault}"[:400] + (f"; {by.place}" if by else "")
            raise Failed(
                Sentence(
                    "The {what} '{name}' of the package {owner} failed ({why}).",
                    what=self.what, name=name, owner=_get_owner_name(place), why=why,
                ),
                hint=Sentence("Update or uninstall that package."),
            ) from fault  # fmt: skip

    def add(self, name: str, value: T) -> None:
        """Take in one that is made by the running program. Raises `ValueError` where there is one of that name,
        `UsageError` for a name that is none."""
        if not isinstance(name, str) or not name.strip():
            template = "A {what} is added under a name, and not under {name}."
            raise UsageError(template, what=self.what, name=repr(name)[:60])
        if name in self:
            raise ValueError(Sentence("there is a {what} called '{name}' already", what=self.what, name=name))
        self._values[name] = value

    @property
    def searched(self) -> bool:
        """Whether what packages add was looked for."""
        return self._searched

    def forget_added(self) -> None:
        """Look for what packages add once more when it is next asked for."""
        added = self._places.keys() - self._shipped
        self._values = {name: value for name, value in self._values.items() if name not in added}  # `add`ed ones stay
        self._places, self.broken, self._searched = dict(self._shipped), {}, not self.group

    def added_before(self, name: str) -> list[T]:
        """Return what packages add under names before that one, without those that are `broken`."""
        before = [each for each in self._find_all() if each not in self._shipped and each < name]
        return [value for value in map(self.get_usable, before) if value is not None]

    def taken(self, name: str, place: str) -> str:
        """Return what has the name that a package adds "module:attribute" under: "Parley", another package, or
        nobody.
        """
        found = self._find_all().get(name)
        if isinstance(found, str):
            return "Parley"
        if found is None or found.value == place:
            return ""
        return _get_owner_name(found)

    def _find_all(self) -> Mapping[str, str | EntryPoint]:
        if not self._searched:
            # Slow to import: not before somebody asks for more than what ships.
            from importlib.metadata import entry_points

            self._searched = True
            for found in sorted(entry_points(group=self.group), key=lambda each: each.name):
                self._places.setdefault(found.name, found)  # what ships is there already and stays
        return self._places

    def _load(self, name: str) -> T:
        place = self._places[name]
        if isinstance(place, str):
            value: T = late(place)()
            return value
        try:
            loaded: T = place.load()
            if self._check is not None:
                self._check(name, loaded)
        except Exception as fault:
            raise ParleyError(
                "The {what} '{name}' of the package {owner} cannot be loaded ({why}).",
                what=self.what, name=name, owner=_get_owner_name(place), why=f"{type(fault).__name__}: {fault}",
                hint="Update or uninstall that package.",
            ) from fault  # fmt: skip
        return loaded
