# Everything starts here: `make run` opens Parley, `make test` runs all checks. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin
# What the tests of the engine are run with; nobody is offered it as a voice.
MODEL := smollm2-135m

.PHONY: run test test-all check types tests system system-test model demo bench mutants shots i18n lock docs format clean

run: system .venv/.ready
	@scripts/open.sh

# CI, which says that it is one, runs what is slow too; so does `make test-all` anywhere.
TESTS := $(if $(CI),,-m "not slow")

test: system-test .venv/.ready model check

test-all: TESTS :=
test-all: test

# The types are checked, by one processor, while the tests begin.
check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory -j 2 types tests TESTS='$(TESTS)'

types:
	$(BIN)/mypy

# Bytecode is kept even where the environment says otherwise: without it every process that a test starts compiles
# Parley anew. Files are taken by their names, those that start processes first; else the long ones with few tests,
# which are these, would come last.
tests:
	PARLEY_MODELS="$$($(BIN)/python -c 'from parley.core.home import Home; print(Home.find().models)')" \
		PYTHONDONTWRITEBYTECODE= QT_QPA_PLATFORM=offscreen \
		$(BIN)/pytest -q -n 3 --dist loadfile --no-loadscope-reorder --max-worker-restart=0 $(TESTS)

system:
	@scripts/system.sh

system-test:
	@scripts/system.sh test

# Exactly what is locked; with other versions than those: scripts/test_newest.sh.
.venv/.ready: pyproject.toml requirements/dev.txt
	@echo "Setting up the virtual environment (once; a few minutes) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Parley needs Python 3.11 or newer; $(PYTHON) is older. Try: make run PYTHON=python3.12" >&2; exit 1; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

model: .venv/.ready
	@$(BIN)/parley models get $(MODEL) || echo "Going on without it: the tests of the engine are skipped."

demo: system .venv/.ready
	$(BIN)/python scripts/demo.py out

bench: .venv/.ready
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m benchmarks

# How many small faults in the heart of the core its tests see; all of them: make mutants SAMPLE=0.
SAMPLE ?= 40

mutants: .venv/.ready
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m scripts.mutation_rates --sample $(SAMPLE) --jobs 2

shots: .venv/.ready
	$(BIN)/python scripts/shots.py
	$(BIN)/python -m scripts.guide

# Collects and compiles all texts; says how many have no German yet.
i18n: .venv/.ready
	$(BIN)/python -m scripts.i18n

# The newest of everything, pinned anew.
lock:
	@PYTHON="$(PYTHON)" scripts/lock.sh --upgrade

# The documentation as a site, in site/; a link that leads nowhere fails.
docs: .venv/.ready
	$(BIN)/python -m scripts.docs_site

format: .venv/.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .venv-newest build dist out site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
