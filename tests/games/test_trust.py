"""What strangers, guests and newcomers may do: letters cannot be fired at anybody, and one notion of trust says how much of what."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts import account_deletion, api_keys, services, tasks, trust
from accounts.models import Tally
from games.editions.errors import NotAllowed
from games.formats.notation import BadRecord
from games.matchmaking import seeks
from games.models import Game, Invitation
from games.moderation import limits, reports
from games.play import acting
from games.tables import arranged, lobby, record_import, rematch
from leagues.services import making
from notifications.models import Notice
from tests.letters import receipt
from tests.people import PASSWORD
from tests.reading import alert, flash, opening, part

pytestmark = pytest.mark.django_db
BESS = "bess@elsewhere.example"


@pytest.fixture
def guest():
    return services.make_guest()


@pytest.fixture
def people(make_person):
    """`people(3)`: so many members who came just now."""
    return lambda count: [make_person(f"Captain {chr(65 + number)}") for number in range(count)]


@pytest.fixture
def known(anne, monkeypatch):
    """Anne has been here for long and has played."""
    monkeypatch.setitem(trust.HAS_PLAYED, "games", lambda user, turns: True)
    anne.date_joined = timezone.now() - trust.NEW_FOR
    anne.save()
    return anne


def table_of(owner, **more) -> Game:
    return lobby.create(owner, "toy", seats=3, **more)


def ask_and_leave(owner, who: str) -> bool:
    """Make a table, ask somebody to it, leave it: was the invitation taken?"""
    game = table_of(owner)
    try:
        lobby.invite(game.pk, owner, who)
    except NotAllowed:
        return False
    finally:
        lobby.leave(game.pk, owner)
    return True


def letters_to(address: str) -> int:
    return Notice.objects.filter(kind="invitation", address=address).count()


# -- what trust is --------------------------------------------------------------------------------------
def test_who_is_a_guest_who_is_new_who_is_known_and_who_is_a_host(guest, mary, known, make_person):
    host = make_person("Grace", is_staff=True, is_superuser=True)
    assert [trust.level_of(person).name for person in (guest, mary, known, host)] == ["GUEST", "NEW", "KNOWN", "HOST"]


def test_turns_alone_or_days_alone_make_nobody_known(anne, mary, monkeypatch):
    mary.date_joined = timezone.now() - timedelta(days=30)
    assert trust.level_of(mary) is trust.Trust.NEW
    monkeypatch.setitem(trust.HAS_PLAYED, "games", lambda user, turns: True)
    assert trust.level_of(anne) is trust.Trust.NEW


# -- letters to strangers -------------------------------------------------------------------------------
def test_a_guest_invites_by_link_only(client, sign_in, guest, mary, golden):
    game = table_of(guest)
    for who in (BESS, "Mary"):
        answer = sign_in(client, guest).post(f"/games/{game.pk}/invite/", {"who": who})
        assert answer.status_code == 422
        assert golden("pages/room", alert(answer))
    assert (Invitation.objects.count(), Notice.objects.count()) == (0, 0)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert (game.join_token in page, 'name="who"' in page) == (True, False)
    assert lobby.join(game.pk, mary, token=game.join_token).user == mary


def test_a_stranger_gets_three_letters_a_week_from_one_who_invites_whatever_becomes_of_the_tables(anne):
    assert [ask_and_leave(anne, BESS) for _ in range(9)] == [True] * 3 + [False] * 6
    Game.objects.all().delete()
    cache.clear()
    assert not ask_and_leave(anne, BESS)
    assert Notice.objects.filter(kind="invitation").count() == 3


def test_a_stranger_gets_three_letters_a_week_from_all_who_invite_also_behind_a_plus_sign(people):
    told = [ask_and_leave(person, who) for person, who in zip(people(5), (BESS, "Bess+1@Elsewhere.example", BESS, BESS, BESS), strict=True)]
    assert told == [True] * 3 + [False] * 2


ONE_INBOX = [
    ("bess.read@elsewhere.example", "b.essread@elsewhere.example", "bessread@elsewhere.example", "b.e.s.s.read@elsewhere.example"),
    ("bess.read@gmail.com", "bessread@googlemail.com", "Bess.Read+sea@GoogleMail.com", "b.essread+1@gmail.com"),
]


@pytest.mark.parametrize("asked", ONE_INBOX)
def test_a_stranger_gets_three_letters_a_week_at_all_addresses_of_an_inbox(people, asked):
    assert [ask_and_leave(person, who) for person, who in zip(people(4), asked, strict=True)] == [True] * 3 + [False]
    assert len({trust.inbox(who) for who in (*asked, "bess@gmail.com", "bess@gmx.com", "bess@proton.me")}) == 4


def test_who_deletes_the_account_leaves_the_count_behind(people, jack):
    for person in people(3):
        assert ask_and_leave(person, BESS)
        account_deletion.leave(person)
    assert not ask_and_leave(jack, BESS)


def test_a_member_gets_three_letters_a_week_from_one_newcomer(anne, mary):
    assert [ask_and_leave(anne, "Mary") for _ in range(9)] == [True] * 3 + [False] * 6
    assert Notice.objects.filter(kind="invitation", user=mary).count() == 3


def test_a_newcomer_sends_ten_invitations_a_day_and_reads_when_to_go_on(client, sign_in, anne, time_machine, golden):
    time_machine.move_to("2026-11-18T12:00:00Z", tick=False)
    anne.time_zone = "Europe/Paris"
    anne.save()
    game = table_of(anne)
    for number in range(10):
        lobby.invite(game.pk, anne, f"bess{number}@elsewhere.example")
    cache.clear()
    answer = sign_in(client, anne).post(f"/games/{game.pk}/invite/", {"who": BESS})
    assert (answer.status_code, letters_to(BESS)) == (422, 0)
    assert golden("pages/room", alert(answer), dated=True)
    time_machine.move_to("2026-11-19T00:00:01Z", tick=False)
    lobby.invite(game.pk, anne, BESS)
    assert letters_to(BESS) == 1


def test_who_is_known_may_invite_more(known, golden):
    game, other = table_of(known), table_of(known)
    for number in range(30):
        lobby.invite(game.pk, known, f"bess{number}@elsewhere.example")
    with golden.refused("refusals/trust", NotAllowed):
        lobby.invite(other.pk, known, BESS)


def test_the_same_invitation_twice_is_one_and_counts_once(anne):
    game = table_of(anne)
    for _ in range(9):
        lobby.invite(game.pk, anne, BESS)
    assert (letters_to(BESS), Invitation.objects.count()) == (1, 1)
    assert ask_and_leave(anne, BESS)


def test_a_refused_invitation_is_not_kept_and_counts_for_nobody(people, jack):
    for person in people(3):
        ask_and_leave(person, BESS)
    counted = {what: Tally.objects.filter(what=what).count() for what in ("invitation", "invitation to one")}
    assert not ask_and_leave(jack, BESS)
    assert Invitation.objects.count() == 3
    assert {what: Tally.objects.filter(what=what).count() for what in counted} == counted


def test_by_letter_there_are_the_same_limits(post, anne, golden):
    numbers = [table_of(anne).pk for _ in range(4)]
    kept = [post.write(anne.email, f"invite {BESS} to {number}").state for number in numbers]
    assert kept == ["applied"] * 3 + ["refused"]
    assert golden("letters/receipt-command", opening(receipt()))
    assert letters_to(BESS) == 3


def test_a_rematch_that_is_asked_for_again_and_again_is_no_way_round(anne, mary, guest):
    for asker in (anne, guest):
        game = lobby.create(asker, "toy", seats=2)
        lobby.join(game.pk, mary, token=game.join_token)
        acting.resign(game.pk, 0)
        for _ in range(6):
            lobby.leave(rematch.rematch(game.pk, asker).pk, asker)
    told = [notice.facts["invitation"] for notice in Notice.objects.filter(kind="invitation", user=mary)]
    assert [Invitation.objects.filter(by=asker, pk__in=told).count() for asker in (anne, guest)] == [3, 0]


def test_a_rematch_of_which_no_letter_tells_counts_as_no_invitation(anne, mary):
    for _ in range(3):
        ask_and_leave(anne, "Mary")
    before = list(Tally.objects.filter(what="invitation").values_list("count"))
    game = lobby.create(anne, "toy", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    acting.resign(game.pk, 0)
    rematch.rematch(game.pk, anne)
    assert list(Tally.objects.filter(what="invitation").values_list("count")) == before == [(3,)]


def test_a_rematch_without_a_letter_is_found_on_the_site(guest, mary):
    game = lobby.create(guest, "toy", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    acting.resign(game.pk, 0)
    again = rematch.rematch(game.pk, guest)
    assert rematch.rematch(game.pk, mary) == again
    assert again.players.filter(user=mary).exists()


# -- names in letters to strangers ------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["Win at evil.example", "https://evil", "www.evil", "ｅvil．com", "10.0.0.1/x"])
def test_no_table_is_named_after_a_web_address(client, sign_in, post, anne, name, golden):
    with golden.refused("refusals/trust", NotAllowed):
        table_of(anne, name=name)
    page = sign_in(client, anne).post(
        "/tables/new/bounty/", {"name": name, "seats": "2", "bots": "0", "level": "easy", "open_to_all": "False"}
    )
    assert page.status_code == 422
    post.write(anne.email, f"new bounty called “{name}”")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "name", ["\u2800", "\u3164\u3164", "An\u034fne", "\u202egnp", "a\u2066b", "Ann\u200be", "x" + "\u0301" * 15, "A\u00ad", "\x07"]
)
def test_no_table_and_no_league_has_a_name_that_hides_something(anne, name, golden):
    with golden.refused("refusals/trust", NotAllowed):
        table_of(anne, name=name)
    with golden.refused("refusals/trust", NotAllowed):
        making.create_league(anne, f"Cup of Tortuga {name}", "toy")


@pytest.mark.parametrize("name", ["🏴\u200d☠\ufe0f The Jolly Roger", "Möwe & Co.", "海賊", "No. 7", "…---…"])
def test_a_table_may_have_any_name_that_is_seen(anne, name):
    assert table_of(anne, name=name).name == name.replace("\u200d", "").replace("\ufe0f", "")


def test_a_table_named_long_ago_after_a_web_address_is_in_no_letter_to_a_stranger(anne, mary, golden):
    game = table_of(anne)
    Game.objects.filter(pk=game.pk).update(name="Win at evil.example")
    with golden.refused("refusals/trust", NotAllowed):
        lobby.invite(game.pk, anne, BESS)
    assert (letters_to(BESS), Invitation.objects.count()) == (0, 0)
    lobby.invite(game.pk, anne, "Mary")


def test_a_captain_named_long_ago_after_a_web_address_is_in_no_letter_to_a_stranger(anne, mary, golden):
    game = table_of(anne)
    lobby.join(game.pk, mary, token=game.join_token)
    type(mary).objects.filter(pk=mary.pk).update(name="evil.example")
    with golden.refused("refusals/trust", NotAllowed):
        lobby.invite(game.pk, anne, BESS)


def test_a_rematch_of_a_table_with_such_a_name_has_the_usual_one(anne, mary):
    game = lobby.create(anne, "toy", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    acting.resign(game.pk, 0)
    Game.objects.filter(pk=game.pk).update(name="Win at evil.example")
    assert rematch.rematch(game.pk, anne).name == "Anne’s table"


# -- letters about accounts -------------------------------------------------------------------------------
def test_anyone_who_types_an_address_again_and_again_has_five_letters_sent_there_a_day(client, anne, time_machine, golden):
    time_machine.move_to("2026-11-18T12:00:00Z", tick=False)
    for number in range(9):
        cache.clear()
        client.post("/account/signup/", sign_up(f"Sailor {chr(65 + number)}", f"bess+{number}@elsewhere.example"))
        client.post("/account/password/reset/", {"email": anne.email})
    assert len([letter for letter in mail.outbox if letter.to[0].startswith("bess")]) == 5
    assert len([letter for letter in mail.outbox if letter.to == [anne.email]]) == 5
    answer = client.post("/account/signup/", sign_up("Bess", BESS))
    assert answer.status_code == 422
    assert golden("pages/signup", part(answer, "#id_email_error li"))
    time_machine.move_to("2026-11-19T12:00:00Z", tick=False)
    assert client.post("/account/signup/", sign_up("Bess", BESS)).status_code == 302


def sign_up(name: str, email: str) -> dict[str, str]:
    return {"email": email, "username": name, "password1": PASSWORD, "time_zone": "UTC"}


def test_guests_who_keep_their_games_under_one_address_cannot_fill_its_inbox(client, sign_in):
    for number in range(9):
        cache.clear()
        form = {"address": BESS, "name": f"Sailor {chr(65 + number)}", "secret": PASSWORD}
        sign_in(client, services.make_guest()).post("/account/keep/", form)
    assert len(mail.outbox) == 5


# -- what is kept of it -----------------------------------------------------------------------------------
def test_a_count_does_not_tell_whose_it_is_and_goes_after_a_month(anne, time_machine):
    ask_and_leave(anne, BESS)
    kept = [" ".join(map(str, row)) for row in Tally.objects.values_list()]
    assert len(kept) == 4
    assert not [row for row in kept if "bess" in row.lower() or "elsewhere" in row]
    assert tasks.forget_tallies() == 0
    time_machine.move_to(timezone.now() + timedelta(days=39))
    assert (tasks.forget_tallies(), Tally.objects.count()) == (4, 0)


# -- everything else that trust says ----------------------------------------------------------------------
def test_a_guest_makes_no_league_and_a_newcomer_two(client, sign_in, guest, anne, golden):
    with golden.refused("refusals/trust", NotAllowed):
        making.create_league(guest, "Cup of Tortuga", "toy")
    page = sign_in(client, guest).post("/leagues/new/", {"name": "Cup of Tortuga", "ruleset": "bounty"})
    assert page.status_code == 422
    assert golden("pages/new-league", part(page, "ul.errorlist li"))
    for number in range(2):
        making.create_league(anne, f"Cup {number} of Tortuga", "toy")
    with golden.refused("refusals/trust", NotAllowed):
        making.create_league(anne, "Cup 3 of Tortuga", "toy")


def test_a_guest_begins_ten_games_against_bots_an_hour_and_has_ten_at_a_time(client, sign_in, guest, time_machine, golden):
    time_machine.move_to("2026-11-18T12:30:00Z", tick=False)
    for number in range(12):
        if number == 5:
            cache.clear()
        answer = sign_in(client, guest).post("/play/bounty/", follow=True)
    assert Game.objects.count() == 10
    assert golden("pages/home", flash(answer))
    with golden.refused("refusals/trust", NotAllowed):
        arranged.open_lesson(guest, "buccaneer")
    time_machine.move_to("2026-11-18T13:00:00Z", tick=False)
    page = client.post("/play/bounty/", follow=True)
    assert golden("pages/home", flash(page))
    Game.objects.update(status=Game.Status.OVER)
    assert lobby.play_now(guest, "toy").status == "running"


def test_a_lesson_is_a_table_too(guest, monkeypatch):
    monkeypatch.setitem(trust.DONE, "new table", trust.InATime((1, 1, 1, 1), trust.HOUR, "You can begin {most} table an hour."))
    first = arranged.open_lesson(guest, "buccaneer")
    assert arranged.open_lesson(guest, "buccaneer") == first
    with pytest.raises(NotAllowed, match="1 table an hour"):
        lobby.play_now(guest, "toy")


def test_a_bot_put_on_the_last_chair_counts_as_a_game_against_bots(guest, monkeypatch):
    monkeypatch.setitem(trust.HELD, "games against bots", trust.AtATime((1, 1, 1, 1), "{most} under way.", ""))
    lobby.play_now(guest, "toy")
    game = lobby.create(guest, "toy", seats=2)
    with pytest.raises(NotAllowed, match="1 under way"):
        lobby.add_bot(game.pk, guest, "easy")
    assert game.players.count() == 1


def test_by_letter_games_against_bots_have_the_same_limit(post, anne, monkeypatch, golden):
    monkeypatch.setitem(trust.DONE, "new table", trust.InATime((1, 1, 1, 1), trust.HOUR, "You can begin {most} table an hour."))
    assert [post.write(anne.email, "new bounty").state for _ in range(2)] == ["applied", "refused"]
    assert golden("letters/receipt-command", opening(receipt()))


def test_a_guest_takes_in_five_records_an_hour_readable_or_not(guest, golden):
    for _ in range(5):
        cache.clear()
        with pytest.raises(BadRecord):
            record_import.take_in(guest, "no record")
    with golden.refused("refusals/trust", NotAllowed):
        record_import.take_in(guest, "no record")


def test_a_guest_finds_no_company_and_no_place_in_a_season(guest, anne, golden):
    with golden.refused("refusals/trust", NotAllowed):
        seeks.seek(guest, ["toy"], [2 * 24 * 3600], 2)
    league = making.create_league(anne, "Cup of Tortuga", "toy")
    with golden.refused("refusals/trust", NotAllowed):
        making.add_organiser(league.pk, anne, guest)
    assert limits.members_only(anne, "Sign up first") is None


def test_a_guest_reports_twice_a_day(guest, people, golden):
    first, second, third = people(3)
    reports.report(guest, first, "advert")
    reports.report(guest, second, "advert")
    cache.clear()
    with golden.refused("refusals/trust", NotAllowed):
        reports.report(guest, third, "advert")


def test_a_program_with_a_key_can_invite_nobody_and_make_nothing(client, anne):
    head = {"authorization": f"Bearer {api_keys.create_key(anne, 'bot')}"}
    game = table_of(anne)
    answers = [
        client.post(f"/api/{path}", {}, "application/json", headers=head) for path in ("games", f"games/{game.pk}/invite", "leagues")
    ]
    assert {answer.status_code for answer in answers} <= {404, 405}


def test_hosts_find_in_the_log_who_came_to_a_limit(caplog, guest):
    caplog.set_level("INFO", "accounts.trust")
    with pytest.raises(NotAllowed):
        lobby.invite(table_of(guest).pk, guest, BESS)
    assert f"person {guest.pk} (guest) came to a limit: invitation" in caplog.text
    assert "elsewhere" not in caplog.text
