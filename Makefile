# Two commands: `make talk` holds an interview, `make test` proves it works. Both set up what they need.
PYTHON ?= python3
BIN := .venv/bin
SHELL := /bin/bash

.PHONY: talk test check setup

talk: setup
	@$(BIN)/voice-agent talk

test: setup
	@$(BIN)/python -m pytest

check: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/codespell voice_agent tests docs config README.md CHANGELOG.md
	@$(BIN)/pyright
	@$(BIN)/lint-imports

setup: .venv/ready

.venv/ready: pyproject.toml models/models.toml systemd/system-packages.sh
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@bash systemd/system-packages.sh
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@$(BIN)/voice-agent models fetch
	@touch $@
