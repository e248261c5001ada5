# Everything starts here: `make run` opens Parley, `make test` runs all checks. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin
MODEL := smollm2-135m

.PHONY: run test check system system-test model demo bench shots translations format clean

run: system .venv/.ready model
	@scripts/open.sh

test: system-test .venv/.ready model check

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PARLEY_MODELS="$$($(BIN)/python -c 'from core.home import Home; print(Home.find().models)')" \
		QT_QPA_PLATFORM=offscreen $(BIN)/pytest -q -n 3 --dist loadfile --max-worker-restart=0

system:
	@scripts/system.sh

system-test:
	@scripts/system.sh test

.venv/.ready: pyproject.toml
	@echo "Setting up the virtual environment (once; a few minutes) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Parley needs Python 3.11 or newer; $(PYTHON) is older. Try: make run PYTHON=python3.12" >&2; exit 1; }
	@rm -rf .venv
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

model: .venv/.ready
	@$(BIN)/parley models get $(MODEL) || echo "Going on without the embedded model: runs will be rehearsed."

demo: system .venv/.ready model
	$(BIN)/parley demo -o out

bench: .venv/.ready
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m benchmarks

shots: .venv/.ready
	$(BIN)/python scripts/shots.py

translations: .venv/.ready
	$(BIN)/python scripts/translations.py

format: .venv/.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
