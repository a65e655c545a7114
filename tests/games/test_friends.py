"""Friends: both agree, a block ends and prevents it without a word, and nobody else learns of it."""

import json
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts import account_deletion, personal_data
from accounts.models import User
from games.editions.errors import NotAllowed
from games.matchmaking import seeks
from games.models import Friendship, Game, Invitation
from games.moderation import blocks, friends
from games.moderation.friends import Stand
from games.tables import lobby
from notifications.models import Notice
from tests.letters import feedback
from tests.reading import alert, flash, has, links, part, parts, text

pytestmark = pytest.mark.django_db
DAY = 86400


@pytest.fixture
def press(client, sign_in):
    """`press(anne, mary, "ask")`: Anne presses that button on Mary's page."""
    return lambda user, other, say, **more: sign_in(client, user).post(f"/captains/{other.pk}/friend/", {"say": say, **more}, follow=True)


@pytest.fixture
def page(client, sign_in):
    return lambda user, address: sign_in(client, user).get(address).content.decode()


@pytest.fixture
def befriended(anne, mary):
    friends.ask(anne, mary)
    friends.agree(mary, anne)


def stands(one, other) -> tuple[Stand, Stand]:
    return friends.stand(one, other), friends.stand(other, one)


# -- asking and agreeing ----------------------------------------------------------------------------
def test_one_asks_on_the_others_page_and_the_other_agrees_on_their_own(press, page, anne, mary, golden):
    assert golden("pages/captain", part(page(anne, f"/captains/{mary.pk}/"), "div.person form"))
    for _ in range(2):
        answer = press(anne, mary, "ask")
    assert golden("pages/captain", flash(answer))
    assert golden("pages/captain", part(answer, "div.person form"))
    assert stands(anne, mary) == (Stand.ASKED, Stand.ASKS)
    assert golden("pages/captain", part(page(mary, f"/captains/{anne.pk}/"), "div.person form"))
    assert golden("pages/friends", part(page(mary, "/friends/"), "main"))
    assert golden("pages/lobby", part(page(mary, "/lobby/"), "p.card"))
    for _ in range(2):
        answer = press(mary, anne, "agree", list="")
    assert golden("pages/friends", part(answer, "main"))
    assert stands(anne, mary) == (Stand.FRIENDS, Stand.FRIENDS)
    assert golden("pages/captain", part(page(anne, f"/captains/{mary.pk}/"), "div.person form"))


def test_who_asks_the_one_that_asked_them_agrees(press, anne, mary, golden):
    press(anne, mary, "ask")
    assert golden("pages/captain", flash(press(mary, anne, "ask")))
    assert stands(anne, mary) == (Stand.FRIENDS, Stand.FRIENDS)


def test_a_refusal_is_not_told_and_the_other_can_change_their_mind(press, page, anne, mary):
    friends.ask(anne, mary)
    before = part(page(anne, f"/captains/{mary.pk}/"), "main")
    press(mary, anne, "refuse")
    assert part(page(anne, f"/captains/{mary.pk}/"), "main") == before
    assert stands(anne, mary) == (Stand.ASKED, Stand.NONE)
    friends.ask(anne, mary)
    assert not friends.requests_to(mary).exists()
    friends.ask(mary, anne)
    assert stands(anne, mary) == (Stand.FRIENDS, Stand.FRIENDS)


def test_either_ends_it_and_who_asked_takes_it_back(press, anne, mary, befriended):
    press(mary, anne, "end")
    assert stands(anne, mary) == (Stand.NONE, Stand.NONE)
    friends.ask(mary, anne)
    press(anne, mary, "end")
    assert stands(anne, mary) == (Stand.ASKS, Stand.ASKED)
    press(mary, anne, "end")
    assert not Friendship.objects.exists()


@pytest.mark.parametrize("say", ["", "love", "agree"])
def test_nonsense_and_an_answer_to_nothing_change_nothing(press, anne, mary, say, golden):
    answer = press(anne, mary, say)
    assert answer.status_code == 422
    assert golden("pages/captain", alert(answer))
    assert not Friendship.objects.exists()


def test_nobody_befriends_themselves_a_guest_or_whom_they_keep_away(anne, mary, guest, golden):
    blocks.block(anne, mary)
    for one, other in ((anne, anne), (anne, guest), (guest, anne), (anne, mary)):
        with golden.refused("refusals/friends", NotAllowed):
            friends.ask(one, other)
    assert not Friendship.objects.exists()


