"""Staff without a permission see and decide no more than any member."""

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import api_keys, trust
from accounts.models import Sign
from games.agreements import organiser_acts
from games.editions.errors import NotAllowed
from games.models import Game, Report
from games.moderation import limits, reports
from games.tables import chat, lobby
from notifications.models import Notice
from tests.site.test_every_address import addresses

pytestmark = pytest.mark.django_db
Resolution = Report.Resolution


@pytest.fixture
def clerk(make_person):
    return make_person("Clerk", is_staff=True)


@pytest.fixture
def host(make_person):
    found = make_person("Hal", is_staff=True)
    found.user_permissions.add(Permission.objects.get(codename="host"))
    return found


SECRET = ("grog-ration", "mutiny-words", "spoken-in-private", "@example.org", "d1ge5t")
RANDOM = re.compile(r"[\w.:/+=-]{20,}")
"""Tokens of forms, nonces and keys."""


@pytest.fixture
def private_things(at, anne, mary):
    """A report with its words, private talk, and seats that share a sign, none of them Jack's."""
    private = lobby.create(anne, "toy", {"rounds": 100}, seats=2)
    lobby.join(private.pk, mary, token=private.join_token)
    line = chat.post_line(private.pk, mary, "spoken-in-private")
    for person in (anne, mary):
        Sign.objects.create(user=person, kind=Sign.Kind.BROWSER, digest="d1ge5t")
    return [at.pk, private.pk, reports.report(anne, mary, "insult", line=line, words="grog-ration mutiny-words").pk, mary.pk]


def answers(user, paths, key) -> dict[str, list[tuple[int, str]]]:
    """Return what each address answers to pages, partials, forms and programs, each in a transaction that is rolled back."""
    found = {}
    for path in paths:
        with transaction.atomic():
            client = Client()
            client.force_login(user, backend="accounts.backends.AuthenticationBackend")
            programs = Client(headers={"Authorization": f"Bearer {key}"})
            tried = [client.get(path), client.get(path, headers={"HX-Request": "true"}), client.post(path), programs.get(path)]
            found[path] = [(answer.status_code, RANDOM.sub("", text_of(answer))) for answer in tried]
            transaction.set_rollback(True)
    return found


def text_of(answer) -> str:
    whole = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return whole.decode(errors="replace")


@pytest.mark.long
def test_staff_without_a_permission_read_at_every_address_what_a_member_reads(private_things, jack, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    every = sorted({path for pk in private_things for path in addresses(pk) if "logout" not in path})
    assert {"/reports/", "/reports/signs/", f"/games/{private_things[1]}/", f"/reports/{private_things[2]}/"} <= set(every)
    paths, key = [path for path in every if not path.startswith("/admin/")], api_keys.create_key(jack, "test")
    as_member = answers(jack, paths, key)
    type(jack).objects.filter(pk=jack.pk).update(is_staff=True)
    as_clerk = answers(type(jack).objects.get(pk=jack.pk), every, key)
    assert [path for path in paths if as_clerk[path] != as_member[path]] == []
    read = {path: " ".join(text for _, text in found).replace(jack.email, "") for path, found in as_clerk.items()}
    assert [path for path, text in read.items() if any(secret in text for secret in SECRET)] == []


def test_staff_without_a_permission_read_no_notice_for_hosts_and_take_no_name_of_the_site(client, sign_in, clerk, host, monkeypatch):
    monkeypatch.setattr("notifications.home.why_quiet", lambda: "This is a copy.")
    assert "This is a copy." in sign_in(client, host).get("/admin/").content.decode()
    assert "This is a copy." not in sign_in(client, clerk).get("/admin/").content.decode()
    with pytest.raises(ValidationError):
        type(clerk).objects.must_be_free("Support", clerk)
    with pytest.raises(NotAllowed):
        limits.name_of("Buccaneer Support", clerk, "the name of a private table")


def test_an_upgrade_leaves_staff_with_a_permission_hosts_and_staff_without_one_members(make_person, clerk):
    helper, grouped, member = make_person("Helper", is_staff=True), make_person("Grouped", is_staff=True), make_person("Member")
    change_game = Permission.objects.get(codename="change_game")
    (group := Group.objects.create(name="Crew")).permissions.add(change_game)
    grouped.groups.add(group)
    helper.user_permissions.add(change_game)
    member.user_permissions.add(change_game)
    import_module("accounts.migrations.0016_hosts_of_earlier_releases").keep_hosts(apps, connection.schema_editor())
    assert set(reports.hosts()) == {helper, grouped}


def test_staff_without_a_permission_decide_no_report_and_get_no_letter_about_one(client, sign_in, anne, mary, clerk):
    made = reports.report(anne, mary, "insult")
    sign_in(client, clerk)
    assert client.get(f"/reports/{made.pk}/").status_code == 404
    said = {"resolution": "silence", "days": "3", "why": "No"}
    assert client.post(f"/reports/{made.pk}/decide/", said).status_code == 404
    mary.refresh_from_db()
    assert mary.silent_until is None
    assert not Notice.objects.filter(kind="reports", user=clerk).exists()


def test_staff_without_a_permission_pause_no_table_and_have_the_limits_of_a_member(at, clerk):
    with pytest.raises(Game.DoesNotExist):
        organiser_acts.pause(at.pk, clerk, timezone.now() + timedelta(hours=24), "I want it.")
    assert trust.level_of(clerk) == trust.Trust.NEW


@pytest.mark.parametrize("rank", [{"is_staff": True}, {"is_superuser": True}])
def test_a_host_decides_no_report_about_staff_but_a_superuser_does(anne, host, make_person, rank):
    queen, target = make_person("Queen", is_staff=True, is_superuser=True), make_person("Target", **rank)
    made = reports.report(anne, target, "insult")
    with pytest.raises(ObjectDoesNotExist):
        reports.decide(made.pk, host, Resolution.SILENCE, "No", 3)
    assert set(Notice.objects.filter(kind="reports").values_list("user", flat=True)) == {queen.pk}
    reports.decide(made.pk, queen, Resolution.NOTHING)
    made.refresh_from_db()
    assert made.decided_by == queen


def test_the_permission_of_a_host_comes_from_a_group_too(anne, mary, clerk):
    group = Group.objects.create(name="Hosts")
    group.permissions.add(Permission.objects.get(codename="host"))
    clerk.groups.add(group)
    made = reports.report(anne, mary, "insult")
    assert clerk in reports.hosts()
    reports.decide(made.pk, type(clerk).objects.get(pk=clerk.pk), Resolution.SILENCE, "Threats", 3)
    mary.refresh_from_db()
    assert mary.silent_until is not None
