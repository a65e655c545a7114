"""Staff with one permission attack the real /admin/: every model, every action, every form. They never get more than they were given."""

from itertools import product

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from buccaneer_site import urls
from games.models import Game, Player
from games.tables import lobby
from notifications import notify
from notifications.models import Delivery, Stop

pytestmark = pytest.mark.one_database

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
KINDS = ("view", "add", "change", "delete")
ACTIONS = sorted({(model, name) for model in MODELS for name in (*admin.site._registry[model].actions, "delete_selected")}, key=str)
assert urls.urlpatterns, "the site registers what it has"


@pytest.fixture
def harbour(make_person, anne, mary):
    """A superuser, a host, people with second factors, a group with all rights, a game that was set aside, and a letter."""
    queen = make_person("Queen", is_staff=True, is_superuser=True)
    host = make_person("Host", is_staff=True)
    everything = Group.objects.create(name="everything")
    everything.permissions.set(Permission.objects.all())
    host.groups.add(everything)
    for person in (queen, host, anne):
        Authenticator.objects.create(user=person, type="totp", data={"secret": "x"})
    EmailAddress.objects.create(user=mary, email="unproved@example.org")
    game = lobby.create(queen, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, anne, place="london", token=game.join_token)
    Game.objects.filter(pk=game.pk).update(status="stuck")
    Player.objects.filter(game=game, user=anne).update(strikes=2)
    notify("talk", anne, "x", {"game": game.pk, "line": 1})
    Stop.objects.create(user=queen, category="turns", by="page")
    return queen


@pytest.fixture
def crew(make_person, sign_in):
    """`crew("change_user")`: a browser of a member of staff with this permission alone."""

    def crew(codename, app=None):
        name = f"Lookout {User.objects.count()}"
        person = make_person(name.replace(" ", ""), is_staff=True)
        found = Permission.objects.filter(codename=codename, **({"content_type__app_label": app} if app else {}))
        person.user_permissions.set(found)
        return person, sign_in(Client(), person)

    return crew


def rights():
    """All that makes somebody more than others."""
    return (
        sorted(User.objects.values_list("pk", "is_superuser", "is_staff", "groups", "user_permissions"), key=str),
        sorted(Group.objects.values_list("pk", "name", "permissions"), key=str),
    )


def accounts_of_staff():
    staff = User.objects.filter(is_staff=True)
    return list(staff.order_by("pk").values_list("pk", "email", "name", "password", "is_active", "silent_until"))


def ways_in():
    """What opens accounts that there are."""
    return (
        sorted(EmailAddress.objects.values_list("user", "email", "verified", "primary")),
        sorted(Authenticator.objects.values_list("user", "type")),
    )


def hostile(attacker, row) -> dict:
    """A form with everything in it that an attacker could wish for."""
    everybody = Group.objects.values_list("pk", flat=True)
    everything = Permission.objects.filter(content_type__app_label__in=["accounts", "auth"]).values_list("pk", flat=True)
    return {
        "name": f"pwned{getattr(row, 'pk', '')}", "email": f"pwned{getattr(row, 'pk', '')}@evil.example",
        "time_zone": "UTC", "letters": "on", "theme": "auto",
        "is_staff": "on", "is_superuser": "on", "is_active": "", "groups": list(everybody), "user_permissions": list(everything),
        "permissions": list(everything), "user": getattr(row, "user_id", None) or attacker.pk, "verified": "on",
        "password": "pwned", "status": "over", "silent_until_0": "2030-01-01", "silent_until_1": "00:00", "category": "turns", "by": "evil",
        "address": "queen@example.org", "_save": "Save",
    }  # fmt: skip


def attack(attacker, browser, model):
    """Every page of this model's admin, with the worst that could be sent there."""
    base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    listed, rows = reverse(f"{base}_changelist"), list(model._default_manager.all())
    for name in (*admin.site._registry[model].actions, "delete_selected"):
        browser.post(listed, {"action": name, "_selected_action": [row.pk for row in rows], "post": "yes"})
        browser.post(listed, {"action": name, "select_across": "1", "_selected_action": [row.pk for row in rows][:1], "post": "yes"})
    for target in User.objects.filter(is_staff=True):
        assert browser.post(reverse(f"{base}_add"), hostile(attacker, None) | {"user": target.pk}).status_code != 400
    for row in rows:
        assert browser.post(reverse(f"{base}_change", args=[row.pk]), hostile(attacker, row)).status_code != 400
        browser.post(reverse(f"{base}_delete", args=[row.pk]), {"post": "yes"})


