"""Staff without a permission see and decide no more than any member."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ObjectDoesNotExist
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import trust
from games.agreements import organiser_acts
from games.models import Game, Report
from games.moderation import reports
from notifications.models import Notice

pytestmark = pytest.mark.django_db
Resolution = Report.Resolution


def addresses(patterns, before=""):
    """Yield each named address that needs no argument, except those of /admin/, which Django guards."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                name = f"{before}{pattern.namespace}:" if pattern.namespace else before
                yield from addresses(pattern.url_patterns, name)
        elif isinstance(pattern, URLPattern) and pattern.name and not pattern.pattern.regex.groups:
            yield before + pattern.name


@pytest.fixture
def clerk(make_person):
    return make_person("Clerk", is_staff=True)


@pytest.fixture
def host(make_person):
    found = make_person("Hal", is_staff=True)
    found.user_permissions.add(Permission.objects.get(codename="host"))
    return found


def test_staff_without_a_permission_get_from_every_address_what_a_member_gets(client, sign_in, anne, clerk):
    paths = set()
    for name in set(addresses(get_resolver().url_patterns)):
        try:
            paths.add(reverse(name))
        except Exception:  # an address with an argument
            continue
    paths = sorted(path for path in paths if "logout" not in path)
    assert "/reports/" in paths

    def statuses(user):
        answers = {}
        for path in paths:
            sign_in(client, user)
            answers[path] = client.get(path).status_code
        return answers

    assert statuses(clerk) == statuses(anne)


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
