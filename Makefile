# Dotreel's commands for a fresh machine. Each says what it does; `make` alone lists them.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup lecture test explore sweep lint clean

help:
	@echo "make setup     install what is missing: system libraries (apt), .venv, pinned packages"
	@echo "make lecture   set up, then render the lecture's clips to renders/"
	@echo "               (make lecture ARGS=\"-q l\" for a quick draft)"
	@echo "make test      set up, then run every check and every test"
	@echo "make sweep     set up, then the long tests: 5,000 damaged lessons and files (some minutes),"
	@echo "               1,000 random lessons in wide, square and tall frames (15 minutes on two cores)"
	@echo "make explore   set up, then try new random examples in every property test"
	@echo "make lint      set up, then run ruff, mypy and import-linter only"
	@echo "make clean     remove .venv and the tools' caches; renders/ stays"
	@echo
	@echo "PYTHON=...     the Python to use, 3.11 or newer (now: $(PYTHON))"

setup:
	@PYTHON="$(PYTHON)" sh .ci/setup.sh

lecture: setup
	@echo "lecture: rendering into renders/ with: dotreel render $(ARGS)"
	@$(BIN)/dotreel render $(ARGS)
	@echo "lecture: done. The files named above are the clips and what goes with them."

lint: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

test: export SETUP_FOR = tests
test: lint
	$(BIN)/python -m pytest -q

# New examples for every property test, at each run others.
explore: setup
	DOTREEL_EXPLORE=1 $(BIN)/python -m pytest -q -m hypothesis

# DOTREEL_FUZZ_SEED=… and DOTREEL_LAYOUTS_SEED=… try other cases.
sweep: setup
	DOTREEL_FUZZ=5000 $(BIN)/python -m pytest -q -s tests/lesson/test_fuzz.py
	DOTREEL_LAYOUTS=1000 $(BIN)/python -m pytest -q -s tests/sweep

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
