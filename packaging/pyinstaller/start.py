"""Where the frozen program begins.

Parley starts children as `sys.executable -P -m MODULE …`, with `-c CODE` or with a script. Frozen, that is this
program, so it does what a Python would do with these.
"""

import multiprocessing
import runpy
import sys


def main() -> None:
    """Start the program, or a child's part of it."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["-P"]:
        del sys.argv[1]
    if len(sys.argv) > 1 and sys.argv[1].endswith(".py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    elif len(sys.argv) > 2 and sys.argv[1] == "-m":
        del sys.argv[:2]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    elif len(sys.argv) > 2 and sys.argv[1] == "-c":
        code = sys.argv[2]
        del sys.argv[1:3]
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102  # our own, from our own children
    else:
        from parley.desktop.start import parley

        parley()


if __name__ == "__main__":
    main()
