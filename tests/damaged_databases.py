"""Ways in which a database's file comes to harm."""

from __future__ import annotations

import random
import sqlite3
import struct
from collections.abc import Callable
from pathlib import Path

PAGE = 2_048
"""Bytes of a page of the projection's file."""

Harm = Callable[[bytearray, random.Random], dict[str, bytes]]
"""Changes the bytes and returns what lies beside the file, by the end of its name."""


def _pages(data: bytearray, chance: random.Random, fill: Callable[[], bytes]) -> dict[str, bytes]:
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(data) // PAGE) * PAGE
        data[at : at + PAGE] = fill()
    return {}


def zeroed(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """Some pages are empty."""
    return _pages(data, chance, lambda: bytes(PAGE))


def scrambled(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """Some pages hold anything."""
    return _pages(data, chance, lambda: chance.randbytes(PAGE))


def cut(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """The end is missing."""
    del data[chance.randrange(len(data)) :]
    return {}


def beheaded(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """Bytes of the header are wrong."""
    for _ in range(chance.randint(1, 20)):
        data[chance.randrange(100)] = chance.randrange(256)
    return {}


def flipped(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """Single bits are wrong."""
    for _ in range(chance.randint(1, 200)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return {}


def illegible(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """The names and statements of the schema are no UTF-8."""
    at = data.find(b"CREATE TABLE")
    for _ in range(20):
        data[at + chance.randrange(600)] = chance.randrange(128, 256)
    return {}


def replaced(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """It is something else altogether."""
    data[:] = chance.randbytes(chance.randint(1, 50_000))
    return {}


def foreign(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """It is a database, of another program."""
    other = sqlite3.connect(":memory:")
    other.execute("CREATE TABLE run (x)")
    other.execute(f"PRAGMA user_version={struct.unpack('>I', data[60:64])[0]}")
    other.commit()
    data[:] = other.serialize()
    other.close()
    return {}


def with_a_wal(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """It is in WAL mode, as earlier versions left it, and what lies beside it is not its own."""
    data[18] = data[19] = 2
    return {"-wal": chance.randbytes(chance.randint(1, 9_000)), "-shm": chance.randbytes(32_768)}


def with_a_journal(data: bytearray, chance: random.Random) -> dict[str, bytes]:
    """A journal of something else lies beside it, which SQLite would play back."""
    magic, count, pages = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 3, len(data) // PAGE
    header = magic + struct.pack(">I", count) + chance.randbytes(4) + struct.pack(">III", pages, 512, PAGE)
    return {"-journal": header.ljust(512, b"\0") + chance.randbytes(count * (PAGE + 8))}


HARMS: tuple[Harm, ...] = (
    zeroed, scrambled, cut, beheaded, flipped, illegible, replaced, foreign, with_a_wal, with_a_journal,
)  # fmt: skip


def put(path: Path, data: bytes, beside: dict[str, bytes]) -> None:
    """Lay the file there with what is beside it, and nothing else."""
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(data)
    for end, content in beside.items():
        path.with_name(path.name + end).write_bytes(content)
