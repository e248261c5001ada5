"""Write what Parley is made of as a CycloneDX document: `python -m scripts.sbom [WHEEL] [-o FILE]`.

The wheel (else: one that is built now) is installed with all its dependencies into an environment of its own, so that
what developers need besides is not listed; `cyclonedx-py` of the extra `dev` reads it. Versions are those that the
package index gives today; neither the folder nor the time is in the document.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("wheel", nargs="?", type=Path, help="the wheel that is released; else it is built")
    parser.add_argument("-o", "--output", type=Path, default=Path("dist/parley-studio.cdx.json"))
    parser.add_argument("--extras", default="all", help="extras that are installed too; empty: none")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = given.wheel or _built(Path(folder))
        place = Path(folder) / "venv"
        venv.create(place, symlinks=sys.platform != "win32")
        python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        wanted = f"{wheel.resolve()}[{given.extras}]" if given.extras else str(wheel.resolve())
        subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wanted], check=True)
        given.output.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                sys.executable, "-m", "cyclonedx_py", "environment", "--pyproject", ROOT / "pyproject.toml",
                "--mc-type", "application", "--output-reproducible", "--output-format", "JSON",
                "--output-file", given.output.resolve(), python,
            ],
            check=True,
        )  # fmt: skip
    print(f"Written: {given.output}")


def _built(folder: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return next(folder.glob("*.whl"))


if __name__ == "__main__":
    main()
