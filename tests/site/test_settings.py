"""Town mode is chosen by the environment alone, and what is wrong there is said before anything starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from buccaneer_site.environment import Environment

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
TOWN = {
    "DATABASE_URL": "postgres://buccaneer:secret-word@db.example.org/buccaneer",
    "REDIS_URL": "redis://cache.example.org/0",
    "EMAIL_URL": "submission://post:other-secret@mail.example.org:587",
    "SECRET_KEY": "k" * 25 + "0123456789-abcdefghijklmnop",
    "SITE_URL": "https://pirates.example.org",
}


def python(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    plain = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    env = plain | {"BUCCANEER_DATA": str(data)} | variables
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True)


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return python(data, "manage.py", *arguments, **variables)


def show(data: Path, expression: str, **variables: str) -> str:
    """What the settings say, read without the rest of the site: that takes a fifth of the time."""
    code = f"from django.conf import settings as s; print({expression})"
    return python(data, "-c", code, DJANGO_SETTINGS_MODULE="buccaneer_site.settings", **variables).stdout.strip()


def test_the_deployment_check_finds_nothing_in_a_town(tmp_path):
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **TOWN)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (1 silenced).\n"), done.stderr


HSTS = {
    "": "31536000 True False",
    "host": "31536000 False False",
    "subdomains": "31536000 True False",
    "preload": "31536000 True True",
    "off": "0 False False",
}


@pytest.mark.parametrize("said", HSTS)
def test_how_far_browsers_come_by_https_only_is_a_choice(tmp_path, said):
    shown = show(tmp_path, "s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD", **TOWN, HSTS=said)
    assert shown == HSTS[said]


def test_all_of_it_is_checked_when_it_is_chosen(tmp_path):
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "INFO", **TOWN, HSTS="preload")
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), done.stderr


@pytest.mark.parametrize("name", ["REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL"])
def test_a_town_says_what_is_missing(tmp_path, name, golden):
    done = manage(tmp_path, "check", **{key: value for key, value in TOWN.items() if key != name})
    assert done.returncode == 2
    assert golden("programs/settings", done.stderr)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://db/x"),
        ("REDIS_URL", "localhost:6379"),
        ("EMAIL_URL", "http://mail.example.org"),
        ("SITE_URL", "pirates.example.org"),
        ("SITE_URL", "https://pirates.example.org:port"),
        ("SITE_URL", "https://pirates.example.org/club"),
        ("STATIC_HOST", "https://cdn.example.org/files"),
        ("ALLOWED_HOSTS", "https://www.example.org"),
        ("ALLOWED_HOSTS", "www.example.org:8000"),
        ("ADMINS", "mary at home"),
        ("SECRET_KEY", "short"),
        ("DB_POOL", "many"),
        ("LOG_LEVEL", "LOUD"),
        ("LETTERS_IMAP", "mail.example.org"),
        ("LETTERS_WEBHOOK", "pigeons"),
        ("LETTERS_REPORTS", "gulls"),
        ("DESK", "play@pirates.example.org"),
        ("DESK", "r-" + "a" * 33),
        ("DESK_STRANGERS", "maybe"),
        ("QUIET", "hush"),
        ("HSTS", "everywhere"),
        ("DATABASE_URL", "postgres://db.example.org:5432"),
        ("EMAIL_URL", "smtp://mail.example.org?timeout=long"),
        ("SITE_URL", "https://anne:word@pirates.example.org"),
        ("FROM_EMAIL", "nobody"),
        ("FROM_EMAIL", "Anne <anne@example.org>, Mary <mary@example.org>"),
        ("REPLY_DOMAIN", "https://in.example.org"),
        ("ADMINS", "mary @ example.org"),
    ],
)
def test_a_value_that_makes_no_sense_is_named_and_not_repeated(tmp_path, name, value):
    done = manage(tmp_path, "check", **TOWN | {name: value})
    assert done.returncode == 2
    assert done.stderr.startswith(f"buccaneer: {name} must ")
    assert done.stderr.count("\n") == 1
    assert value not in done.stderr


def test_a_short_secret_is_refused_on_one_machine_too(tmp_path):
    done = manage(tmp_path, "check", SECRET_KEY="of another release")
    assert done.returncode == 2
    assert "SECRET_KEY_FALLBACKS" in done.stderr
    kept = manage(tmp_path, "check", SECRET_KEY=TOWN["SECRET_KEY"], SECRET_KEY_FALLBACKS="of another release")
    assert kept.returncode == 0, kept.stderr


@pytest.mark.parametrize("said", ["letters@example.org", "Buccaneer <letters@example.org>", "Anne’s club (slow games) <a.b+c@example.org>"])
def test_letters_may_come_from_any_one_sender(said):
    env = Environment({"FROM_EMAIL": said})
    assert (env.sender("FROM_EMAIL", ""), env.problems) == (said, [])


@pytest.mark.parametrize("command", ["migrate", "verify_games", "drill_restore"])
def test_a_command_says_in_one_line_that_the_database_cannot_be_used(tmp_path, command):
    (tmp_path / "buccaneer.sqlite3").write_text("This is a shopping list.")
    done = manage(tmp_path, command)
    assert done.returncode == 1
    assert "file is not a database" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in manage(tmp_path, "migrate", "--traceback").stderr


def test_an_address_that_is_not_of_this_machine_is_no_question_of_the_port(tmp_path):
    done = manage(tmp_path, "serve", LISTEN="no.such.host.invalid")
    assert done.returncode == 1
    assert "LISTEN must be an address of this machine" in done.stderr


@pytest.mark.parametrize("named", ["*", "localhost,127.0.0.1", ".example.org", "[::1],www.example.org"])
def test_hosts_are_named_as_django_compares_them(named):
    env = Environment({"ALLOWED_HOSTS": named})
    assert (env.hosts("ALLOWED_HOSTS"), env.problems) == (named.split(","), [])


def test_the_doctor_says_why_the_database_lets_nobody_in(tmp_path):
    town = TOWN | {
        "DATABASE_URL": "postgres://buccaneer:secret-word@127.0.0.1:9/buccaneer",
        "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings",
    }
    code = "import django; django.setup(); from buccaneer_site.doctor import database; print(database())"
    done = python(tmp_path, "-c", code, **town)
    assert "state='missing'" in done.stdout
    assert "refused" in done.stdout
    assert "secret-word" not in done.stdout + done.stderr


def test_the_doctor_says_that_the_library_for_a_bucket_is_missing(tmp_path):
    code = (
        "import sys; sys.modules['botocore'] = None; import django; django.setup(); from buccaneer_site.doctor import films; print(films())"
    )
    done = python(tmp_path, "-c", code, MEDIA_S3="s3://films", DJANGO_SETTINGS_MODULE="buccaneer_site.settings")
    assert "state='missing'" in done.stdout
    assert "django-storages[s3]" in done.stdout


@pytest.mark.parametrize(("provider", "secret"), [("mailgun", ""), ("postmark", "a-single-word")])
def test_a_provider_has_to_prove_itself(tmp_path, provider, secret, golden):
    done = manage(tmp_path, "check", LETTERS_WEBHOOK=provider, LETTERS_WEBHOOK_SECRET=secret)
    assert done.returncode == 2
    assert golden("programs/settings", done.stderr)


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({"LETTERS_WEBHOOK": "mailgun", "LETTERS_WEBHOOK_SECRET": "key"}, "mailgun {'MAILGUN_WEBHOOK_SIGNING_KEY': 'key'}"),
        ({"LETTERS_WEBHOOK": "mailersend", "LETTERS_WEBHOOK_SECRET": "key"}, "off {'MAILERSEND_INBOUND_SECRET': 'key'}"),
        ({"LETTERS_REPORTS": "brevo", "LETTERS_REPORTS_SECRET": "a:b"}, "brevo {'WEBHOOK_SECRET': 'a:b'}"),
    ],
)
def test_who_posts_letters_tells_of_ours_too_unless_they_have_another_secret_for_that(tmp_path, given, who):
    assert show(tmp_path, "s.LETTERS_REPORTS, s.ANYMAIL", **given) == who


def test_two_providers_that_would_need_each_others_password_are_refused(tmp_path, golden):
    one, other = ({f"LETTERS_{what}": who, f"LETTERS_{what}_SECRET": "a:b"} for what, who in (("WEBHOOK", "mailgun"), ("REPORTS", "brevo")))
    done = manage(tmp_path, "check", **one | other)
    assert done.returncode == 2
    assert golden("programs/settings", done.stderr)


def test_a_town_over_https_keeps_its_cookies_to_https(tmp_path):
    names = "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "OVER_HTTPS"
    assert show(tmp_path, ", ".join(f"s.{name}" for name in names), **TOWN) == "True True True True"


def test_a_town_writes_letters_through_its_relay(tmp_path):
    shown = show(tmp_path, "s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_HOST_USER, s.EMAIL_USE_TLS, s.MAILBOX", **TOWN)
    assert shown == "mail.example.org 587 post True False"


def test_one_machine_needs_no_setting_and_keeps_everything_in_one_folder(tmp_path):
    assert manage(tmp_path, "check").returncode == 0
    assert show(tmp_path, "s.TOWN, s.DEBUG, s.DATABASES['default']['NAME']") == f"False False {tmp_path}/buccaneer.sqlite3"


def test_the_secret_key_of_one_machine_stays_the_same(tmp_path):
    first, second = show(tmp_path, "s.SECRET_KEY"), show(tmp_path, "s.SECRET_KEY")
    assert first == second
    assert len(first) >= 50


def test_serving_from_one_process_is_refused_in_a_town(tmp_path, golden):
    done = manage(tmp_path, "serve", **TOWN)
    assert done.returncode != 0
    assert golden("programs/serve", done.stderr.splitlines()[-1])


POST = {"REPLY_DOMAIN": "in.Pirates.example.org"}
DOOR = {"LETTERS_IN": "lmtp://127.0.0.1:8024"}


@pytest.mark.parametrize(
    ("more", "address"),
    [
        ({}, ""),
        (DOOR, ""),
        (DOOR | {"AUTHSERV_ID": "mx.pirates.example.org"}, "play@in.pirates.example.org"),
        ({"LETTERS_IMAP": "imaps://post:word@mail.example.org"}, "play@in.pirates.example.org"),
        ({"LETTERS_IMAP": "imaps://post:word@mail.example.org", "DESK": "off"}, ""),
        (DOOR | {"DESK": "Harbour.Office"}, "harbour.office@in.pirates.example.org"),
    ],
)
def test_a_town_may_be_written_to_where_it_can_be_proved_who_writes_or_where_it_is_told_so(tmp_path, more, address):
    assert show(tmp_path, "s.DESK", **TOWN, **POST, **more) == address


def test_without_a_domain_for_answers_nobody_may_write(tmp_path):
    assert show(tmp_path, "repr(s.DESK)", **TOWN, DESK="play") == "''"
