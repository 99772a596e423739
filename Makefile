# Needs python3 (3.11 or newer) with pip and venv; everything else is installed into .venv, whether or
# not another virtual environment is active.
#
#   make demo    play a whole game by bots, show it, and draw the phases of the game
#   make test    style, types and tests
#   make lint    style and types
#   make pictures  draw the pictures of the documentation anew
#   make bench   measure the speed of the engine
#   make wheel   build the package into dist/

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2
# Pinned versions that were tested together; the ranges stand in pyproject.toml.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt
MATCH := build/badaboom_match.txt
PHASES := build/badaboom_phases.svg

# A virtual environment or a search path of the caller must not leak into ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
# What Python has translated is kept: the tests start it many times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo pictures test test-long lint bench wheel clean
.DELETE_ON_ERROR:

help:
	@sed -n 's/^#   make/make/p' Makefile

demo: $(VENV)/.core
	@mkdir -p build
	@echo "Four bots play a whole game:"
	$(BIN)/rulelang play badaboom --watch --players 4 --seed 7 --bots greedy > $(MATCH)
	@tail -n 24 $(MATCH)
	@echo "All that happened in it stands in $(MATCH)."
	@echo "The order of play as a diagram:"
	$(BIN)/rulelang graph phases badaboom -o $(PHASES)
	@echo "Open $(PHASES) in a browser."

test: lint
	$(BIN)/python -m pytest -n $(WORKERS)

test-long: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) -m long

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check tools tests/tools
	$(BIN)/mypy

pictures: $(VENV)/.dev
	UPDATE_DOCS=1 $(BIN)/python -m pytest -q tests/test_docs.py -k pictures.md

bench: $(VENV)/.dev
	$(BIN)/python -m tests.benchmarks

wheel: $(VENV)/.dev
	$(BIN)/python -m build --outdir dist

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "rulelang needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing into $(VENV) ..."
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) --editable '.[dev]'
	@$(PIP) --editable '.[fast]' \
	    || echo "note: the extra 'fast' (machine code) could not be installed; its tests will be skipped"
	@$(PIP) --editable '.[pdf]' \
	    || echo "note: the extra 'pdf' could not be installed; its test will be skipped"
	@touch $@
