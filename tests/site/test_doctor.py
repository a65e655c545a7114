"""`buccaneer doctor` names what is missing and ends with 1; what is in order it says, too."""

import os
import socketserver
import threading
import time
from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from buccaneer_site import doctor
from core.infrastructure import REDIS
from games.models import Heartbeat

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


class Page(BaseHTTPRequestHandler):
    """A web server that gives the answers of `answers`, by path."""

    def do_GET(self):
        status, said, *more = self.server.answers.get(self.path, (404, ""))
        self.send_response(status)
        for name, value in more:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def web(settings):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Page) as server:
        server.answers = {"/healthz": (200, "ok\n"), "/": (200, "the front page")}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.SITE_URL = f"http://127.0.0.1:{server.server_address[1]}"
        yield server
        server.shutdown()


def state(findings):
    return {finding.what: finding.state for finding in findings}


def test_on_one_machine_in_order_nothing_is_missing(web, admin_user, settings, tmp_path):
    settings.DATA, settings.TOWN, settings.MAILBOX = tmp_path, False, True
    Heartbeat.objects.create(pk=1, at=timezone.now(), boot="", ticks=0)
    assert [finding for finding in doctor.examine() if finding.state == "missing"] == []


def test_a_warning_that_a_setting_answers_is_not_missing(settings):
    """HSTS without preload is a choice."""
    settings.TOWN, settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_PRELOAD = True, 3600, False

    def said() -> str:
        return " ".join(finding.sentence for finding in doctor.settings_in_order())

    settings.SILENCED_SYSTEM_CHECKS = []
    assert "security.W021" in said()
    settings.SILENCED_SYSTEM_CHECKS = ["security.W021"]
    assert "security.W021" not in said()


def test_it_ends_with_1_if_anything_is_missing(web, capsys):
    web.answers = {}
    with pytest.raises(SystemExit) as ended:
        call_command("doctor")
    assert ended.value.code == 1
    assert any(line.startswith("missing  pages ") for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("path", "answer"),
    [("/healthz", (200, "another program")), ("/healthz", (301, "", ("Location", "/en/"))), ("/", (500, "")), ("/", (404, ""))],
)
def test_another_answer_at_our_address_is_noticed(web, path, answer):
    web.answers[path] = answer
    assert state(doctor.pages())["pages"] == "missing"


def test_a_site_that_does_not_answer_is_noticed(settings, web):
    assert state(doctor.pages())["pages"] == "ok"
    web.server_close()
    web.shutdown()
    assert state(doctor.pages())["pages"] == "missing"


def test_a_sweep_that_is_silent_is_noticed(settings):
    assert state(doctor.from_database())["beat, sweep"] == "missing"  # it never ran
    Heartbeat.objects.create(pk=1, at=timezone.now() - timedelta(minutes=10), boot="", ticks=0)
    assert state(doctor.from_database())["beat, sweep"] == "missing"
    Heartbeat.objects.update(at=timezone.now())
    assert state(doctor.from_database())["beat, sweep"] == "ok"


def test_a_site_without_hosts_is_noticed(anne):
    assert state(doctor.from_database())["hosts"] == "missing"
    type(anne).objects.filter(pk=anne.pk).update(is_staff=True, is_superuser=True)
    assert state(doctor.from_database())["hosts"] == "ok"


def test_a_database_older_than_the_code_is_noticed():
    assert doctor.database().state == "ok"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    assert doctor.database().state == "missing"


def test_a_key_that_others_can_read_is_noticed(settings, tmp_path):
    settings.DATA, settings.TOWN = tmp_path, False
    key = tmp_path / "secret.key"
    key.touch(mode=0o600)
    assert doctor.secret_key().state == "ok"
    key.chmod(0o644)
    assert doctor.secret_key().state == "missing"


def test_a_data_folder_that_is_gone_is_noticed(settings, tmp_path):
    settings.DATA = tmp_path
    assert doctor.data_folder().state == "ok"
    settings.DATA = tmp_path / "gone"
    assert doctor.data_folder().state == "missing"


def test_static_files_that_were_not_collected_or_are_older_are_noticed(settings, tmp_path):
    settings.TOWN, settings.STATIC_ROOT = True, tmp_path
    assert doctor.static_files().state == "missing"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)
    assert doctor.static_files().state == "ok"
    os.utime(tmp_path / "staticfiles.json", (0, 0))
    assert doctor.static_files().state == "missing"


def test_an_old_backup_is_noticed(tmp_path):
    assert doctor.backup(None).state == "off"
    assert doctor.backup(tmp_path).state == "missing"
    (tmp_path / "town.dump").touch()
    assert doctor.backup(tmp_path).state == "ok"
    three_days_ago = time.time() - 3 * 24 * 3600
    os.utime(tmp_path / "town.dump", (three_days_ago, three_days_ago))
    assert doctor.backup(tmp_path).state == "missing"


def test_time_zone_data_have_a_version():
    assert doctor.time_zones().state == "ok"


def test_in_a_town_each_queue_without_a_worker_is_noticed(settings):
    settings.TOWN = True
    assert [finding.state for finding in doctor.workers()] == ["missing"] * len(settings.CELERY_TASK_QUEUES)


def test_while_redis_is_away_no_queue_is_said_to_lack_a_worker(settings, monkeypatch):
    settings.TOWN = True
    monkeypatch.setattr(REDIS, "until", time.monotonic() + 60)
    [finding] = doctor.workers()
    assert (finding.state, finding.what) == ("missing", "workers")
