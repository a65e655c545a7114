# The commands of this project. A fresh machine needs Python 3.11, make and a shell.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PORT

MINUTES ?= 30

.PHONY: run install check test bench soak

run: $(VENV)/installed-run
	@exec $(BIN)/python manage.py serve

install: $(VENV)/installed-dev

check: $(VENV)/installed-dev
	@$(BIN)/python scripts/check.py

test: $(VENV)/installed-dev
	@$(BIN)/python scripts/test.py $(ARGS)

bench: $(VENV)/installed-dev
	@$(BIN)/python scripts/bench.py

soak: $(VENV)/installed-dev
	@$(BIN)/python manage.py soak --minutes $(MINUTES) $(ARGS)

# Stamps: a second start finds nothing to do. The first starts pip of the new environment.
$(VENV)/installed-run: pyproject.toml
	@$(PYTHON) scripts/install.py $(VENV)

$(VENV)/installed-dev: pyproject.toml
	@$(PYTHON) scripts/install.py $(VENV) dev
