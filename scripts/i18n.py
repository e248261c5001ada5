"""Bring the translations of window and core up to date, and count what is missing: python -m scripts.i18n.

English stands in for whatever is not translated yet, so a missing text stops nobody; the release checklist asks for
this count to be zero.
"""

from __future__ import annotations

import sys

from scripts import sentences, translations


def main() -> None:
    """Collect and compile all texts, then list those that have no German."""
    for where, missing in (("the window", translations.main()), ("the core", sentences.main())):
        sys.stdout.writelines(f"{text}\n" for text in missing)
        sys.stderr.write(f"{len(missing)} texts of {where} have no German.\n")


if __name__ == "__main__":
    main()
