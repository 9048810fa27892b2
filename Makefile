# `make demo` and `make test` do everything on a fresh machine with Python 3.11 or later.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint bench clean help

help:
	@echo "make demo   build the sample knowledge base, ask it, score it"
	@echo "make test   run all tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  print the tables of benchmarks/"

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/factbook demo

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(STAMP)
	$(BIN)/ruff check src tests training benchmarks docs
	$(BIN)/ruff format --check src tests training benchmarks docs
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
