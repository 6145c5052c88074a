# Two commands: `make talk` holds an interview, `make test` proves that it works. Both set up what they need.
#
# Everything Python goes into .venv, with pip: pip takes the pinned torch as a CPU build where one is provided; uv and
# poetry would fetch three gigabytes of GPU libraries. Weights go into ~/.local/share/voice-agent/models.
PYTHON ?= python3
BIN := .venv/bin
SHELL := /bin/bash

.PHONY: talk test lab-test check setup models system system-for-tests settings security wheel stick

talk: setup
	@$(BIN)/voice-agent talk

# Groups that run beside each other: many tests wait for sound, pages and programs. Of the processor none takes more than a
# fifth of it all, and each costs some 16 s until its tests are read: fewer and even ones are quickest.
test: setup system-for-tests
	@.ci/side-by-side "SOUND tests/audio tests/cli tests/conversation tests/measuring tests/satellite" \
	    "tests/web tests/serve" "tests/cli tests/telemetry tests/conversation" \
	    "tests/memory tests/storybook tests/scheduler tests/weights" \
	    "tests/speech tests/language tests/strangers tests/audio tests/borrowing tests/lending" "REST tests"

# What measured the program and taught its readers is beside it, and so are the tests of that.
lab-test: setup system-for-tests
	@.ci/side-by-side "lab/tests/training" "REST lab/tests"

check: .venv/ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/codespell voice_agent lab tests docs config systemd README.md CHANGELOG.md
	@$(BIN)/pyright
	@$(BIN)/lint-imports

# A page that is made from other files; a test says when it is out of date.
settings: .venv/ready
	@$(BIN)/voice-agent settings --markdown > docs/settings.md

security: .venv/ready
	@$(BIN)/python tests/exposure.py systemd/voice-agent.service systemd/security.json

# A version for a device without a network (systemd/README.md): the program alone, or with every package it needs.
wheel: .venv/ready
	@$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .

stick: .venv/ready
	@$(BIN)/pip wheel --quiet --disable-pip-version-check -w dist .

setup: .venv/ready system models

# Asks nobody anything when all is there. The first line brings what the house's own settings need.
models: .venv/ready
	@$(BIN)/voice-agent models fetch
	@$(BIN)/voice-agent models fetch --profile ci

# Need nothing of pip's, so `make --jobs=2` brings them meanwhile; one after the other, as the system's own tool wants.
system:
	@.ci/system-packages talk

system-for-tests: system
	@.ci/system-packages test

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Python 3.11 or newer is needed; name one: make PYTHON=python3.12 talk' >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv || \
	    { rm -rf .venv; echo 'Please run once: sudo apt-get install python3-venv' >&2; exit 1; }
	@echo 'Installing what the program needs into .venv; the first time this takes some minutes.'
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
