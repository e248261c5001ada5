"""How many small faults in the heart of the core do the tests near it see?

`python -m scripts.mutation_rates [TARGET …] [--sample N] [--seed N] [--jobs N]` changes one thing at a time in
the functions of a target's modules (a comparison, a sign, a constant, a statement that is left out), runs the tests
that come through the changed line, and prints what nobody saw. Nothing is written to the disk: the tests are collected
once, then every mutant has a process of its own in which the code of one function is another.

This is a measurement and no test: it takes minutes. A survivor is a hole in the tests or does the same as what it
replaces (a shortcut, a cache); the latter are in `ALIKE`, by the text of the changed line and what was changed.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import itertools
import os
import random
import select
import signal
import sys
import time
import types
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

SHARES = "corpus/test_corpus.py::test_states_measures_and_requests_are_what_they_were"
STEPS = [f"corpus/test_corpus.py::test_every_event_changes_what_it_changed[{number}]" for number in range(8)]
AGAIN = "corpus/test_corpus.py::test_what_is_made_anew_is_what_it_was"

TARGETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "fold": (
        ("parley.core.log.fold", "parley.core.log.handlers", "parley.core.log.state", "parley.core.modes.office.fold",
         "parley.core.modes.story.fold", "parley.core.modes.duologue.state"),
        ("unit/transcript/test_state.py", "unit/transcript/test_folds.py", "unit/transcript/test_replay.py",
         "unit/transcript/test_slices.py", "unit/modes/test_story_combat.py", "unit/studio/test_retrying.py",
         *STEPS, f"{SHARES}[0]", f"{AGAIN}[0]"),
    ),
    "run": (
        ("parley.core.engine.run", "parley.core.engine.gate",
         "parley.core.engine.director", "parley.core.engine.retake"),
        ("unit/studio/test_run_gate.py", "unit/studio/test_run_failures.py", "unit/studio/test_run_alike.py",
         "unit/studio/test_retrying.py", "unit/modes/test_scenes.py", "unit/modes/test_story_steered.py",
         f"{AGAIN}[0]", f"{AGAIN}[1]", f"{AGAIN}[2]"),
    ),
    "perspective": (
        tuple(f"parley.core.perspective.{each}" for each in ("perspective", "decorators", "lens", "lore", "move_text",
                                                             "patterns")),
        ("unit/transcript/test_perspective.py", "unit/transcript/test_lens.py", "unit/transcript/test_lore.py",
         "unit/transcript/test_move_text.py", "unit/modes/test_duologue_room.py", "unit/modes/test_story_requests.py",
         "unit/turn_taking/test_moves.py", *STEPS, f"{SHARES}[0]"),
    ),
    "selection": (
        (
            "parley.core.turn_taking.selection",
            "parley.core.turn_taking.rule_policies",
            "parley.core.turn_taking.policies",
        ),
        ("unit/turn_taking", "unit/modes/test_roundtable.py"),
    ),
    "moves": (("parley.core.turn_taking.moves",),
              ("unit/turn_taking/test_moves.py", "unit/turn_taking/test_drawn_moves.py")),
    "tools": (("parley.core.modes.story.tools", "parley.core.modes.story.rules.tools"),
              ("unit/modes/test_story_tools.py", "unit/modes/test_story_called.py",
               "unit/modes/test_story_read_by_voices.py")),
}  # fmt: skip
"""By name: the modules that are changed, and the tests near them with a share of the corpus."""

_STOOD = "if state.open is not None and state.open.next_seq >= 0:"
_ASKED = "if state.open.next_seq >= 0:"
_SAID = 'super().__init__(f"event {seq + 1}, {event.__struct_config__.tag}: {_get_reason(error)}")'
_ANEW = "self._blocks, self._sums, self._seen, self._revision = [], [0], 0, state.revision"
_NO_POINTS = 'if not state.breakpoints or state.status != "playing" or state.next_turn <= first:'
_REST = 'rest = re.sub(whole, " ", rest)'

_PACE = 'draw = self.stage.rng().draw_float(self.state.next_turn, "pace", pace.shortest, pace.longest)'

_LINES_TURN = "turn = state.turns[entry.turn - 1] if 0 < entry.turn <= len(state.turns) else None"
_DEPTH = 'where = 2 if self.depth is not None else 0 if self.entry.position == "before" else 1'
_EVERY = 'if (every := says.numbers.get("activate_only_every", 0)) and spoken % every:'
_DRAWN = "return SeededRandom(state.setup.seed).draw_float(state.next_turn, purpose) * 100 < entry.probability"
_WHY = 'why = str(error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else error)'
_FLAGS = 'shown = "".join(flag for flag in flags if flag in "ms")'
_TOLD = 'move, "told", language, draw, me="", to=move.to and state.name_of(move.to), topic=get_topic_of(state),'

_SLUG = 'stem, number = make_slug(name)[:36].rstrip("-"), 1'
_KINDS = 'return parse_toml(path.read_text("utf-8"), "archetypes.toml", Archetypes).root'

_WEIGHT = "weight = round(max(0.0, 1.0 + liking + recency + luck + extra), 6)"

ALIKE: dict[tuple[str, str], str] = {
    (_WEIGHT, "6 is 7"): "each of its terms has six digits already",
    (_STOOD, "GtE is Gt"): "no request follows upon the very first event",
    (_STOOD, "0 is 1"): "nor upon the second",
    (_ASKED, "GtE is Gt"): "no request follows upon the very first event",
    (_ASKED, "0 is 1"): "nor upon the second",
    ("first = error.errors(include_url=False, include_input=False)[0]", "False is True"): "only what is not read of it",
    ('return str(error).split("\\n", 1)[0][:400] or type(error).__name__', "1 is 2"): "only the first part is taken",
    ("office.valence[two] = round(max(-1.0, min(1.0, moved)), 4)", "4 is 5"): "it moves by tenths",
    ("HANDLERS[event] = handler", "left out"): "done once, as the module is imported",
    ("return handler", "returns None"): "done once, as the module is imported",
    ("return register", "returns None"): "done once, as the module is imported",
    (_SAID, "left out"): "a function without super() cannot take the place of one with it",
    (_NO_POINTS, "Or is And"): "a shortcut: nothing is found where there are no points or no turns",
    (_NO_POINTS, "LtE is Lt"): "a shortcut: there are no turns to be looked at",
    (_PACE, "'pace' is another"): "another draw between the same two: how long a rest was is written nowhere",
    ("self._free = specs if known else None", "left out"): "a cache",
    ("self._sums = [0]", "0 is 1"): "only the difference of two of them is looked at",
    (_ANEW, "0 is 1"): "only the difference of two of them is looked at",
    ("self._revision = 0", "0 is 1"): "there is nothing yet that would be begun anew",
    ("self._called = False", "False is True"): "a shortcut: there is nothing to be left out",
    ("count, cut = len(self._blocks), state.cuts.get(self._me.id, 0)", "0 is 1"): "nobody witnesses the first event",
    (_LINES_TURN, "Lt is LtE"): "the turn of a line is never 0",
    (_DEPTH, "2 is 3"): "only their order counts",
    ("if entry.probability >= 100:", "GtE is Gt"): "a shortcut: no draw is as much as that",
    ("if entry.probability >= 100:", "100 is 101"): "a shortcut: no draw is as much as that",
    (_DRAWN, "Lt is LtE"): "no draw is exactly that",
    (_EVERY, "0 is 1"): "every turn is every first turn",
    ("return _compile_key(key, case=False)[1]", "False is True"): "what is wrong is so in either case",
    ('flags = ""', "'' is another"): "only m and s of them are looked at",
    (_WHY, "'replace' is another"): "looked up only where something is no UTF-8, as RE2 tells nothing",
    (_FLAGS, "'ms' is another"): "no key is read with a flag of that name",
    (_TOLD, "'' is another"): "whoever is told is not named in it",
    (_SLUG, "'-' is another"): "what ends otherwise ends in no X either: its letters are small",
    (_KINDS, "'archetypes.toml' is another"): "it is named where the file that ships is broken",
    (_REST, "' ' is another"): "what stands for a name that was found is another name only where somebody is called X",
}
"""Mutants that do the same as what they replace: the changed line, what was changed, and why it is the same."""

ALONE = "-q -s --no-header -p no:cacheprovider -p no:xdist -p no:randomly"
"""What pytest is told: one process, and nothing that is kept."""
SLOWEST = 20.0
"""Seconds that a test may take with a mutant in place: one that goes on for ever is seen by it."""
LONGEST = 90
"""Seconds by the clock on the wall after which a test is given up."""
ENOUGH = 60.0
"""Seconds of tests that are run of a mutant, the fastest first, as long as they took while their lines were noted."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
REVERSED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change: the module's file, its number among that file's changes, its line, and what was changed."""

    file: str
    number: int
    line: int
    what: str
    text: str

    def compiled(self) -> types.CodeType:
        """Return the code of the changed module."""
        tree = ast.parse(Path(self.file).read_text("utf-8"))
        _node, _what, change = next(itertools.islice(_changes(tree), self.number, None))
        change()
        return compile(ast.fix_missing_locations(tree), self.file, "exec", dont_inherit=True)


# Making mutants -----------------------------------------------------------------------------------------------------


def mutants(file: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    source = Path(file).read_text("utf-8")
    lines = source.splitlines()
    for number, (node, what, _change) in enumerate(_changes(ast.parse(source))):
        code = lines[node.lineno - 1].split("  # ", 1)[0]  # ALIKE names code: a comment may change beside it
        yield Mutant(file, number, node.lineno, what, code.strip())


def _changes(tree: ast.Module) -> Iterator[tuple[Any, str, Callable[[], None]]]:
    """Yield all changes that can be made within functions: where, what, and a function that makes it."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in function.body[_documented(function) :]:
                yield from _within(statement)


