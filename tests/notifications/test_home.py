"""A database knows where it is at home: a copy that runs elsewhere tells nobody anything until it is told to."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from notifications import claims, home, notify
from notifications.inbound.reply_addresses import new_address
from notifications.inbound.store import store
from notifications.models import Channel, Delivery, Home, LetterIn, LocalLetter, State
from notifications.tasks import fetch_letters, read_letter, read_letters, sweep
from tests.reading import has, part

pytestmark = pytest.mark.django_db
HERE, COPY = "https://port-royal.example", "https://copy.example"


@pytest.fixture
def town(settings, relay):
    """A site that sends by its relay and has been at home for a while."""
    settings.MAILBOX, settings.SITE_URL = False, HERE
    sweep()
    return relay


@pytest.fixture
def copied(town, settings, anne, hail):
    """A copy of it that was restored elsewhere while a letter waited."""
    notify("hail", anne, "before the backup", {})
    settings.SITE_URL = COPY
    return town


def run(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_a_database_that_opens_for_the_first_time_is_at_home_where_it_runs(settings):
    settings.SITE_URL = HERE
    assert not home.is_quiet()
    sweep()
    assert Home.objects.get().site_url == HERE


def test_a_copy_elsewhere_writes_to_nobody_and_what_would_have_gone_waits(copied, anne):
    notify("hail", anne, "after it", {})
    sweep()
    assert copied.letters == []
    assert {(row.state, row.attempts) for row in Delivery.objects.all()} == {(State.PENDING, 0)}


def test_what_waited_goes_out_when_the_site_is_said_to_have_moved(copied, golden):
    said = run("adopt")
    assert golden("programs/adopt", said)
    sweep()
    assert len(copied.letters) == 1
    assert not home.is_quiet()


def test_posts_and_push_do_not_leave_a_copy_of_a_site_on_one_machine_either(settings, anne, hail):
    settings.SITE_URL, settings.MAILBOX = "http://pirates.lan:8000", True
    sweep()
    for transport in ("webhook", "discord", "webpush"):
        Channel.objects.create(user=anne, transport=transport, address="https://hooks.example.net/a")
    settings.SITE_URL = "http://127.0.0.1:8000"
    notify("hail", anne, "a", {})
    sent = {row.transport: claims.claim(row.pk) is not None for row in Delivery.objects.all()}
    assert sent == {"webhook": False, "discord": False, "webpush": False, "email": True}


def test_a_site_is_quiet_when_it_is_told_to_be(town, settings, anne, hail):
    settings.QUIET = True
    notify("hail", anne, "a", {})
    sweep()
    assert town.letters == []
    assert "QUIET=1" in run("adopt")
    settings.QUIET = False
    sweep()
    assert len(town.letters) == 1


def test_a_copy_that_is_told_to_be_quiet_adopts_nothing(settings):
    settings.SITE_URL, settings.QUIET = COPY, True
    sweep()
    assert not Home.objects.exists()


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8000", "http://localhost:9000"),
        ("http://[::1]:8000", "http://127.0.0.2"),
        ("http://pirates.lan:8000", "http://pirates.lan:8080"),
    ],
)
def test_a_site_on_one_machine_is_never_quiet_for_another_port_or_loopback_address(settings, was, now):
    settings.SITE_URL, settings.MAILBOX = was, True
    sweep()
    settings.SITE_URL = now
    sweep()
    assert not home.is_quiet()


def test_a_site_that_was_only_known_at_its_own_machine_is_at_home_at_its_first_address(settings):
    settings.SITE_URL = "http://127.0.0.1:8000"
    sweep()
    settings.SITE_URL = "http://pirates.lan:8000"
    sweep()
    assert (home.is_quiet(), Home.objects.get().host) == (False, "pirates.lan")


@pytest.mark.parametrize(
    ("now", "quiet"),
    [
        ("https://port-royal.example", False),
        ("https://PORT-royal.example:443", False),
        ("http://port-royal.example", False),
        ("https://port-royal.example:8443", True),
        ("https://www.port-royal.example", True),
        ("http://localhost:8000", True),
    ],
)
def test_a_town_is_at_home_at_its_name_and_port_alone(town, settings, now, quiet):
    settings.SITE_URL = now
    assert home.is_quiet() is quiet


def test_letters_that_lay_unread_in_the_backup_are_not_read_by_the_copy(copied, anne):
    to = new_address(anne, "nobody-reads-this", {}) + "@localhost"
    came = store(b"From: anne@example.org\n\nAhoy\n", to, anne.email, timezone.now(), "pass")
    read_letter(came.pk)
    read_letters()
    came.refresh_from_db()
    assert (came.state, came.attempts) == (LetterIn.State.STORED, 0)
    run("adopt")
    read_letters()
    came.refresh_from_db()
    assert came.state == LetterIn.State.IGNORED


def test_a_copy_does_not_take_letters_out_of_the_mailbox_of_the_site(copied, settings, caplog, golden):
    settings.LETTERS_IMAP = "imap://127.0.0.1:9"
    fetch_letters()
    assert caplog.records == []
    run("adopt")
    fetch_letters()
    assert golden("programs/log", [record.getMessage() for record in caplog.records])


def test_a_copy_sends_no_letters_about_accounts_either(copied, client, anne):
    client.post("/account/password/reset/", {"email": anne.email})
    assert copied.letters == []
    run("adopt")
    client.post("/account/password/reset/", {"email": anne.email})
    assert [letter["To"] for letter in copied.letters] == [anne.email]


def test_on_one_machine_the_mailbox_fills_whatever_the_site_is_called(settings, client, anne):
    settings.MAILBOX, settings.SITE_URL, settings.EMAIL_BACKEND = True, HERE, "notifications.mailbox.EmailBackend"
    sweep()
    settings.SITE_URL = "http://127.0.0.1:8000"
    client.post("/account/password/reset/", {"email": anne.email})
    assert LocalLetter.objects.filter(to=anne.email).exists()


def test_that_a_site_is_quiet_stands_in_its_probe_its_log_its_sweep_and_on_the_pages_of_its_staff(
    copied, client, sign_in, make_person, settings, caplog, golden
):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SECURE_SSL_REDIRECT = False
    Delivery.objects.update(not_before=timezone.now() - timedelta(hours=1))
    said = run("sweep")
    quiet = [record.getMessage() for record in caplog.records if record.name == "notifications.home"]
    assert golden("programs/log", quiet)
    assert quiet[0] in said
    assert b"quiet yes" in client.get("/readyz").content
    assert client.get("/readyz").status_code == 200
    sign_in(client, make_person("Hester", is_staff=True, is_superuser=True))
    for page in ("/lobby/", "/admin/"):
        assert quiet[0] in (part(client.get(page), "body") or ""), page
    sign_in(client, make_person("Jack"))
    assert not has(client.get("/lobby/"), "aside.banner")
