"""Reads Parley's exports with the libraries of the programs that they are for: in the environment of `make.py`.

    parley export RUN -o run.inspect.json && parley export RUN -o run.messages.jsonl && parley export RUN -o notes.zip
    python tests/foreign/read_back.py run.inspect.json run.messages.jsonl notes.zip

It prints what each library found, and fails where one refuses.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from pathlib import Path, PurePosixPath


def inspect(path: Path) -> str:
    """As inspect reads it, and writes it once more in its own archive."""
    from inspect_ai.log import read_eval_log, write_eval_log

    log = read_eval_log(str(path))
    (sample,) = log.samples or ()
    again = path.with_suffix(".eval")
    write_eval_log(log, str(again))
    assert len((read_eval_log(str(again)).samples or [])[0].messages) == len(sample.messages)
    again.unlink()
    return f"inspect: {log.status}, {log.eval.model}, {len(sample.messages)} messages"


def openai(path: Path) -> str:
    """As the SDK's types and LangChain's conversion take it."""
    from langchain_core.messages import convert_to_messages
    from openai.types.chat import ChatCompletionMessageParam
    from pydantic import TypeAdapter

    texts = path.read_text("utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text("utf-8")]
    told = []
    for each in texts:
        messages = json.loads(each)["messages"]
        TypeAdapter(list[ChatCompletionMessageParam]).validate_python(messages)
        assert all(re.fullmatch(r"[^\s<|\\/>]{1,64}", one["name"]) for one in messages if "name" in one)
        told.append(str(len(convert_to_messages(messages))))
    return f"openai, langchain: {', '.join(told)} messages"


def obsidian(path: Path) -> str:
    """Front matter as a YAML reader takes it, and every link leads to a note."""
    import yaml

    with zipfile.ZipFile(path) as archive:
        notes = {name: archive.read(name).decode() for name in archive.namelist()}
    count = 0
    for name, text in notes.items():
        about = yaml.safe_load(text.split("---\n")[1])
        assert isinstance(about, dict)
        assert about["tags"]
        for target in re.findall(r"\[\[([^\]|#]+)", text):
            parts: list[str] = list(PurePosixPath(name).parent.parts)
            for part in target.split("/"):
                if part == "..":
                    parts.pop()
                else:
                    parts.append(part)
            assert "/".join(parts) + ".md" in notes, (name, target)
            count += 1
    return f"obsidian: {len(notes)} notes, {count} links"


def main() -> None:
    """Read all files that are named."""
    for name in sys.argv[1:]:
        path = Path(name)
        read = inspect if "inspect" in path.name else obsidian if path.suffix == ".zip" else openai
        print(read(path))


if __name__ == "__main__":
    main()
