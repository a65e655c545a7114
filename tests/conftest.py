"""Three people are always at hand: Anne owns the table, Mary sits at it, Jack is a stranger."""

import gc
import os
import time
from datetime import datetime

import pytest
import time_machine as clocks
from allauth.account.models import EmailAddress
from django.conf import settings as site_settings
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection
from django.test.signals import template_rendered
from hypothesis import settings as hypothesis_settings

from core.uptime import Uptime
from games.engine import commitment
from games.models import Seed
from games.rulesets import all_rulesets
from tests import golden_words, nim_edition  # noqa: F401  one more edition is found
from tests.browsing import browser  # noqa: F401  a fixture
from tests.golden_words import golden  # noqa: F401  a fixture
from tests.letters import Post
from tests.migrated import django_db_keepdb, django_db_modify_db_settings, django_db_setup  # noqa: F401  fixtures
from tests.people import PASSWORD

hypothesis_settings.register_profile("site", deadline=None, derandomize=True)
hypothesis_settings.load_profile("site")
"""No test is about how fast this machine is just now, and a run says the same as the one before."""


site_settings.SECRET_KEY = "a key that is the same each time, as are the codes in letters that it makes"
"""The key of `make test`, as codes and the dice of What if? follow from it: a run by pytest alone says the same in every checkout."""

BEGINS = datetime.fromisoformat(os.environ.get("TESTS_BEGIN", "2026-11-18T12:00:00+00:00"))
"""The moment at which each test begins (ISO 8601, with its zone): a run at midnight says the same as one at noon."""


SECRET = b"so that it is the same each time"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def pytest_ignore_collect(collection_path, config):
    """Skip files that do not mention the test named by `-k test_name`: importing all of them takes most of the time."""
    name = config.option.keyword.lower()
    if name.startswith("test_") and name.isidentifier() and collection_path.name.startswith("test_"):
        return None if name in f"{collection_path}\n{collection_path.read_text()}".lower() else True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Marks each test that uses the database; what uses Redis without it, or a database of its own there, has the mark in its file.
    What takes long is begun first, so that no core waits for it in the end."""
    golden_words.remember(config, items)
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames):
            item.add_marker("database")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish():
    """Nothing that was collected becomes garbage, so that nobody has to look through it again."""
    gc.enable()
    gc.freeze()


def pytest_configure():
    """Fast passwords and plain static files, found when they are asked for; everything else is as on a real site."""
    gc.disable()
    site_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    site_settings.STORAGES = {
        **site_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    site_settings.WHITENOISE_AUTOREFRESH = True  # else each test's first request lists them all
    if site_settings.REDIS_URL:
        have_redis_to_oneself(int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) + 1)


def have_redis_to_oneself(number: int) -> None:
    """Runs side by side share one Redis: each has its own database there, and names its sockets apart."""
    url = f"{site_settings.REDIS_URL.rpartition('/')[0]}/{number}"
    site_settings.CACHES["default"]["LOCATION"] = url
    site_settings.CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [url], "prefix": f"test-{number}"}


@pytest.fixture(autouse=True)
def _a_test_begins_at_the_same_moment_whenever_it_is_run(request):
    """Time goes on from there. What works with programs that have clocks of their own has the true time."""
    if {"browser", "services", "post"} & {mark.name for mark in request.node.iter_markers()}:
        yield
        return
    with clocks.travel(BEGINS, tick=True):
        yield


@pytest.fixture(autouse=True)
def _cards_and_addresses_are_the_same_where_words_are_golden(request, monkeypatch):
    """Elsewhere each run has a shuffle of its own, and a site over PostgreSQL another address than one on this machine."""
    if "golden" in request.fixturenames:
        monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))
        site = request.getfixturevalue("settings")
        site.SITE_URL, site.REPLY_DOMAIN, site.DESK = "http://127.0.0.1:8000", "localhost", "play@localhost"
        site.TOWN, site.MAILBOX = False, True


@pytest.fixture
def numbers_from_one(db):
    """Rows are numbered from one, as on an empty site: lots are drawn by numbers, too."""
    with connection.cursor() as cursor:
        for command in connection.ops.sequence_reset_by_name_sql(no_style(), connection.introspection.sequence_list()):
            cursor.execute(command)


@pytest.fixture(autouse=True)
def _this_machine_has_run_for_as_long_as_its_clock_says(monkeypatch):
    """Where a test turns the clock, that much time has gone by."""
    monkeypatch.setattr("games.deadlines.heartbeat.uptime", lambda: Uptime("this machine", time.time()))


@pytest.fixture(autouse=True)
def _a_draft_is_on_offer_in_the_tests_that_are_run_for_it(request, monkeypatch):
    """Nobody else is offered it."""
    if "nim" in getattr(getattr(request.node, "callspec", None), "params", {}).values():
        monkeypatch.setattr(type(all_rulesets()["nim"]), "status", "trial")


@pytest.fixture(autouse=True)
def _tasks_run_at_once():
    """Celery tasks run where they are called, unless a test starts a worker of its own."""
    from buccaneer_site.celery import app

    app.set_current()  # a test before may have made another
    before = app.conf.task_always_eager
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = before


@pytest.fixture(autouse=True, scope="session")
def _pages_have_a_context():
    """Django tells its test client of the context of its own templates only."""
    from buccaneer_site.jinja import Template

    render = Template.render

    def told(self, context=None, request=None):
        if request is not None:
            template_rendered.send(sender=self, template=self, context=context or {})
        return render(self, context, request)

    Template.render = told
    yield
    Template.render = render


@pytest.fixture(autouse=True)
def _rate_limits_start_afresh():
    cache.clear()


@pytest.fixture
def make_person(db, django_user_model):
    """Makes a person whose e-mail is confirmed."""

    def make(name: str, **fields):
        email = f"{name.lower()}@example.org"
        person = django_user_model.objects.create_user(email=email, password=PASSWORD, name=name, **fields)
        EmailAddress.objects.create(user=person, email=email, verified=True, primary=True)
        return person

    return make


@pytest.fixture
def anne(make_person):
    return make_person("Anne")


@pytest.fixture
def mary(make_person):
    return make_person("Mary")


@pytest.fixture
def jack(make_person):
    return make_person("Jack")


@pytest.fixture
def sign_in():
    """`sign_in(client, user)` gives the client back, signed in."""

    def sign(client, user):
        client.force_login(user, backend="accounts.backends.AuthenticationBackend")
        return client

    return sign


@pytest.fixture
def post(time_machine, settings):
    """Letters out of the site and answers into it, as on one machine; the clock stands until it is turned."""
    settings.REPLY_DOMAIN, settings.DESK = "localhost", "play@localhost"
    post = Post(time_machine)
    time_machine.move_to(post.now, tick=False)
    return post
