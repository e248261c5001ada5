"""Things by name: those that ship, and those that installed packages add by entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from core.base.errors import ParleyError, UnknownName
from core.base.sentences import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def late(place: str) -> Callable[[], Any]:
    """What gives the attribute at "module:attribute", which is imported when it is first asked for."""
    module, _, attribute = place.partition(":")
    return lambda: getattr(import_module(module), attribute)


_ALL: WeakSet[Registry[Any]] = WeakSet()


def look_again() -> None:
    """Forget what installed packages added: others may be installed now."""
    for each in _ALL:
        each.forget()


class Registry(Generic[T]):
    """Values by name, loaded when they are first asked for.

    `what` is what one of them is called in sentences. `shipped` gives "module:attribute" by name, in the order in which
    they are offered. Behind them come those of the entry point `group`, by name; none takes the place of one that
    ships.
    """

    def __init__(self, what: str, group: str = "", shipped: Mapping[str, str] | None = None) -> None:
        self.what = what
        self.group = group
        self.shipped = tuple(shipped or ())
        """The names of those that ship: nothing is searched for them."""
        self.broken: dict[str, ParleyError] = {}
        """What packages add and could not be loaded, with the sentence that says why."""
        self._shipped = dict(shipped or {})
        self._places: dict[str, str | EntryPoint] = dict(self._shipped)
        self._values: dict[str, T] = {}
        self._searched = not group
        _ALL.add(self)

    def __getitem__(self, name: str) -> T:
        """The value of that name. Raises `UnknownName`, and `ParleyError` where a package that adds it is broken."""
        if name not in self._values:
            if name not in self._places and name not in self._all():
                raise UnknownName(self.what, name, self.names())
            self._values[name] = self._load(name)
        return self._values[name]

    def get(self, name: str, default: T) -> T:
        """The value of that name; `default` where there is none. Raises `ParleyError` as above."""
        return self[name] if name in self else default  # noqa: SIM401  # this is what it is made of

    def __contains__(self, name: object) -> bool:
        return name in self._values or name in self._places or name in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def names(self) -> list[str]:
        """All names, in the order in which they are offered."""
        return list(dict.fromkeys((*self._all(), *self._values)))

    def values(self) -> list[T]:
        """All values, without those that are `broken`: one package's fault is not everybody's."""
        found: list[T] = []
        for name in self.names():
            if name not in self.broken:
                try:
                    found.append(self[name])
                except ParleyError as fault:
                    self.broken[name] = fault
        return found

    def items(self) -> list[tuple[str, T]]:
        """All names with their values, without those that are `broken`."""
        values = self.values()
        return list(zip((name for name in self.names() if name not in self.broken), values, strict=True))

    def usable(self, name: str) -> T | None:
        """The value of that name; None where there is none, or where it is `broken`."""
        try:
            return self[name] if name in self else None  # noqa: SIM401  # `get` would raise as well
        except ParleyError as fault:
            self.broken[name] = fault
            return None

    def add(self, name: str, value: T) -> None:
        """Take in one that is made by the running program. Raises `ValueError` where there is one of that name."""
        if name in self:
            raise ValueError(Sentence("there is a {what} called '{name}' already", what=self.what, name=name))
        self._values[name] = value

    def forget(self) -> None:
        """Look for what packages add once more when it is next asked for."""
        added = self._places.keys() - self._shipped
        self._values = {name: value for name, value in self._values.items() if name not in added}
        self._places, self.broken, self._searched = dict(self._shipped), {}, not self.group

    def _all(self) -> Mapping[str, str | EntryPoint]:
        if not self._searched:
            # Slow to import: not before somebody asks for more than what ships.
            from importlib.metadata import entry_points

            self._searched = True
            for found in sorted(entry_points(group=self.group), key=lambda each: each.name):
                self._places.setdefault(found.name, found)
        return self._places

    def _load(self, name: str) -> T:
        place = self._places[name]
        if isinstance(place, str):
            value: T = late(place)()
            return value
        try:
            loaded: T = place.load()
        except Exception as fault:
            owner = place.dist.name if place.dist else place.value
            raise ParleyError(
                "The {what} '{name}' of the package {owner} cannot be loaded ({why}).",
                what=self.what, name=name, owner=owner, why=f"{type(fault).__name__}: {fault}",
                hint="Update or uninstall that package.",
            ) from fault  # fmt: skip
        return loaded