@pytest.fixture
def guest(db):
    from accounts.services import make_guest

    guest = make_guest("Europe/Dublin")
    guest.name = "Stout Heron"
    guest.save()
    return guest


def test_nobody_asks_too_many_people_or_one_too_often(anne, mary, make_person, golden):
    for _ in range(2):
        friends.ask(anne, mary)
        friends.end(anne, mary)
    with golden.refused("refusals/friends", NotAllowed):
        friends.ask(anne, mary)
    others = [make_person(f"Sailor {number}") for number in range(9)]
    for other in others[:8]:
        friends.ask(anne, other)
    with golden.refused("refusals/friends", NotAllowed):
        friends.ask(anne, others[8])


def test_the_list_of_friends_has_an_end(anne, mary, jack, monkeypatch, golden):
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    friends.ask(anne, mary)
    with golden.refused("refusals/friends", NotAllowed):
        friends.ask(anne, jack)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends(anne, mary):
    start, wrong = Barrier(2), []

    def ask(one, other):
        start.wait(30)
        try:
            friends.ask(one, other)
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    both = [Thread(target=ask, args=pair) for pair in ((anne, mary), (mary, anne))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(60)
    assert wrong == []
    assert stands(anne, mary) == (Stand.FRIENDS, Stand.FRIENDS)


# -- letters --------------------------------------------------------------------------------------
def of_friends(letters) -> list:
    return [letter for letter in letters if feedback(letter)[0] == "friendship"]


def test_a_letter_tells_who_asks_and_another_who_agreed(post, anne, mary, golden):
    friends.ask(anne, mary)
    [letter] = of_friends(post.letters())
    assert letter.to == [mary.email]
    assert golden("letters/friendship", f"{letter.subject}\n\n{text(letter)}")
    assert "http://127.0.0.1:8000/friends/" in letter.body
    friends.agree(mary, anne)
    [letter] = of_friends(post.letters())
    assert letter.to == [anne.email]
    assert golden("letters/friendship", f"{letter.subject}\n\n{text(letter)}")


def test_no_letter_comes_of_what_was_taken_back_refused_or_blocked(post, anne, mary, jack):
    friends.ask(anne, mary)
    friends.end(anne, mary)
    friends.ask(jack, mary)
    friends.refuse(mary, jack)
    friends.ask(anne, jack)
    blocks.block(jack, anne)
    assert of_friends(post.letters()) == []


# -- blocks -----------------------------------------------------------------------------------------
def test_a_block_ends_a_friendship_and_nobody_is_told(anne, mary, befriended):
    told = Notice.objects.count()
    blocks.block(mary, anne)
    assert (stands(anne, mary), Notice.objects.count()) == ((Stand.NONE, Stand.NONE), told)
    blocks.unblock(mary, anne)
    assert stands(anne, mary) == (Stand.NONE, Stand.NONE)


def test_who_is_kept_away_asks_as_if_nothing_were_and_nothing_arrives(press, page, anne, mary, jack):
    blocks.block(mary, anne)
    kept, free = press(anne, mary, "ask"), press(anne, jack, "ask")
    assert part(kept, "main").replace("Mary", "Jack") == part(free, "main")
    assert (friends.stand(anne, mary), friends.stand(mary, anne)) == (Stand.ASKED, Stand.NONE)
    assert not Notice.objects.filter(user=mary).exists()
    assert "Anne" not in part(page(mary, "/friends/"), "main")


def test_a_request_looks_to_its_asker_the_same_after_a_block(page, anne, mary):
    friends.ask(anne, mary)
    before = part(page(anne, f"/captains/{mary.pk}/"), "main")
    blocks.block(mary, anne)
    assert part(page(anne, f"/captains/{mary.pk}/"), "main") == before
    assert not friends.requests_to(mary).exists()


# -- what friends see -------------------------------------------------------------------------------
def test_friends_and_their_tables_stand_first_in_the_lobby(page, anne, mary, jack, befriended, golden):
    for owner in (mary, jack):
        lobby.create(owner, "buccaneer", seats=3, open_to_all=True)
    seeks.seek(mary, ["bounty", "piracy"], [DAY], 4)
    found = page(anne, "/lobby/")
    assert golden("pages/lobby", parts(found, "ul.games")[:2])
    assert f"/tables/new/bounty/?with={mary.pk}" in links(found)
    assert f"with={mary.pk}" not in page(jack, "/lobby/")
    assert not has(page(jack, "/lobby/"), ".captains .tag")


def test_no_third_person_and_no_page_of_theirs_tells_of_a_friendship(page, anne, mary, jack, make_person):
    before = {
        address: part(page(jack, address), "main") for address in (f"/captains/{anne.pk}/", f"/captains/{mary.pk}/", "/friends/", "/lobby/")
    }
    friends.ask(anne, mary)
    friends.agree(mary, anne)
    assert {address: part(page(jack, address), "main") for address in before} == before


def test_a_friend_is_invited_to_a_new_table_in_two_clicks(client, sign_in, anne, mary, jack, befriended, golden):
    before = lobby.create(anne, "bounty", seats=2)  # what they played last
    lobby.join(before.pk, mary, token=before.join_token)
    sign_in(client, anne)
    [link] = [link for link in links(client.get("/friends/")) if "?with=" in link]
    form = client.get(link)
    assert golden("pages/new-table", part(form, "fieldset.field:has([name=friends])"))
    assert has(form, f"[name=friends][value='{mary.pk}'][checked]")
    chosen = {name: form.context["form"][name].value() for name in ("seats", "bots", "level", "pace", "open_to_all", "friends")}
    answer = client.post(link, chosen | {"level": "easy"})
    game = Game.objects.latest("pk")
    assert answer["Location"] == f"/games/{game.pk}/"
    assert game.ruleset == "bounty"
    assert [(row.user, row.by) for row in Invitation.objects.all()] == [(mary, anne)]
    assert not Notice.objects.filter(kind="invitation", user=jack).exists()


def test_only_friends_can_be_ticked_and_each_needs_a_chair(client, sign_in, anne, mary, jack, befriended, golden):
    sign_in(client, anne)
    sent = {"seats": "2", "bots": "1", "level": "easy", "pace": str(DAY), "open_to_all": "False"}
    for who in (mary, jack):
        answer = client.post("/tables/new/buccaneer/", sent | {"friends": who.pk})
        assert answer.status_code == 422
        assert golden("pages/new-table", part(answer, "fieldset:has([name=friends]) .errorlist"))
    assert not Game.objects.exists()
    assert not has(client.get(f"/tables/new/buccaneer/?with={jack.pk}"), "[name=friends][checked]")


def test_the_pages_of_friends_and_the_lobby_need_few_queries(
    client, sign_in, anne, mary, jack, befriended, django_assert_max_num_queries, django_capture_on_commit_callbacks
):
    friends.ask(jack, anne)
    lobby.create(mary, "buccaneer", seats=3, open_to_all=True)
    sign_in(client, anne)
    with django_capture_on_commit_callbacks(execute=True):  # a task counts what pages show of captains and tables
        client.get("/lobby/")
    for address, most in (("/friends/", 14), ("/lobby/", 18)):
        with django_assert_max_num_queries(most):
            client.get(address)


# -- what is stored ---------------------------------------------------------------------------------
def test_the_personal_file_tells_both_sides_and_leaving_takes_it_along(anne, mary, befriended):
    for person, row in ((anne, {"other__name": "Mary"}), (mary, {"user__name": "Anne"})):
        [told] = personal_data.personal_data_of(person)["games.Friendship"]
        assert row.items() <= told.items()
        assert "agreed_at" in json.dumps(told, default=str)
    account_deletion.leave(anne)
    assert not Friendship.objects.exists()


def test_the_lobby_knows_the_circle_of_a_person_as_their_own_pages_do(anne, mary, jack, make_person):
    """A friend, one who asks, one who is asked, one who was declined, one who left, and one behind a block."""
    others = {name: make_person(name) for name in ("Asks", "Asked", "Declined", "Left", "Apart")}
    Friendship.objects.create(user=mary, other=anne, agreed_at=timezone.now())
    Friendship.objects.create(user=others["Asks"], other=anne)
    Friendship.objects.create(user=anne, other=others["Asked"])
    Friendship.objects.create(user=others["Declined"], other=anne, refused_at=timezone.now())
    Friendship.objects.create(user=others["Left"], other=anne)
    Friendship.objects.create(user=others["Apart"], other=anne)
    User.objects.filter(pk=others["Left"].pk).update(is_active=False)
    anne.blocks.create(other=others["Apart"])
    assert friends.circle_of(anne) == (friends.friend_ids(anne), friends.requests_to(anne).count()) == ({mary.pk}, 1)
    assert friends.circle_of(mary) == ({anne.pk}, 0)
    assert friends.circle_of(jack) == (set(), 0)
