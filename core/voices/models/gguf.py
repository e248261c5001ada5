"""The head of a GGUF file: enough to say what a model is without loading it."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from parley.core.base.errors import FileError
from parley.core.base.sentences import Sentence, os_reason

MAGIC = b"GGUF"
_FIXED = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_LONGEST = 64_000_000


@dataclass(frozen=True)
class Head:
    """What the file says of itself; empty or 0 where it says nothing. `context` is in tokens.

    `pooled`: it was made for embeddings, and says how the vectors of its tokens become one.
    """

    name: str = ""
    licence: str = ""
    languages: tuple[str, ...] = ()
    context: int = 0
    chat: bool = False
    parameters: int = 0
    pooled: bool = False


def read_head(path: Path) -> Head:
    """The head of `path`. Raises `FileError` where it is missing, unreadable or no GGUF file."""
    try:
        with path.open("rb") as file:
            values, parameters = _values(file)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except IsADirectoryError:
        raise FileError(path, "this is a folder, not a GGUF file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
    except (struct.error, ValueError, UnicodeDecodeError):
        hint = "Name a model file that llama.cpp can run (*.gguf)."
        raise FileError(path, "this is not a whole GGUF file.", hint=hint) from None
    architecture = str(values.get("general.architecture", ""))
    languages = values.get("general.languages", [])
    return Head(
        name=str(values.get("general.name", "")),
        licence=str(values.get("general.license", "")),
        languages=tuple(str(one) for one in languages) if isinstance(languages, list) else (),
        context=int(values.get(f"{architecture}.context_length", 0) or 0),
        chat="tokenizer.chat_template" in values,
        parameters=parameters,
        pooled=int(values.get(f"{architecture}.pooling_type", 0) or 0) > 0,
    )


def _values(file: BinaryIO) -> tuple[dict[str, Any], int]:
    if file.read(4) != MAGIC:
        raise ValueError("no GGUF")
    version, tensors, count = struct.unpack("<IQQ", _exactly(file, 20))
    if not 2 <= version <= 16 or count > 100_000 or tensors > 1_000_000:
        raise ValueError("no GGUF of a version we know")
    values: dict[str, Any] = {}
    for _ in range(count):
        key = _string(file)
        values[key] = _value(file, _number(file, "I"))
    parameters = 0
    for _ in range(tensors):
        _string(file)
        elements = 1
        for _ in range(_number(file, "I")):
            elements *= _number(file, "Q")
        _exactly(file, 12)
        parameters += elements
    return values, parameters


def _value(file: BinaryIO, kind: int) -> Any:
    if kind in _FIXED:
        code = "<" + _FIXED[kind]
        return struct.unpack(code, _exactly(file, struct.calcsize(code)))[0]
    if kind == _STRING:
        return _string(file)
    if kind == _ARRAY:
        inner, count = _number(file, "I"), _number(file, "Q")
        if inner in _FIXED:
            # Vocabularies' scores: long, and of no interest.
            _exactly(file, struct.calcsize("<" + _FIXED[inner]) * count)
            return []
        return [_value(file, inner) for _ in range(count)]
    raise ValueError(Sentence("no value of kind {kind_}", kind_=kind))


def _number(file: BinaryIO, code: str) -> int:
    return int(struct.unpack("<" + code, _exactly(file, struct.calcsize("<" + code)))[0])


def _string(file: BinaryIO) -> str:
    return _exactly(file, _number(file, "Q")).decode("utf-8", "replace")


def _exactly(file: BinaryIO, count: int) -> bytes:
    if count > _LONGEST:
        raise ValueError("a value that cannot be")
    data = file.read(count)
    if len(data) != count:
        raise ValueError("the file ends too early")
    return data
