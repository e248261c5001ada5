"""The corpus of logs by hand: what the program makes of it now is checked, written beside, or taken as right.

`python -m scripts.corpus NAME …` checks these logs (all whose names begin so, or all) and prints what differs.
`--put FOLDER` writes them there as files, with the steps and all exports of each: done in two checkouts, `diff -r`
shows how an export, or what an event does, differs. `--renew` writes `anew.json`, the digests of what comes of the same
recipes now, for whoever changed what is said and has looked at some of it. `--steps` writes the digests of single
events, which is needed where a field gets another name or meaning.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.corpus import steps
from tests.corpus.read import ANEW, FOLDER, PARTS, SECTIONS, Log, differences, logs, made_anew, made_otherwise, opened


def renew() -> None:
    """Write the digests of what comes of all recipes now."""
    with ProcessPoolExecutor() as pool:
        made = [log for log in logs().values() if log.again]
        told = {log.name: found for log, found in zip(made, pool.map(made_anew, made), strict=True)}
    (FOLDER / ANEW).write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", "utf-8")


def renew_steps() -> None:
    """Write the digests of what single events change."""
    rows = {name: steps.digests(log.data) for name, log in sorted(logs().items())}
    steps.FILE.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()) + "\n}\n", "utf-8"
    )


def put(log: Log, folder: Path) -> None:
    """Write a log into the folder, with its steps and exports."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{log.name}.jsonl").write_bytes(log.data)
    (folder / f"{log.name}.steps").write_text("".join(f"{part} {line}\n" for part, line in steps.lines(log.data)))
    with opened(log) as of:
        for name in PARTS["exports"](of):
            (folder / f"{log.name}.export.{name}").write_bytes(of.export(name))
        for form in PARTS["logbooks"](of):
            (folder / f"{log.name}.logbook.{form.replace(' ', '.')}").write_bytes(of.logbook(*form.split()))


def check(chosen: Sequence[Log]) -> int:
    """Print what the program makes of these logs otherwise than expected, and return how many differences there are."""
    count = 0
    for log in chosen:
        for text in differences(log, list(SECTIONS)) + (made_otherwise(log) if log.again else []):
            count += 1
            print(text)
    print(f"{len(chosen)} logs, {count} differences")
    return count


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; 1 where anything differs."""
    if "--renew" in arguments or "--steps" in arguments:
        (renew if "--renew" in arguments else renew_steps)()
        return 0
    folder = Path(arguments[arguments.index("--put") + 1]) if "--put" in arguments else None
    names = [each for each in arguments if each != "--put" and each != str(folder)]
    chosen = [log for name, log in logs().items() if not names or any(name.startswith(each) for each in names)]
    if folder is None:
        return 1 if check(chosen) else 0
    for log in chosen:
        put(log, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