def _documented(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(function) is not None


def _within(root: ast.AST) -> Iterator[tuple[Any, str, Callable[[], None]]]:
    if isinstance(root, ast.FunctionDef | ast.AsyncFunctionDef | ast.JoinedStr | ast.Raise | ast.Assert):
        # A function within is walked by itself; what is said of a fault is no behaviour.
        return
    yield from _of(root)
    for name, value in ast.iter_fields(root):
        if name in ("annotation", "pattern", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _within(child)


def _of(node: Any) -> Iterator[tuple[Any, str, Callable[[], None]]]:
    match node:
        case ast.Compare() if type(node.ops[0]) in COMPARED:
            old, new = type(node.ops[0]), COMPARED[type(node.ops[0])]
            yield node, f"{old.__name__} is {new.__name__}", lambda: node.ops.__setitem__(0, new())
        case ast.BoolOp():
            to = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield node, f"{type(node.op).__name__} is {to.__name__}", lambda: setattr(node, "op", to())
        case ast.UnaryOp(op=ast.Not()):
            yield node, "without not", lambda: _plain(node)
        case ast.BinOp() if type(node.op) in REVERSED:
            other = REVERSED[type(node.op)]
            yield node, f"{type(node.op).__name__} is {other.__name__}", lambda: setattr(node, "op", other())
        case ast.AugAssign() if type(node.op) in REVERSED:
            other = REVERSED[type(node.op)]
            yield node, f"{type(node.op).__name__} is {other.__name__}", lambda: setattr(node, "op", other())
            yield node, "left out", lambda: _nothing(node)
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            test = node.test
            yield test, "negated", lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Constant(value=bool(value)):
            yield node, f"{value} is {not value}", lambda: setattr(node, "value", not value)
        case ast.Constant(value=int(number) | float(number)):
            yield node, f"{number} is {number + 1}", lambda: setattr(node, "value", number + 1)
        case ast.Constant(value=str(value)):
            yield node, f"{value[:20]!r} is another", lambda: setattr(node, "value", f"{value}X")
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield node, "returns None", lambda: setattr(node, "value", ast.Constant(None))
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]) | ast.Delete():
            yield node, "left out", lambda: _nothing(node)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, "left out", lambda: _nothing(node)
        case ast.Continue() | ast.Break():
            yield node, "left out", lambda: _nothing(node)


