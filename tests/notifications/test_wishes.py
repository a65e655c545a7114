"""The page of a person's letters: what they choose there is kept, and nothing else can be changed by it."""

import re

import pytest
from django.utils import timezone

from notifications import bounces, notify
from notifications.kinds import CATEGORIES
from notifications.models import Channel, Delivery, Fate, Mailing, Preference, Stop
from notifications.tasks import sweep
from tests.reading import part, parts

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
ALL = list(CATEGORIES)
FORM = {"mode": "batched", "every": "6", "digest_hour": "7", "quiet_from": "22", "quiet_to": "6", "kinds": ALL}
PUSH = {"transport": "webpush", "address": "https://push.example.net/1", "p256dh": "key", "auth": "secret"}


@pytest.fixture
def page(client, sign_in, anne):
    return sign_in(client, anne)


def test_what_is_chosen_is_kept_and_shown_again(page, anne):
    assert page.post("/letters/", FORM).status_code == 302
    wishes = Preference.objects.get(user=anne)
    assert (wishes.mode, wishes.every, wishes.digest_hour, wishes.quiet_from, wishes.quiet_to) == ("batched", 6, 7, 22, 6)
    form = page.get("/letters/").context["form"]
    assert (form.initial["mode"], form.initial["quiet_from"]) == ("batched", 22)


def test_how_answers_are_to_be_treated_is_kept_and_shown_again(page, anne):
    page.post("/letters/", FORM | {"holds_answers": "on", "only_refusals": "on"})
    assert Preference.objects.filter(user=anne, holds_answers=True, only_refusals=True).exists()
    assert page.get("/letters/").content.decode().count(" checked") >= len(ALL) + 2
    page.post("/letters/", FORM)
    assert Preference.objects.filter(user=anne, holds_answers=False, only_refusals=False).exists()


def test_kinds_that_are_not_ticked_are_stopped_and_ticked_ones_come_again(page, anne):
    page.post("/letters/", FORM | {"kinds": ["turns"]})
    assert set(Stop.objects.filter(user=anne).values_list("category", flat=True)) == set(ALL) - {"turns"}
    page.post("/letters/", FORM)
    assert not Stop.objects.exists()


def test_no_letters_at_all_is_one_choice_and_can_be_taken_back(page, anne):
    page.post("/letters/", FORM | {"mode": "off"})
    anne.refresh_from_db()
    assert not anne.gets_letters
    page.post("/letters/", FORM)
    anne.refresh_from_db()
    assert anne.gets_letters


@pytest.mark.parametrize(
    "wrong", [{"mode": "loud"}, {"every": "2"}, {"digest_hour": "25"}, {"quiet_from": "x"}, {"quiet_to": ""}, {"kinds": ["gold"]}]
)
def test_what_is_not_offered_is_refused_and_changes_nothing(page, wrong):
    answer = page.post("/letters/", FORM | wrong)
    assert answer.status_code == 422
    assert not Preference.objects.exists()


def test_nobody_looks_at_it_without_signing_in(client):
    assert client.get("/letters/").status_code == 302
    for path in ("topic", "address", "channels", "channels/1", "calendar"):
        assert client.post(f"/letters/{path}/").status_code == 302
    assert not Channel.objects.exists()


def test_a_game_of_somebody_else_is_no_matter_of_mine(page):
    assert page.post("/letters/topic/", {"topic": "game:1", "mode": "digest"}).status_code == 422
    assert not Preference.objects.exists()


def test_an_address_that_letters_came_back_from_is_shown_and_can_be_tried_again(page, anne, golden):
    bounces.mark_address(anne.email, "dead")
    assert golden("pages/letters", part(page.get("/letters/"), "form[action='/letters/address/']"))
    assert page.post("/letters/address/", {"address": "mary@example.org"}).status_code == 422
    page.post("/letters/address/", {"address": anne.email})
    assert Mailing.objects.get().state == "ok"


def test_a_browser_can_be_added_and_removed(page, anne, mary, client, sign_in):
    page.post("/letters/channels/", PUSH)
    channel = Channel.objects.get()
    assert channel.secrets == {"p256dh": "key", "auth": "secret"}
    assert sign_in(client, mary).post(f"/letters/channels/{channel.pk}/").status_code == 404
    sign_in(client, anne).post(f"/letters/channels/{channel.pk}/")
    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://push.example.net/1"},
        {"address": "https://user:word@push.example.net/"},
        {"address": "https://localhost/"},
        {"address": "https://push.example.net:22/"},
        {"address": "https://[::1/"},
        {"address": "https://[::1]/"},
        {"address": "https://10.0.0.7/"},
        {"address": "ftp://push.example.net/"},
        {"address": "https://push.example.net/" + "x" * 600},
        {"address": ""},
        {"transport": "pigeon"},
        {"p256dh": ""},
    ],
)
def test_an_address_that_must_not_be_posted_to_is_refused_with_a_sentence(page, wrong):
    answer = page.post("/letters/channels/", PUSH | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Channel.objects.exists()


def test_ten_ways_are_enough(page):
    for number in range(12):
        page.post("/letters/channels/", PUSH | {"address": f"https://push.example.net/{number}"})
    assert Channel.objects.count() == 10


def test_the_secret_of_signed_posts_is_shown_once(page):
    answer = page.post("/letters/channels/", {"transport": "webhook", "address": "https://hooks.example.net/"}, follow=True)
    secret = Channel.objects.get().secrets["secret"]
    assert secret in answer.content.decode()
    assert secret not in page.get("/letters/").content.decode()


def test_a_calendar_can_be_made_renewed_and_ended(page, client):
    def address():
        found = re.search(r"/c/[a-z2-7-]+\.ics", page.get("/letters/").content.decode())
        return found and found[0]

    assert address() is None
    page.post("/letters/calendar/", {"what": "renew"})
    first = address()
    assert client.get(first).status_code == 200
    page.post("/letters/calendar/", {"what": "renew"})
    assert client.get(first).status_code == 404
    assert client.get(address()).status_code == 200
    page.post("/letters/calendar/", {"what": "end"})
    assert address() is None
    assert page.post("/letters/calendar/", {"what": "dance"}).status_code == 400


def test_a_new_password_page_leaves_calendars_alone_and_strangers_find_none(client):
    for key in ("c-" + "a" * 33, "x", "r-" + "a" * 33):
        assert client.get(f"/c/{key}.ics").status_code == 404


def test_what_became_of_the_newest_letters_is_shown_in_words(page, anne, hail, golden):
    notify("hail", anne, "hail:1", {})
    sweep()
    assert golden("pages/letters", part(page.get("/letters/"), "details:has(time)"))
    Delivery.objects.update(fate=Fate.ARRIVED)
    assert golden("pages/letters", part(page.get("/letters/"), "details:has(time)"))


def test_who_has_had_sixty_letters_in_a_day_reads_that_the_next_come_together(page, anne, hail, golden):
    for number in range(60):
        notify("hail", anne, f"hail:{number}", {})
    Delivery.objects.exclude(pk=Delivery.objects.latest("pk").pk).update(state="sent", ended_at=timezone.now())
    before = parts(page.get("/letters/"), "main p")
    Delivery.objects.update(state="sent", ended_at=timezone.now())
    assert golden("pages/letters", [told for told in parts(page.get("/letters/"), "main p") if told not in before])


def seen(page) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", page.get("/letters/").content.decode()).split())
