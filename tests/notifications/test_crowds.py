"""Many letters at once: what matters more goes first, and one receiver that is full holds up nobody else's letters."""

from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from notifications import claims, notify, writes
from notifications.kinds import KINDS, Role
from notifications.models import Delivery, State

pytestmark = pytest.mark.django_db


@pytest.fixture
def lives_at(make_person):
    """A person whose address is there."""

    def lives_at(name, house):
        person = make_person(name)
        EmailAddress.objects.filter(user=person).update(email=f"{name.lower()}@{house}")
        return person

    return lives_at


def test_a_receiver_that_takes_no_more_for_now_holds_up_only_its_own_people(relay, hail, lives_at, minutes):
    for number, (name, house) in enumerate([("Anne", "full.example"), ("Mary", "full.example"), ("Jack", "empty.example")]):
        notify("hail", lives_at(name, house), f"hail:{number}", {})
    relay.sink.answers = ["451 4.7.28 our system has detected an unusual rate of mail"]
    minutes(0)
    assert [letter["To"] for letter in relay.letters] == ["jack@empty.example"]
    waiting = Delivery.objects.filter(notice__user__name="Mary").get()
    assert (waiting.state, waiting.attempts, waiting.last_code) == (State.PENDING, 0, "crowded")
    minutes(7)
    minutes(14)
    assert sorted(letter["To"] for letter in relay.letters) == ["anne@full.example", "jack@empty.example", "mary@full.example"]


def test_what_a_clock_runs_for_goes_before_news_and_talk(relay, hail, make_person, minutes):
    writes("gossip", category="talk")(hail.write)
    writes("round", category="leagues")(hail.write)
    writes("code", category="receipts", role="now")(hail.write)
    writes("hurry", category="reminders", role="reminder")(hail.write)
    for number, kind in enumerate(["gossip", "round", "hail", "hurry", "code"]):
        notify(kind, make_person(kind), f"{kind}:{number}", {}, not_before=timezone.now() + timedelta(seconds=number + 1))
    minutes(1)
    assert [letter["To"].partition("@")[0] for letter in relay.letters] == ["code", "hurry", "hail", "round", "gossip"]


@pytest.mark.parametrize("answer", ["451 4.7.28 an unusual rate", "450 4.2.1 the mailbox gets too many", "421 4.7.0 try again later"])
def test_a_letter_that_is_not_taken_just_now_in_the_middle_of_others_waits_alone(relay, hail, lives_at, minutes, answer):
    for number, (name, house) in enumerate([("Anne", "one.example"), ("Mary", "two.example"), ("Jack", "three.example")]):
        notify("hail", lives_at(name, house), f"hail:{number}", {})
    relay.sink.answers = ["250 OK", answer]
    minutes(0)
    assert [letter["To"] for letter in relay.letters] == ["anne@one.example", "jack@three.example"]
    minutes(7)
    assert [letter["To"] for letter in relay.letters] == ["anne@one.example", "jack@three.example", "mary@two.example"]


def test_one_persons_thousand_letters_in_front_hold_up_nobody(relay, hail, make_person, time_machine):
    KINDS["hail"] = replace(KINDS["hail"], role=Role.NOW)
    time_machine.move_to(timezone.now(), tick=False)
    hog, others = make_person("Hog"), [make_person(f"other{number}") for number in range(45)]
    soon = timezone.now() + timedelta(seconds=1)
    for number in range(300):
        notify("hail", hog, f"hog:{number}", {}, not_before=soon)
    for person in others:
        notify("hail", person, f"hail:{person.pk}", {}, not_before=soon + timedelta(seconds=1))
    time_machine.move_to(soon + timedelta(seconds=5), tick=False)
    ahead, gone = claims.Ahead(), []
    while len(gone) < 50:
        gone.append(ahead.claim().notice.user)
    assert set(others) < set(gone)
    assert gone.count(hog) <= 5


def test_a_dozen_people_with_many_letters_in_front_hold_up_nobody(hail, make_person):
    crowd = [make_person(f"Crowd {letter}") for letter in "abcdefghijkl"]
    for person in crowd:
        for number in range(claims.MAX_READ + 5):
            notify("hail", person, f"{person.pk}:{number}", {})
    last = make_person("Last")
    notify("hail", last, "last", {})
    ahead = claims.Ahead()
    told = [row.notice.user for row in (ahead.claim() for _ in range(2 * len(crowd))) if row]
    assert last in told
    assert len(told) == 2 * len(crowd)
