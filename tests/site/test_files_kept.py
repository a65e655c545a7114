"""Where files are: static ones of two releases side by side or at a CDN, films in a bucket; and which migrations an upgrade refuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from boto3 import client as boto
from django.apps import apps as django_apps
from django.conf import settings as site_settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage, storages
from django.core.management import call_command
from django.db import migrations, models
from django.http import HttpResponse
from moto.server import ThreadedMotoServer

from buccaneer_site.doctor import films as films_in_doctor
from buccaneer_site.environment import Environment
from buccaneer_site.storage import Files
from core.migrations import AddIndexBeside
from games.history import films
from games.models import Game
from scripts.migrations import is_new, problems
from tests.in_play import in_play
from tests.site.test_metrics import ROOT


# -- static files --------
def test_every_file_of_ours_gets_a_name_by_its_content(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = site_settings.STORAGES | {"staticfiles": {"BACKEND": "buccaneer_site.storage.HashedFiles"}}
    call_command("collectstatic", interactive=False, verbosity=0)  # fails if two scripts import each other
    assert list(tmp_path.glob("js/board-touch.*.js"))


# -- static files during an upgrade -----------------------------------------------------------------------
@pytest.fixture
def release(settings, tmp_path):
    """`release(text)` collects the files of a release whose style sheet is that text; its address and a new process's middleware."""
    source = tmp_path / "source"
    source.mkdir()
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "static", [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.STORAGES = site_settings.STORAGES | {"staticfiles": {"BACKEND": "buccaneer_site.storage.HashedFiles"}}

    def collect(text: str) -> tuple[str, Files]:
        (source / "base.css").write_text(text)
        call_command("collectstatic", interactive=False, verbosity=0)
        storage = storages.create_storage({"BACKEND": "buccaneer_site.storage.HashedFiles"})
        return storage.url("base.css"), Files(lambda request: HttpResponse(status=404))

    return collect


def test_old_and_new_processes_serve_the_files_of_both_releases(release, rf):
    old, old_process = release("a { color: red }")
    new, new_process = release("a { color: blue }")
    assert old != new
    for process in (old_process, new_process):
        for address, text in ((old, b"red"), (new, b"blue")):
            answer = process(rf.get(address))
            assert answer.status_code == 200
            assert text in b"".join(answer)


def test_an_old_process_that_starts_after_the_files_of_a_newer_release_came_finds_all_of_its_own(release, tmp_path):
    (tmp_path / "source" / "gone.css").write_text("a { color: red }")
    release("a { color: red }")
    (tmp_path / "source" / "gone.css").unlink()
    release("a { color: blue }")
    old = storages.create_storage({"BACKEND": "buccaneer_site.storage.HashedFiles"})
    assert old.exists(old.stored_name("gone.css"))


@pytest.mark.parametrize(
    "path",
    [
        "no.css",
        "../settings.py",
        "css/../../secret.key",
        "",
        "%00",
        "a\0b",
        "//etc/passwd",
        "x" * 3000,
        "//etc/x.0123456789ab.css",
        "../x.0123456789ab.css",
    ],
)
def test_nothing_but_files_of_the_folder_is_served(release, rf, path, tmp_path):
    (tmp_path / "settings.py").write_text("SECRET")
    (tmp_path / "secret.key").write_text("SECRET")
    (tmp_path / "x.0123456789ab.css").write_text("SECRET")
    _, process = release("a { color: red }")
    request = rf.get("/static/")
    request.path_info = f"/static/{path}"
    assert process(request).status_code == 404


# -- a CDN ------------------------------------------------------------------------------------------------
HOST = "https://cdn.example.org"
SAY = """
from django.conf import settings
print(settings.STATIC_URL, settings.WHITENOISE_ALLOW_ALL_ORIGINS)
print(*settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items(), sep="\\n")
"""


def settings_with(host: str, folder: Path) -> list[str]:
    env = os.environ | {"STATIC_HOST": host, "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings", "BUCCANEER_DATA": str(folder)}
    return subprocess.run([sys.executable, "-c", SAY], cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout.splitlines()


def test_without_a_cdn_no_page_of_another_site_is_told_that_it_may_load_our_files(tmp_path):
    assert settings_with("", tmp_path)[0] == "/static/ False"


def test_with_a_cdn_a_page_may_load_files_from_there(tmp_path):
    said = settings_with(HOST, tmp_path)
    assert said[0] == f"{HOST}/static/ True"
    may = {line.split("'")[1] for line in said[1:] if HOST in line}
    assert may == {"script-src", "style-src", "img-src", "font-src", "connect-src"}


@pytest.mark.django_db
@pytest.mark.one_database
def test_with_a_cdn_a_page_names_its_files_there_and_the_manifest_here(client, settings):
    settings.STATIC_URL = f"{HOST}/static/"
    settings.STORAGES = dict(settings.STORAGES)  # the storage is made anew
    page = client.get("/account/login/").content.decode()
    assert f'rel="stylesheet" href="{HOST}/static/css/base.css"' in page
    assert 'rel="manifest" href="/static/app/manifest.json"' in page
    assert 'src="/static/' not in page


def test_a_cdn_with_a_path_is_refused_with_a_sentence(tmp_path):
    env = os.environ | {"STATIC_HOST": "https://cdn.example.org/somewhere", "BUCCANEER_DATA": str(tmp_path)}
    done = subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("buccaneer: STATIC_HOST must be")


# -- films in a bucket ------------------------------------------------------------------------------------
@pytest.fixture
def s3(monkeypatch, settings):
    """A service like Amazon's at this machine, with an empty bucket, where films are put."""
    server = ThreadedMotoServer("127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    known = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_DEFAULT_REGION": "eu-west-1"}
    for name, value in (known | {"AWS_ENDPOINT_URL_S3": f"http://{host}:{port}"}).items():
        monkeypatch.setenv(name, value)
    amazon = boto("s3")
    amazon.create_bucket(Bucket="films-of-ours", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    bucket = {"BACKEND": "buccaneer_site.bucket.Bucket", "OPTIONS": {"bucket_name": "films-of-ours", "location": "buccaneer"}}
    settings.STORAGES = site_settings.STORAGES | {"default": bucket}
    yield server, amazon
    for key in keys(amazon):
        amazon.delete_object(Bucket="films-of-ours", Key=key)
    amazon.delete_bucket(Bucket="films-of-ours")
    server.stop()


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_film_lies_in_the_bucket_and_only_the_page_that_checks_the_reader_gives_it_out(s3, client, anne, mary, jack, sign_in):
    _, amazon = s3
    game, seat = in_play("bounty", [anne, mary], 1)
    Game.objects.filter(pk=game.pk).update(open_to_all=False)
    earlier = f"{films.folder(game, seat)}/1.gif"
    default_storage.save(earlier, ContentFile(b"an earlier film"))
    assert keys(amazon) == [f"buccaneer/{earlier}"]
    films.make(game.pk, seat, game.number)
    assert keys(amazon) == [f"buccaneer/{films.path(game, seat)}"], "the earlier one is gone"
    address = f"/games/{game.pk}/film.gif"
    assert b"".join(sign_in(client, anne).get(address))[:3] == b"GIF"
    assert sign_in(client, jack).get(address).status_code == 404
    unsigned = requests.get(f"{os.environ['AWS_ENDPOINT_URL_S3']}/films-of-ours/buccaneer/{films.path(game, seat)}", timeout=10)
    assert b"GIF" not in unsigned.content[:3]


@pytest.mark.django_db
@pytest.mark.one_database
def test_while_the_bucket_is_away_pages_go_on_without_films(s3, client, anne, mary, sign_in, monkeypatch, settings):
    game, _ = in_play("bounty", [anne, mary], 1)
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
    settings.STORAGES = dict(settings.STORAGES)
    assert sign_in(client, anne).get(f"/games/{game.pk}/film/").status_code == 200
    assert client.get(f"/games/{game.pk}/film.gif").status_code == 404


def test_the_doctor_says_why_the_bucket_cannot_be_used(s3, settings, monkeypatch):
    settings.MEDIA_S3 = {"bucket_name": "films-of-ours"}
    assert films_in_doctor().state == "ok"
    other = settings.STORAGES["default"] | {"OPTIONS": {"bucket_name": "a-bucket-that-is-not-there"}}
    settings.STORAGES = settings.STORAGES | {"default": other}
    assert "404" in films_in_doctor().sentence
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9")
    settings.STORAGES = dict(settings.STORAGES)
    assert films_in_doctor().state == "missing"


def keys(amazon) -> list[str]:
    return [one["Key"] for one in amazon.list_objects_v2(Bucket="films-of-ours").get("Contents", [])]


@pytest.mark.parametrize(("said", "expected"), [
    ("s3://films", {"bucket_name": "films", "location": ""}),
    ("s3://films/a/folder/", {"bucket_name": "films", "location": "a/folder"}),
    ("", {}),
])  # fmt: skip
def test_a_bucket_is_named_as_an_address(said, expected):
    assert Environment({"MEDIA_S3": said}).bucket("MEDIA_S3") == expected


def test_settings_that_are_none_get_a_sentence_each():
    env = Environment({"MEDIA_S3": "films", "METRICS_FROM": "10.0.0.1/24"})
    assert (env.bucket("MEDIA_S3"), env.networks("METRICS_FROM")) == ({}, [])
    assert [problem.split()[0] for problem in env.problems] == ["MEDIA_S3", "METRICS_FROM"]


# -- migrations that an upgrade refuses -------------------------------------------------------------------
INDEX = models.Index(fields=["name"], name="an_index")
ALONE = models.UniqueConstraint(fields=["name"], name="alone")
TEXT = {"max_length": 5}


@pytest.mark.parametrize("operation", [
    migrations.AddField("game", "a", models.CharField(default="", **TEXT)),
    migrations.AddField("game", "a", models.CharField(null=True, unique=True, **TEXT)),
    migrations.RemoveField("game", "name"),
    migrations.RenameField("game", "name", "title"),
    migrations.DeleteModel("game"),
    migrations.AlterField("game", "name", models.TextField()),
    migrations.AddIndex("game", INDEX),
    migrations.AddConstraint("game", ALONE),
    migrations.RunSQL("LOCK TABLE games_game"),
    migrations.SeparateDatabaseAndState([migrations.AddIndex("game", INDEX)]),
], ids=lambda operation: operation.describe())  # fmt: skip
def test_a_migration_that_locks_or_takes_away_is_refused(operation):
    assert len(list(problems(made_of(operation)))) == 1
    assert list(problems(made_of(migrations.CreateModel("Game", [("id", models.AutoField(primary_key=True))]), operation))) == [] or (
        not hasattr(operation, "model_name_lower")
    )


@pytest.mark.parametrize("operation", [
    migrations.AddField("game", "a", models.CharField(default="", db_default="", **TEXT)),
    migrations.AddField("game", "a", models.CharField(null=True, **TEXT)),
    AddIndexBeside("game", INDEX),
    migrations.RunPython(migrations.RunPython.noop),
    migrations.SeparateDatabaseAndState([], [migrations.RemoveField("game", "name")]),
], ids=lambda operation: operation.describe())  # fmt: skip
def test_a_migration_that_the_old_code_need_not_know_is_let_through(operation):
    assert list(problems(made_of(operation))) == []


def made_of(*operations) -> migrations.Migration:
    migration = migrations.Migration("0042_new", "games")
    migration.operations = list(operations)
    return migration


def test_only_migrations_after_the_baseline_are_looked_at():
    assert [is_new("games", name) for name in ("0001_initial", "0028_x", "0029_x")] == [False, False, True]
    assert not is_new("auth", "0099_theirs")


@pytest.mark.django_db(transaction=True)
def test_an_index_is_added_beside_the_rows_and_taken_away_again():
    from django.db import connection
    from django.db.migrations.state import ProjectState

    before = ProjectState.from_apps(django_apps)
    operation, after = AddIndexBeside("game", INDEX), before.clone()
    operation.state_forwards("games", after)

    def indexes() -> set[str]:
        with connection.cursor() as cursor:
            return {name for name in connection.introspection.get_constraints(cursor, "games_game") if name == "an_index"}

    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("games", editor, before, after)
        assert indexes() == {"an_index"}
        operation.database_backwards("games", editor, after, before)
    assert indexes() == set()