@pytest.mark.parametrize(("model", "kind"), list(product(MODELS, KINDS)), ids=lambda part: getattr(part, "__name__", part))
def test_staff_with_one_permission_get_no_right_and_no_account_of_staff(harbour, crew, model, kind):
    permission = f"{kind}_{model._meta.model_name}"
    attacker, browser = crew(permission, model._meta.app_label)
    before, staff, doors = rights(), accounts_of_staff(), ways_in()
    attack(attacker, browser, model)
    assert staff == accounts_of_staff()
    if permission == "add_user":
        made = User.objects.filter(name__startswith="pwned")
        assert not made.filter(is_staff=True).exists()
        assert not made.filter(groups__isnull=False).exists()
        made.delete()
    if permission == "delete_user":
        gone = {pk for pk, *_ in before[0]} - set(User.objects.values_list("pk", flat=True))
        assert not gone & {pk for pk, *_ in staff}
        return
    assert rights() == before
    assert ways_in() == doors


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_staff_without_any_permission_see_and_do_nothing(harbour, crew, model):
    attacker, browser = crew("none")
    before = (
        rights(),
        accounts_of_staff(),
        ways_in(),
        Game.objects.get().status,
        Player.objects.filter(strikes=2).count(),
        User.objects.count(),
    )
    attack(attacker, browser, model)
    base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert browser.get(reverse(f"{base}_changelist")).status_code == 403
    assert before == (
        rights(),
        accounts_of_staff(),
        ways_in(),
        Game.objects.get().status,
        Player.objects.filter(strikes=2).count(),
        User.objects.count(),
    )


@pytest.mark.parametrize(("model", "name"), ACTIONS, ids=lambda part: getattr(part, "__name__", part))
def test_every_action_names_the_permission_it_needs(model, name):
    found = dict(admin.site.actions) | {
        given: action for given in admin.site._registry[model].actions if (action := getattr(type(admin.site._registry[model]), given))
    }
    assert found[name].allowed_permissions
    for permission in found[name].allowed_permissions:
        assert hasattr(admin.site._registry[model], f"has_{permission}_permission")


@pytest.mark.parametrize(
    ("model", "action", "needed"),
    [(Game, "take_up_again", "change_game"), (Player, "give_back", "change_player")],
    ids=["take_up_again", "give_back"],
)
def test_a_game_is_taken_up_and_a_seat_given_back_by_who_may_change_such_and_nobody_else(harbour, crew, model, action, needed):
    address = reverse(f"admin:games_{model._meta.model_name}_changelist")

    def untouched():
        return Game.objects.get().status == "stuck" if model is Game else Player.objects.filter(strikes=2).exists()

    for codename in ("none", f"view_{model._meta.model_name}", "change_user", "delete_game"):
        crew(codename)[1].post(address, {"action": action, "_selected_action": [row.pk for row in model.objects.all()]})
        assert untouched()
    if model is Player:
        Game.objects.update(status="running")
    crew(needed)[1].post(address, {"action": action, "_selected_action": [row.pk for row in model.objects.all()]})
    assert not untouched()


def test_who_may_change_users_still_looks_after_people_who_are_not_staff(harbour, crew, mary):
    _, browser = crew("change_user")
    page = reverse("admin:accounts_user_change", args=[mary.pk])
    form = {"name": "Mary Hale", "time_zone": "Europe/London", "letters": "off", "theme": "dark", "is_active": "on"}
    browser.post(page, form | {"email": "pwned@evil.example", "is_staff": "on"})
    mary.refresh_from_db()
    assert (mary.name, mary.letters, mary.email, mary.is_staff) == ("Mary Hale", "off", "mary@example.org", False)
    for kept in User.objects.filter(is_staff=True):
        assert browser.post(reverse("admin:accounts_user_change", args=[kept.pk]), form).status_code == 403


def test_second_factors_of_anybody_are_taken_away_by_superusers_alone(harbour, crew, sign_in):
    address, everybody = reverse("admin:accounts_user_changelist"), list(User.objects.values_list("pk", flat=True))
    form = {"action": "without_second_factor", "_selected_action": everybody}
    for codename in ("change_user", "delete_user", "change_authenticator", "delete_authenticator"):
        crew(codename)[1].post(address, form)
    assert Authenticator.objects.count() == 3
    sign_in(Client(), harbour).post(address, form)
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        (User, "password__startswith"),
        (User, "emailaddress__email__startswith"),
        (User, "authenticator__data__startswith"),
        (Game, "join_token__startswith"),
        (Game, "seed__secret__startswith"),
        (Game, "public__contains"),
        (Player, "user__password__startswith"),
        (Player, "hand__secrets__contains"),
        (Delivery, "address__startswith"),
        (Delivery, "notice__address__startswith"),
        (EmailAddress, "user__password__startswith"),
    ],
)
def test_no_list_answers_questions_about_what_it_does_not_show(harbour, sign_in, model, lookup):
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert sign_in(Client(), harbour).get(address, {lookup: "a"}).status_code == 400


def test_lists_are_still_filtered_by_what_they_show(harbour, sign_in):
    browser = sign_in(Client(), harbour)
    for model in MODELS:
        shown = admin.site._registry[model]
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        request = RequestFactory().get("/")
        request.user = harbour
        for name in shown.get_list_filter(request):
            asked = getattr(name, "parameter_name", name)
            assert browser.get(address, {asked: "1"}).status_code == 200
        assert browser.get(address, {"q": "a"}).status_code == 200


def test_nothing_else_is_registered_than_what_was_thought_about():
    """A model that a library or we register some day has to be looked at first."""
    assert [model._meta.label for model in MODELS] == [
        *("account.EmailAddress", "accounts.User", "auth.Group", "games.Fault", "games.Game", "games.Player", "games.Wait"),
        *("notifications.Delivery", "notifications.Stop"),
    ]
