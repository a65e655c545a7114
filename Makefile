# The commands of this project. A fresh machine needs Python 3.11, make and a shell.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PORT

MINUTES ?= 30
DRILL = $(if $(filter file,$(origin MINUTES)),20,$(MINUTES))
UNIVERSAL := --universal --python-version 3.11 --generate-hashes --no-annotate --quiet

.PHONY: run install lock wheel try-wheel check test golden coverage nightly bench soak drill drill-upgrade machines docs

run: $(VENV)/installed-run
	@exec $(BIN)/python manage.py serve

install: $(VENV)/installed-dev

# ARGS=--upgrade takes the newest versions; else only what pyproject.toml no longer allows is changed.
lock: $(VENV)/installed-dev
	@for extra in "" -dev; do \
	  $(BIN)/uv pip compile pyproject.toml --extra site $(UNIVERSAL) --custom-compile-command "make lock" $(ARGS) \
	    $${extra:+--extra dev --constraints requirements.lock} --output-file requirements$$extra.lock || exit 1; \
	done

# The package as a file in dist/, with the hatchling of the lock: no network is needed.
wheel: $(VENV)/installed-dev
	@$(BIN)/hatchling build -t wheel -d dist

# Build the wheel, install it in empty environments without and with the site, and play a turn there.
try-wheel: $(VENV)/installed-dev
	@$(BIN)/python scripts/try_wheel.py

# Every check that needs no test run, as many at once as there are cores, each with a folder of its own for what it writes.
CHECKS := types lint format sizes imports settings migrations upgrades formats docs templates
types := mypy
lint := ruff check .
format := ruff format --check .
sizes := python scripts/sizes.py
imports := lint-imports --no-cache
settings := python manage.py check
migrations := python manage.py makemigrations --check --dry-run
upgrades := python scripts/migrations.py
formats := python scripts/formats.py
docs := sphinx-build -q -W --keep-going -b dummy docs "$$BUCCANEER_DATA"
templates := djlint --lint --quiet templates games/rulesets

check: $(VENV)/installed-dev
	@$(MAKE) --no-print-directory --keep-going --jobs=$(shell getconf _NPROCESSORS_ONLN) $(CHECKS:%=check-%)

check-%:
	@export BUCCANEER_DATA=$$(mktemp -d) PYTHONPATH=$(CURDIR); \
	  if $(BIN)/$($*) >"$$BUCCANEER_DATA/output" 2>&1; then result=ok; else result=FAILED; fi; \
	  printf '%-12s %s\n' $* $$result; test $$result = ok || cat "$$BUCCANEER_DATA/output"; \
	  rm -rf "$$BUCCANEER_DATA"; test $$result = ok

test: $(VENV)/installed-dev
	@$(BIN)/python scripts/test.py $(ARGS)

# The words that tests find on pages and in letters, written anew; what has changed is reviewed as a diff. ARGS go to pytest.
golden: $(VENV)/installed-dev
	@GOLDEN=renew $(BIN)/python -m pytest -q -n auto --dist loadfile -m "not browser and not services and not post" $(ARGS)
	@git --no-pager diff --stat -- tests/golden/words

# The share of each file that the suite over SQLite runs, in all processes that tests start. It takes twice the time of the suite.
coverage: export COVERAGE_FILE = $(CURDIR)/var/coverage/data
coverage: $(VENV)/installed-dev
	@rm -rf var/coverage && mkdir -p var/coverage
	@COVERAGE_PROCESS_START=$(CURDIR)/pyproject.toml $(BIN)/python -m pytest -q -n auto --dist loadfile \
	  -m "not browser and not services and not post" $(ARGS)
	@$(BIN)/coverage combine -q && $(BIN)/coverage report

nightly: $(VENV)/installed-dev
	@MINUTES=$(MINUTES) $(BIN)/python scripts/nightly.py $(ARGS)

# The docs as a site, in var/docs. A broken link is an error.
docs: $(VENV)/installed-dev
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs var/docs && echo "The docs are in var/docs/index.html."

# ARGS="peers moves" runs those alone. BEFORE=FOLDER names another checkout to compare with (docs/performance.md).
BENCHES := in_turns peers moves post memory million bots clocks leagues server
bench: $(VENV)/installed-dev
	@export BENCH_GAMES=$${BENCH_GAMES:-20000}; for name in $(or $(ARGS),$(BENCHES)); do \
	  echo "== $$name"; $(BIN)/python bench/$$name.py || failed="$$failed $$name"; \
	done; \
	  test -z "$$failed" || { echo "FAILED:$$failed"; exit 1; }

soak: $(VENV)/installed-dev
	@$(BIN)/python -m harness soak --minutes $(MINUTES) $(ARGS)

# Everything a town needs is killed under load (docs/drill.md). MINUTES=20, SEED=7 for the order of an earlier one.
drill: $(VENV)/installed-dev
	@MINUTES=$(DRILL) $(BIN)/python -m harness drill

# A town on several machines, all on this one: web servers, workers, a replica, PgBouncer; each is killed in turn (docs/machines.md).
machines: $(VENV)/installed-dev
	@MINUTES=$(if $(filter file,$(origin MINUTES)),2,$(MINUTES)) $(BIN)/python -m harness machines

# An upgrade while people play: old and new processes on one database. OLD=COMMIT is where it begins.
drill-upgrade: $(VENV)/installed-dev
	@$(BIN)/python -m harness upgrade

# Stamps: a second start finds nothing to do. The first starts pip of the new environment.
$(VENV)/installed-run: requirements.lock pyproject.toml
	@$(PYTHON) scripts/install.py $(VENV)

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml
	@$(PYTHON) scripts/install.py $(VENV) dev
