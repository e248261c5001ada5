"""A card in a CHARX: a zip with `card.json` and what the card shows. Nothing of it is ever unpacked onto the disk."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping

from parley.core.base.sentences import Sentence

CARD = "card.json"
MOST_FILES, MOST_BYTES, MOST_CARD = 2_000, 200_000_000, 16_000_000
"""Files in one, bytes of all of them unpacked, and of the card alone."""
SCHEMES = ("embeded://", "embedded://")
"""As the specification writes it, and as it is spelt."""
STAMP = (1980, 1, 1, 0, 0, 0)
"""When a file in an archive of ours was written: the same member gives the same bytes."""


def read(data: bytes) -> tuple[bytes, dict[str, int]]:
    """Return the card's JSON, and the files beside it with their sizes. Raises `ValueError` for what is none."""
    with _open_archive(data) as archive:
        infos = _check_archive_files(archive)
        if CARD not in infos:
            raise ValueError(Sentence("it has no card.json"))
        sizes = {name: info.file_size for name, info in infos.items() if name != CARD}
        return _read_file_bytes(archive, CARD, MOST_CARD), sizes


def file_in(data: bytes, name: str, most: int) -> bytes:
    """Return a file of it. Raises `ValueError` where there is none, or it is larger than `most` bytes."""
    with _open_archive(data) as archive:
        if name not in _check_archive_files(archive):
            raise ValueError(Sentence("it has no file '{name}'", name=name[:80]))
        return _read_file_bytes(archive, name, most)


def pack_archive(card: bytes, files: Mapping[str, bytes], before: bytes = b"") -> bytes:
    """Return an archive with the card and these files, behind all that stood in one `before` but its card."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr(zipfile.ZipInfo(CARD, STAMP), card, zipfile.ZIP_DEFLATED)
        if before:
            with _open_archive(before) as source:
                for name in _check_archive_files(source):
                    if name not in (CARD, *files):  # else it would hold two files of one name
                        unpacked = _read_file_bytes(source, name, MOST_BYTES)
                        target.writestr(zipfile.ZipInfo(name, STAMP), unpacked, zipfile.ZIP_DEFLATED)
        for name, data in files.items():
            target.writestr(zipfile.ZipInfo(name, STAMP), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def get_path_of(uri: str) -> str:
    """Return the file that an embedded URI names; empty for any other."""
    scheme = next((each for each in SCHEMES if uri.startswith(each)), "")
    return uri.removeprefix(scheme) if scheme else ""


def _open_archive(data: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise ValueError(Sentence("it is no archive that can be read")) from None


def _check_archive_files(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return its files by name. Raises `ValueError` for too many, too much, a way out of it, or a locked one."""
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise ValueError(
            Sentence("it holds {count:,} files; at most {most:,} are possible", count=len(infos), most=MOST_FILES)
        )
    if sum(info.file_size for info in infos) > MOST_BYTES:  # only its own claim: reading is bounded too
        raise ValueError(Sentence("unpacked it is larger than {most} MB", most=MOST_BYTES // 1_000_000))
    for info in infos:
        parts = info.filename.replace("\\", "/").split("/")  # programs on Windows may have packed it so
        if info.filename.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
            raise ValueError(Sentence("the file '{name}' in it leads out of it", name=info.filename[:80]))
        if info.flag_bits & 1:
            raise ValueError(Sentence("it is locked with a password"))
    return {info.filename: info for info in infos}


def _read_file_bytes(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a file's bytes, and no more of them than its size says: an archive may say less than it unpacks to."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)  # one more than may be, which tells that there are more
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError):
        raise ValueError(Sentence("the file '{name}' in it cannot be unpacked", name=name[:80])) from None
    if len(data) > most:
        raise ValueError(Sentence("the file '{name}' in it is too large", name=name[:80]))
    return data
