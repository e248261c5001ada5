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
_QUANTISED = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M",
    13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 32: "BF16",
}  # fmt: skip
"""What `general.file_type` means."""
HALF = 2
"""Bytes of a number in the cache."""


@dataclass(frozen=True)
class Head:
    """What the file says of itself; empty or 0 where it says nothing. `context` is in tokens, `cache` what each of them
    takes of memory, in bytes.

    `pooled`: it was made for embeddings, and says how the vectors of its tokens become one.
    """

    name: str = ""
    licence: str = ""
    languages: tuple[str, ...] = ()
    context: int = 0
    chat: bool = False
    parameters: int = 0
    pooled: bool = False
    architecture: str = ""
    quantisation: str = ""
    cache: int = 0


def read_head(path: Path) -> Head:
    """Return the head of `path`. Raises `FileError` where it is missing, unreadable or no GGUF file."""
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
        context=_whole(values, f"{architecture}.context_length"),
        chat="tokenizer.chat_template" in values,
        parameters=parameters,
        pooled=_whole(values, f"{architecture}.pooling_type") > 0,
        architecture=architecture,
        quantisation=_QUANTISED.get(_whole(values, "general.file_type", -1), ""),
        cache=_cache(values, architecture),
    )


def _whole(values: dict[str, Any], key: str, missing: int = 0) -> int:
    value = values.get(key, missing)
    return int(value) if isinstance(value, (int, float)) else missing


def _cache(values: dict[str, Any], architecture: str) -> int:
    """Bytes of the cache for each token: keys and values of all heads in all layers."""
    heads = _whole(values, f"{architecture}.attention.head_count")
    each = _whole(values, f"{architecture}.embedding_length") // heads if heads else 0
    kept = _whole(values, f"{architecture}.attention.head_count_kv") or heads
    width = _whole(values, f"{architecture}.attention.key_length") or each
    width += _whole(values, f"{architecture}.attention.value_length") or each
    return max(0, HALF * _whole(values, f"{architecture}.block_count") * kept * width)


def _values(file: BinaryIO) -> tuple[dict[str, Any], int]:
    if file.read(4) != MAGIC:
        raise ValueError("no GGUF")
    version, tensors, count = struct.unpack("<IQQ", _read_exactly(file, 20))
    if not 2 <= version <= 16 or count > 100_000 or tensors > 1_000_000:
        raise ValueError("no GGUF of a version we know")
    values: dict[str, Any] = {}
    for _ in range(count):
        key = _read_string(file)
        values[key] = _read_value(file, _read_number(file, "I"))
    parameters = 0
    for _ in range(tensors):
        _read_string(file)
        elements = 1
        for _ in range(_read_number(file, "I")):
            elements *= _read_number(file, "Q")
        _read_exactly(file, 12)
        parameters += elements
    return values, parameters


def _read_value(file: BinaryIO, kind: int) -> Any:
    if kind in _FIXED:
        code = "<" + _FIXED[kind]
        return struct.unpack(code, _read_exactly(file, struct.calcsize(code)))[0]
    if kind == _STRING:
        return _read_string(file)
    if kind == _ARRAY:
        inner, count = _read_number(file, "I"), _read_number(file, "Q")
        if inner in _FIXED:
            # Vocabularies' scores: long, and of no interest.
            _read_exactly(file, struct.calcsize("<" + _FIXED[inner]) * count)
            return []
        return [_read_value(file, inner) for _ in range(count)]
    raise ValueError(Sentence("no value of kind {kind_}", kind_=kind))


def _read_number(file: BinaryIO, code: str) -> int:
    return int(struct.unpack("<" + code, _read_exactly(file, struct.calcsize("<" + code)))[0])


def _read_string(file: BinaryIO) -> str:
    return _read_exactly(file, _read_number(file, "Q")).decode("utf-8", "replace")


def _read_exactly(file: BinaryIO, count: int) -> bytes:
    if count > _LONGEST:
        raise ValueError("a value that cannot be")
    data = file.read(count)
    if len(data) != count:
        raise ValueError("the file ends too early")
    return data
