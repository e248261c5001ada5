"""A keyring of the system's that is none."""

from __future__ import annotations

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


class Drawer(KeyringBackend):
    """A keyring in memory; `fault` is raised by everything it is asked."""

    priority = 1
    fault: Exception | None = None

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._passwords: dict[tuple[str, str], str] = {}

    @property
    def kept(self) -> dict[tuple[str, str], str]:
        if self.fault:
            raise self.fault
        return self._passwords

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")
