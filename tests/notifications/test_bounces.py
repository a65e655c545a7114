"""Letters that come back, and a relay that is down: who is blamed, who is not, and what happens afterwards."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.utils import timezone

from notifications import addresses, bounces, claims, notify, relay_breaker, sending, tasks, writes
from notifications.inbound.store import store
from notifications.models import Delivery, LetterIn, Mailing, Outage, State
from tests.letters import sweep
from tests.reading import has, part

pytestmark = pytest.mark.django_db
REPORT = """From: Mail Delivery <mailer-daemon@mx.example>
Message-ID: <{n}@mx.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: text/plain

Sorry.
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; anne@example.org
Action: {action}
Status: {status}

--x--
"""


@pytest.fixture
def comes_back(anne, hail, time_machine):
    """`comes_back(status, day)`: a letter goes to Anne on that day, and comes back with this status."""
    start, count = timezone.now(), 0

    def comes_back(status, day=0, action="failed", to=None):
        nonlocal count
        count += 1
        time_machine.move_to(start + timedelta(days=day), tick=False)
        notify("hail", anne, f"hail:{count}", {})
        sweep()
        delivery = Delivery.objects.latest("pk")
        to = to or addresses.mint("b", addresses.bounce_ident(delivery.pk)) + "@localhost"
        kept = store(REPORT.format(n=count, status=status, action=action).encode(), to, "", timezone.now(), "none")
        sweep()
        return LetterIn.objects.get(pk=kept.pk)

    return comes_back


def state():
    return Mailing.objects.get().state


def test_a_letter_goes_with_a_sealed_sender_of_its_own(relay, anne, hail, settings):
    settings.REPLY_DOMAIN = "in.port-royal.example"
    notify("hail", anne, "hail:1", {})
    sweep()
    [letter] = relay.letters
    assert letter["From"] == "Buccaneer <turns@mail.port-royal.example>"
    [sender] = relay.sink.senders
    assert addresses.delivery_of(addresses.verify(sender)[1]) == Delivery.objects.get().pk


def test_soft_bounces_on_five_days_end_letters_to_an_address(comes_back, anne):
    for day in range(4):
        comes_back("4.2.2", day)
        comes_back("5.2.2", day)
        assert state() == "soft"
    comes_back("4.2.2", 5)
    assert state() == "dead"
    notify("hail", anne, "hail:last", {})
    sweep()
    assert Delivery.objects.latest("pk").last_code == "no-address"


def test_a_month_without_a_bounce_forgives_all(comes_back):
    for day in range(4):
        comes_back("4.2.2", day)
    comes_back("4.2.2", 40)
    assert (Mailing.objects.get().score, state()) == (1, "soft")


def test_no_such_address_counts_when_it_is_said_twice_within_a_week(comes_back):
    comes_back("5.1.1")
    assert state() == "soft"
    comes_back("5.1.1", 10)
    assert state() == "soft"
    comes_back("5.1.1", 12)
    assert state() == "dead"


@pytest.mark.parametrize("status", ["5.7.1", "5.7.26", "5.4.4"])
def test_what_is_about_us_counts_against_nobody(comes_back, status):
    assert comes_back(status).reason == "about-us"
    assert not Mailing.objects.exists()


def test_a_letter_that_came_back_because_of_us_goes_again_for_some_hours_as_the_same_letter(comes_back, time_machine, mailoutbox):
    comes_back("5.7.26")
    assert Delivery.objects.get().state == State.HELD
    for _ in range(6):
        time_machine.move_to(timezone.now() + timedelta(hours=10), tick=False)
        sweep()
        delivery = Delivery.objects.get()
        to = addresses.mint("b", addresses.bounce_ident(delivery.pk)) + "@localhost"
        report = REPORT.format(n=f"{delivery.attempts}-{len(mailoutbox)}", status="5.7.26", action="failed")
        store(report.encode(), to, "", timezone.now(), "none")
        sweep()
    assert (delivery.attempts, delivery.state, len(mailoutbox)) == (5, State.SENT, 5)
    assert len({letter.extra_headers["Message-ID"] for letter in mailoutbox}) == 1
    assert not Mailing.objects.exists()


def test_news_that_a_letter_is_only_late_counts_for_nothing(comes_back):
    assert comes_back("4.4.1", action="delayed").reason == "no-failure"
    assert not Mailing.objects.exists()


def test_a_report_to_an_address_that_we_did_not_make_is_not_believed(comes_back):
    good = addresses.mint("b", addresses.bounce_ident(1))
    for wrong in (good[:-1] + ("a" if good[-1] != "a" else "b"), "b-" + "a" * 33, addresses.mint("b", addresses.bounce_ident(9999))):
        comes_back("5.1.1", to=f"{wrong}@localhost")
    assert not Mailing.objects.exists()


def test_a_report_that_comes_after_a_month_is_not_believed(comes_back, time_machine):
    comes_back("2.0.0", action="delivered")
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=31))
    old = addresses.mint("b", addresses.bounce_ident(Delivery.objects.get().pk))
    assert comes_back("5.1.1", to=f"{old}@localhost").reason == "unknown-delivery"
    assert not Mailing.objects.exists()


def test_the_same_report_twice_counts_once(comes_back):
    first = comes_back("4.2.2")
    store(bytes(first.raw), first.envelope_to, "", timezone.now(), "none")
    sweep()
    assert Mailing.objects.get().score == 1


def test_a_report_that_is_written_anew_and_played_again_another_day_counts_no_more(comes_back, time_machine):
    first = comes_back("5.1.1")
    time_machine.move_to(timezone.now() + timedelta(days=2), tick=False)
    again = store(REPORT.format(n=99, status="5.1.1", action="failed").encode(), first.envelope_to, "", timezone.now(), "none")
    sweep()
    again.refresh_from_db()
    assert (again.reason, state()) == ("known-already", "soft")


def test_no_such_address_said_to_our_face_ends_letters_at_once(relay, hail, anne):
    relay.sink.answers = ["550 5.1.1 no such person"]
    notify("hail", anne, "hail:1", {})
    sweep()
    assert state() == "dead"
    bounces.revive(anne.email.upper())
    notify("hail", anne, "hail:2", {})
    sweep()
    assert len(relay.letters) == 1


def test_an_address_that_is_confirmed_anew_gets_letters_again(relay, hail, anne, rf):
    bounces.mark_address(anne.email, "dead")
    address = EmailAddress.objects.get(user=anne)
    email_confirmed.send(sender=EmailAddress, request=rf.get("/"), email_address=address)
    notify("hail", anne, "hail:1", {})
    sweep()
    assert (state(), len(relay.letters)) == ("ok", 1)


@pytest.fixture
def lives_at(make_person):
    """A person whose address is there."""

    def lives_at(house):
        person = make_person(f"P{EmailAddress.objects.count()}")
        EmailAddress.objects.filter(user=person).update(email=f"{person.name}@{house}")
        return person

    return lives_at


@pytest.mark.parametrize("answer", ["550 5.7.26 unauthenticated", "550 5.7.515 access denied"])
def test_a_relay_that_refuses_us_for_all_holds_letters_pages_somebody_once_and_blames_nobody(
    relay, hail, lives_at, minutes, caplog, answer, golden
):
    relay.sink.answers = [answer] * 20
    for number in range(8):
        notify("hail", lives_at(f"house-{number}.example"), f"hail:{number}", {}, not_before=timezone.now() + timedelta(seconds=1))
    minutes(0.1)
    assert list(Delivery.objects.order_by("pk").values_list("state", flat=True)) == [State.HELD] * 5 + [State.PENDING] * 3
    assert relay_breaker.is_down()
    assert golden("programs/log", [record.getMessage() for record in caplog.records if record.name == relay_breaker.__name__])
    relay.sink.answers = []
    minutes(2)
    minutes(40)
    assert len({letter["To"] for letter in relay.letters}) == len(relay.letters) == 8
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}
    assert not Mailing.objects.exists()


def test_a_receiver_that_goes_on_refusing_us_is_asked_for_some_hours_and_then_the_letter_has_failed(relay, hail, anne, minutes):
    relay.sink.answers = ["550 5.7.1 we want nothing of yours"] * 20
    notify("hail", anne, "hail:1", {})
    states = []
    for hour in range(24):
        minutes(60 * hour)
        states.append(Delivery.objects.get().state)
    assert [states[0], states[-1]] == [State.HELD, State.FAILED]
    assert Delivery.objects.get().attempts == 5
    assert not Mailing.objects.exists()


def test_one_receiver_that_refuses_us_holds_up_nobody_elses_letters(relay, hail, lives_at, minutes):
    relay.sink.answers = ["550 5.7.1 we want nothing of yours"]
    for number in range(12):
        house = "proud.example" if number < 8 else f"house-{number}.example"
        notify("hail", lives_at(house), f"hail:{number}", {}, not_before=timezone.now() + timedelta(seconds=1))
    minutes(0.1)
    assert [letter["To"].partition("@")[2] for letter in relay.letters] == [f"house-{number}.example" for number in range(8, 12)]
    assert not relay_breaker.is_down()
    waiting = Delivery.objects.order_by("pk").values_list("state", "attempts")[:8]
    assert list(waiting) == [(State.HELD, 1)] + [(State.PENDING, 0)] * 7


# -- the relay is down ----------------------------------------------------------------------------
def test_five_failures_in_a_row_open_the_breaker_and_one_letter_closes_it(relay, hail, anne, mary, jack, minutes):
    relay.down()
    for number, person in enumerate([anne, mary, jack] * 3):
        notify("hail", person, f"hail:{number}", {})
    minutes(1)
    assert relay_breaker.is_down()
    minutes(1.5)
    assert Outage.objects.get().tries == 0
    relay.up()
    minutes(3)
    assert not relay_breaker.is_down()
    assert Outage.objects.get().ended_at is not None


def test_an_outage_of_hours_ends_in_one_letter_each_and_no_attempt_is_counted(relay, hail, anne, mary, minutes):
    open_turns = set(range(40))
    writes("test-turn", "turns", role="turn", deadline=lambda n: timezone.now() if n.facts["n"] in open_turns else None)(hail.write)
    relay.down()
    for number in range(40):
        notify("test-turn", [anne, mary][number % 2], f"t:{number}", {"n": number})
    for minute in range(0, 300, 5):
        minutes(minute)
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.PENDING}
    relay.up()
    for minute in range(300, 340):
        minutes(minute)
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]
    assert max(Delivery.objects.values_list("attempts", flat=True)) == 1


def test_a_clock_that_was_two_days_ahead_in_an_outage_holds_no_letter_up_once_it_is_right(relay, hail, anne, mary, minutes):
    relay.down()
    for person in (anne, mary):
        notify("hail", person, f"hail:{person.pk}", {})
    for minute in (*range(1, 30), *range(2880, 2910)):
        minutes(minute)
    relay.up()
    for minute in range(60, 100):
        minutes(minute)
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]


def test_an_outage_that_ended_by_a_clock_that_was_two_days_ahead_holds_no_letter_up_once_it_is_right(relay, hail, anne, mary, minutes):
    relay.down()
    notify("hail", anne, "hail:1", {})
    for minute in range(2880, 2910):
        minutes(minute)
    relay.up()
    for minute in range(2910, 2930):
        minutes(minute)
    minutes(30)
    notify("hail", mary, "hail:2", {})
    for minute in range(31, 35):
        minutes(minute)
    assert [letter["To"] for letter in relay.letters] == [anne.email, mary.email]


def test_after_an_outage_letters_go_slowly_at_first_and_the_most_urgent_before_all_others(relay, hail, make_person, minutes):
    writes("hurry", category="reminders", role="reminder")(hail.write)
    writes("gossip", category="talk")(hail.write)
    Outage.objects.create(transport="email", started_at=timezone.now(), ended_at=timezone.now(), try_at=timezone.now())
    for number in range(60):
        kind = "hurry" if number >= 55 else "gossip"
        notify(kind, make_person(f"{kind}{number}"), f"{kind}:{number}", {}, not_before=timezone.now() + timedelta(seconds=1))
    minutes(0.1)
    assert [letter["To"] for letter in relay.letters] == [f"hurry{number}@example.org" for number in range(55, 60)]
    assert len(relay.letters) == relay_breaker.SLOW_START
    minutes(2)
    assert len(relay.letters) == relay_breaker.SLOW_START * 3
    minutes(21)
    assert len(relay.letters) == 60


def test_the_letter_that_ends_an_outage_counts_among_the_first_five(relay, hail, make_person, minutes):
    Outage.objects.create(transport="email", started_at=timezone.now(), try_at=timezone.now())
    for number in range(100):
        notify("hail", make_person(f"m{number}"), f"hail:{number}", {}, not_before=timezone.now() + timedelta(seconds=1))
    minutes(0.1)
    assert len(relay.letters) == relay_breaker.SLOW_START
    tasks.sweep()
    assert len(relay.letters) == relay_breaker.SLOW_START


def test_new_letters_do_not_pass_by_the_slow_start(relay, hail, make_person, minutes):
    Outage.objects.create(transport="email", started_at=timezone.now(), ended_at=timezone.now(), try_at=timezone.now())
    for number in range(9):
        notify("hail", make_person(f"m{number}"), f"hail:{number}", {})
        tasks.deliver(list(Delivery.objects.filter(state=State.PENDING).values_list("pk", flat=True)))
    assert len(relay.letters) == relay_breaker.SLOW_START


def test_two_workers_after_an_outage_send_five_letters_together(relay, hail, make_person):
    Outage.objects.create(transport="email", started_at=timezone.now(), ended_at=timezone.now(), try_at=timezone.now())
    for number in range(20):
        notify("hail", make_person(f"m{number}"), f"hail:{number}", {}, not_before=timezone.now() + timedelta(hours=1))
    Delivery.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    workers = [claims.Ahead(), claims.Ahead()]
    for worker in workers:
        worker.read()
    for row in [worker.claim() for _ in range(10) for worker in workers]:
        if row is not None:
            sending.deliver(row)
    assert len(relay.letters) == relay_breaker.SLOW_START


def test_two_workers_in_an_outage_try_one_letter_together(relay, hail, make_person):
    Outage.objects.create(transport="email", started_at=timezone.now(), try_at=timezone.now() - timedelta(seconds=1))
    for number in range(4):
        notify("hail", make_person(f"m{number}"), f"hail:{number}", {}, not_before=timezone.now() + timedelta(hours=1))
    Delivery.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    one, other = claims.Ahead(), claims.Ahead()
    for worker in (one, other):
        worker.read()
    relay.down()
    tried = one.claim()
    assert tried is not None
    assert other.claim() is None
    other.read()
    sending.deliver(tried)
    assert other.claim() is None, "not before its next trial"
    assert Outage.objects.get().tries == 1


# -- who is told ----------------------------------------------------------------------------------
def test_the_host_learns_who_may_not_be_getting_letters(anne, mary, jack, make_person):
    from notifications.models import Stop

    fine = make_person("Fine")
    bounces.mark_address(anne.email, "dead")
    Stop.objects.create(user=mary, category="turns", by="one-click")
    jack.letters = "off"
    jack.save()
    people = [anne.pk, mary.pk, jack.pk, fine.pk]
    assert set(bounces.troubled(people)) == {anne.pk, mary.pk, jack.pk}


def test_every_page_says_so_while_letters_are_late(relay, hail, anne, client, sign_in, minutes, golden):
    page = sign_in(client, anne)
    assert not has(page.get("/lobby/"), "aside.banner")
    relay.down()
    for number in range(6):
        notify("hail", anne, f"hail:{number}", {})
    minutes(1)
    assert golden("pages/lobby", part(page.get("/lobby/"), "aside.banner"))
    relay.up()
    minutes(4)
    assert not has(page.get("/lobby/"), "aside.banner")
