# `make demo` and `make test` do everything on a fresh machine with Python 3.11 or later.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BROWSER := $(VENV)/.browser
CODE := src tests training benchmarks docs .ci

.PHONY: demo test coverage lint docs package adapters bench clean help

help:
	@echo "make demo      build the sample knowledge base in demo/, ask it, score it"
	@echo "make test      run all tests"
	@echo "make coverage  the same, with the share of lines and branches that they reach"
	@echo "make lint      ruff, mypy, unused or undeclared dependencies, licences, do all benchmarks start"
	@echo "make docs      the pages as a site in site/; broken links are errors"
	@echo "make package   build the wheel, install it into an empty environment, run its demo"
	@echo "make adapters  the adapters and graph tables with the real spaCy and pyarrow, in an environment of their own"
	@echo "make bench     run benchmarks/ and write their pages; ARGS='--skip store,browse', '--resume', '--check'"

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	@rm -rf demo
	@$(BIN)/factbook demo --keep demo

# Browser tests use the system's Chromium. Where it cannot be installed they are skipped and say so.
$(BROWSER): | $(STAMP)
	@command -v chromium > /dev/null || command -v google-chrome > /dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq \
	       && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-core fonts-noto-cjk > /dev/null; } \
	  || echo "no Chromium here: browser tests are skipped (apt-get install chromium)"
	@touch $(BROWSER)

test: $(STAMP) $(BROWSER)
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(COVERAGE)

coverage: COVERAGE := --cov --cov-report=term
coverage: test

lint: $(STAMP)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	$(BIN)/deptry src
	$(BIN)/python .ci/licences.py
	$(BIN)/python -m benchmarks --check

docs: $(STAMP)
	$(BIN)/python docs/generate.py --check
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet -b html -c docs . site

package: $(STAMP)
	rm -rf dist build/empty && mkdir -p build
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	ls -sh dist
	$(PYTHON) -m venv build/empty
	build/empty/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cd build && empty/bin/factbook doctor && empty/bin/factbook demo

# An environment that sees the packages of the other, so that only the peers are installed.
adapters: $(STAMP)
	$(PYTHON) -m venv build/adapters
	$(BIN)/python -c "import site; print(site.getsitepackages()[0])" > \
		"$$(build/adapters/bin/python -c 'import site; print(site.getsitepackages()[0])')/others.pth"
	build/adapters/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[data,adapters-test]'
	build/adapters/bin/python -m pytest -n 0 tests/extract/adapters tests/formats/test_graphrag.py

bench: $(STAMP)
	$(BIN)/python -m benchmarks $(ARGS)

clean:
	rm -rf $(VENV) build dist demo site .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