def _nothing(statement: Any) -> None:
    """Make a statement one that does nothing."""
    statement.__class__ = ast.Pass


def _plain(node: Any) -> None:
    """Make `not x` a plain `bool(x)`."""
    node.__class__, operand = ast.Call, node.operand
    node.func, node.args, node.keywords = ast.Name("bool", ast.Load()), [operand], []


# Putting one in place -----------------------------------------------------------------------------------------------


def put_in_place(module: types.ModuleType, mutant: Mutant) -> None:
    """Give every function of the module the code that it has in the mutant."""
    _put(module, mutant.compiled())


def _put(module: types.ModuleType, made: types.CodeType) -> None:
    codes = {code.co_qualname: code for code in _codes(made)}
    for function in _functions(module):
        code = codes.get(function.__code__.co_qualname)
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            function.__code__ = code


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield the code of functions and of classes' methods; what is within functions comes with these."""
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            if not each.co_flags & 0x2:
                # The body of a class.
                yield from _codes(each)


def _functions(module: types.ModuleType) -> Iterator[types.FunctionType]:
    seen = set[int]()
    waiting: list[Any] = list(vars(module).values())
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, type) and each.__module__ == module.__name__:
            waiting += vars(each).values()
        elif isinstance(each, staticmethod | classmethod):
            waiting.append(each.__func__)
        elif isinstance(each, property):
            waiting += [one for one in (each.fget, each.fset) if one is not None]
        elif hasattr(each, "func") and isinstance(each.func, types.FunctionType):
            waiting.append(each.func)
        elif hasattr(each, "__wrapped__"):
            waiting.append(each.__wrapped__)
        elif is_dataclass(each) and not isinstance(each, type):
            # A function that a decorator put into a row of a registry.
            waiting += [getattr(each, field.name) for field in fields(each)]
        elif isinstance(each, dict | list | tuple | set | frozenset):
            waiting += each.values() if isinstance(each, dict) else each
        elif isinstance(each, types.FunctionType) and each.__module__ == module.__name__:
            yield each


