"""Staff without a permission see and decide no more than any member."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import connection, transaction
from django.utils import timezone

from accounts import trust
from games.agreements import organiser_acts
from games.errors import NotAllowed
from games.models import Game, Report
from games.moderation import naming, reports
from notifications.models import Notice
from tests.reading import links
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


def test_staff_without_a_permission_get_from_every_address_what_a_member_gets(client, sign_in, at, anne, mary, jack, clerk):
    made = reports.report(anne, mary, "insult", game=at.game)
    paths = sorted({path for pk in (at.pk, made.pk, mary.pk) for path in addresses(pk) if not path.startswith("/admin/")})
    assert {"/reports/", "/reports/signs/", f"/reports/{made.pk}/", f"/games/{at.pk}/"} <= set(paths)

    def statuses(user):
        """Visit each address in a transaction of its own, which is rolled back."""
        answers = {}
        for path in (path for path in paths if "logout" not in path):
            with transaction.atomic():
                sign_in(client, user)
                answers[path] = (client.get(path).status_code, client.post(path).status_code)
                transaction.set_rollback(True)
        return answers

    assert statuses(clerk) == statuses(jack)
    sign_in(client, clerk)
    assert "/reports/" not in {link for path in ("/", "/account/profile/", "/blocks/") for link in links(client.get(path))}


def test_staff_without_a_permission_read_no_notice_for_hosts_and_take_no_name_of_the_site(client, sign_in, clerk, host, monkeypatch):
    monkeypatch.setattr("notifications.home.why_quiet", lambda: "This is a copy.")
    assert "This is a copy." in sign_in(client, host).get("/admin/").content.decode()
    assert "This is a copy." not in sign_in(client, clerk).get("/admin/").content.decode()
    with pytest.raises(ValidationError):
        type(clerk).objects.must_be_free("Support", clerk)
    with pytest.raises(NotAllowed):
        naming.name_of("Buccaneer Support", clerk, "the name of a private table")


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