# Running them -------------------------------------------------------------------------------------------------------


class Measurement:
    """A plugin of pytest that, instead of the tests, runs mutants."""

    def __init__(self, modules: Sequence[str], options: argparse.Namespace) -> None:
        self.modules = {str(Path(str(importlib.import_module(each).__file__))): sys.modules[each] for each in modules}
        self.options = options
        self.failed = False
        self.survivors: list[tuple[Mutant, int]] = []
        self.count = self.alike = 0

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find the lines that the tests come through, and run every mutant."""
        sys.stdout.flush()
        covering: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
        for number, (seconds, lines) in self._covered(session):
            for line in lines:
                covering[line].append((seconds, number))
        chosen = [mutant for file in self.modules for mutant in mutants(file)]
        if self.options.sample and self.options.sample < len(chosen):
            chosen = random.Random(self.options.seed).sample(chosen, self.options.sample)
        chosen = [each for each in chosen if not self.options.only or self.options.only in each.text]
        self.count = len(chosen)
        running: dict[int, tuple[Mutant, int]] = {}
        for mutant in chosen:
            if (mutant.text, mutant.what) in ALIKE:
                self.alike += 1
                continue
            tests = _some(covering.get((mutant.file, mutant.line), ()))
            if not tests:
                self.survivors.append((mutant, 0))
                continue
            if len(running) >= self.options.jobs:
                self._reap(running)
            pid = os.fork()
            if pid == 0:
                self._child(session, tests, mutant)
            running[pid] = (mutant, len(tests))
        while running:
            self._reap(running)
        return True

    def _reap(self, running: dict[int, tuple[Mutant, int]]) -> None:
        pid, status = os.wait()
        mutant, tests = running.pop(pid)
        if status == 0:
            self.survivors.append((mutant, tests))
            print(f"  {Path(mutant.file).name}:{mutant.line}: {mutant.what}: {mutant.text}", flush=True)

    def _child(self, session: pytest.Session, tests: Sequence[int], mutant: Mutant) -> None:
        """Run the tests on the mutant; the process ends with 1 at the first that fails."""
        try:
            _quiet()
            put_in_place(self.modules[mutant.file], mutant)
            for number in tests:
                # Its own seconds and not those of a busy machine.
                signal.setitimer(signal.ITIMER_PROF, SLOWEST)
                signal.alarm(LONGEST)
                _run(session.items[number])
                if self.failed:
                    os._exit(1)
        except BaseException:  # noqa: BLE001  # whatever it is, it was seen
            os._exit(1)
        os._exit(0)

    def _covered(self, session: pytest.Session) -> Iterator[tuple[int, tuple[float, set[tuple[str, int]]]]]:
        """Yield for every test how long it takes, and which lines of the modules it comes through."""
        for number, item in enumerate(session.items):
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.close(reading)
                self._traced(item, writing)
            os.close(writing)
            data = b""
            while select.select([reading], [], [], LONGEST)[0] and (piece := os.read(reading, 1 << 16)):
                data += piece
            os.close(reading)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            if data:
                seconds, _, rest = data.decode().partition("\n")
                where = (line.rpartition(":") for line in rest.splitlines())
                yield number, (float(seconds), {(file, int(line)) for file, _, line in where})

    def _traced(self, item: Any, writing: int) -> None:
        """Run a test and write down which lines it came through."""
        found = set[tuple[str, int]]()

        def called(frame: types.FrameType, _event: str, _arg: object) -> Any:
            return at_line if frame.f_code.co_filename in self.modules else None

        def at_line(frame: types.FrameType, event: str, _arg: object) -> Any:
            if event == "line":
                found.add((frame.f_code.co_filename, frame.f_lineno))
            return at_line

        try:
            _quiet()
            sys.settrace(called)
            began = time.process_time()
            _run(item)
            sys.settrace(None)
            if not self.failed:
                wholes = {file: _wholes(file) for file in self.modules}
                lines = {f"{file}:{each}\n" for file, line in found for each in wholes[file].get(line, (line,))}
                with os.fdopen(writing, "wb") as pipe:
                    pipe.write(f"{time.process_time() - began}\n{''.join(lines)}".encode())
        finally:
            os._exit(0)


def _wholes(file: str) -> dict[int, range]:
    """Return for every line those of its whole statement, or of its head where it has a body."""
    found: dict[int, range] = {}
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None) or [case.pattern for case in getattr(node, "cases", ())]
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
            found |= dict.fromkeys(range(node.lineno, last + 1), range(node.lineno, last + 1))
    return found


def _some(tests: Sequence[tuple[float, int]]) -> list[int]:
    """Return the fastest tests, as many as there is time for."""
    found, spent = list[int](), 0.0
    for seconds, number in sorted(tests):
        spent += seconds
        if found and spent > ENOUGH:
            break
        found.append(number)
    return found


def _run(item: Any) -> None:
    plugins = item.config.pluginmanager
    if (teller := plugins.get_plugin("terminalreporter")) is not None:
        plugins.unregister(teller)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def report_stale() -> None:
    """Print the rows of `ALIKE` that no mutant has any more: their code was changed or renamed."""
    modules = {importlib.import_module(each) for names, _tests in TARGETS.values() for each in names}
    found = {(each.text, each.what) for module in modules for each in mutants(str(module.__file__))}
    for text, what in ALIKE.keys() - found:
        print(f"ALIKE has a row for what is not there: {what}: {text}", flush=True)


def main(arguments: Sequence[str]) -> int:
    """Measure the targets that are named, or all."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, drawn by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only where the line has this text")
    options = parser.parse_args(arguments)
    report_stale()
    for name in options.targets or TARGETS:
        modules, tests = TARGETS[name]
        began = time.monotonic()
        measured = Measurement(modules, options)
        # A test's own timeout would take the place of this script's, and a mutant that waits for ever five minutes.
        given = [*ALONE.split(), "-o", "timeout=0", "-m", "not slow", *(str(ROOT / "tests" / each) for each in tests)]
        pytest.main(given, plugins=[measured])
        killed = measured.count - measured.alike - len(measured.survivors)
        real = measured.count - measured.alike
        print(f"{name}: {killed} of {real} mutants killed, {killed / max(1, real):.1%}; "
              f"{sum(not tests for _m, tests in measured.survivors)} in lines that no test comes through, "
              f"{measured.alike} alike, {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        for mutant, reached in measured.survivors:
            if not reached:
                print(f"  untested {Path(mutant.file).name}:{mutant.line}: {mutant.what}: {mutant.text}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
