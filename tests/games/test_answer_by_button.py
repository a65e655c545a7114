"""The button of a letter opens a page that answers without signing in: a GET changes nothing, and the key has no other power."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Player, Wait
from games.play.acting import take_back
from games.queries import table_view
from games.rulesets import on_offer
from games.tables import lobby
from games.timeouts import sweeping
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress
from tests.letters import answer_by_button, button_of, of_kind, receipt
from tests.reading import alert, buttons, has, part, parts, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def private(at):
    """Anne's running table, which nobody but its captains may see."""
    Game.objects.filter(pk=at.pk).update(open_to_all=False)
    return at


@pytest.fixture
def path(private, post):
    """Where the button of Anne's turn letter leads."""
    return button_of(post.letters()[-1])


def test_the_only_button_of_a_turn_letter_answers_at_a_private_table_without_signing_in(client, private, path):
    assert client.get(f"/games/{private.pk}/").status_code == 404
    page = client.get(path)
    assert has(page, "#board")
    page = answer_by_button(client, page, "steer", "north")
    assert (page.status_code, private.game.moves.get(number=1).answer) == (200, "north")


def test_a_whole_turn_is_played_signed_out_and_each_answer_tells_what_happened(client, private, path):
    page = answer_by_button(client, client.get(path), "steer", "north")
    assert parts(page, ".news li")
    page = answer_by_button(client, page, "dig", "no")
    assert parts(page, ".news li")
    assert not tree(page).css("form")
    assert [move.by for move in private.game.moves.filter(number__gt=0)] == ["mail", "mail"]


@pytest.mark.parametrize("slug", sorted(on_offer()))
def test_in_every_edition_a_turn_is_played_to_its_end_from_the_button(slug, client, anne, mary, post):
    game = lobby.create(anne, slug, seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    seat = Wait.objects.get(game=game, closed_at=None).seat
    captain = game.players.get(seat=seat).user
    page = client.get(button_of(next(letter for letter in post.letters() if letter.to == [captain.email])))
    while (table := table_view.table(game.pk, captain)).decisions and table.game.turn == seat and table.number < 30:
        decision = next((asked for asked in table.decisions if not asked.optional), table.decisions[0])
        answer = next(iter(decision.answers()))
        given = {"give": answer[0], "take": answer[1], "kind": "deal"} if decision.kind == "deal" else {}
        page = answer_by_button(client, page, decision.name, answer, **given)
        assert page.status_code == 200, part(page, ".problem")
        game.refresh_from_db()
        assert game.number > table.number
    assert game.moves.filter(by="mail").exists()


def test_an_answer_is_followed_by_a_page_that_can_be_loaded_again(client, private, path):
    page = answer_by_button(client, client.get(path), "steer", "north")
    [(address, status)] = page.redirect_chain
    assert (status, "?" in address) == (302, False)
    again = client.get(address)
    assert (again.status_code, parts(again, ".news li"), private.game.number) == (200, parts(page, ".news li"), 1)
    last = answer_by_button(client, page, "dig", "no").redirect_chain[-1][0]
    assert parts(client.get(last), ".news li")
    assert client.post(last, {"decision": "steer", "answer": "north", "seen": "0", "sure": "yes"}).status_code == 410
    Player.objects.filter(game=private.pk, seat=0).update(user=None)
    assert client.get(last).status_code == 410


def test_looking_at_it_changes_nothing_not_even_that_the_question_was_seen(client, private, path):
    before = list(Wait.objects.values()), list(Game.objects.values()), list(Player.objects.values())
    assert (client.get(path).status_code, client.head(path).status_code) == (200, 200)
    assert (list(Wait.objects.values()), list(Game.objects.values()), list(Player.objects.values())) == before


def test_the_page_is_not_kept_by_browsers_and_tells_no_other_site_its_address(client, path):
    page = client.get(path)
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"


def test_nobody_is_signed_in_by_it(client, private, path):
    page = answer_by_button(client, client.get(path), "steer", "north")
    assert not has(page, "form[action='/account/logout/']")
    assert client.get("/my/").status_code == 302


def test_who_has_signed_in_is_offered_the_full_table(client, sign_in, anne, mary, private, path):
    table = f".table-head a.button[href='/games/{private.pk}/']"
    assert not has(client.get(path), table)
    assert not has(sign_in(client, mary).get(path), table)
    assert has(sign_in(client, anne).get(path), table)


def test_an_answer_given_twice_is_played_once_and_the_page_says_what_to_do(client, private, path, golden):
    page = client.get(path)
    answer_by_button(client, page, "steer", "north")
    again = answer_by_button(client, page, "steer", "north")
    assert (again.status_code, private.game.number) == (410, 1)
    assert golden("pages/by-link-spent", part(again, "main"))


def test_a_question_that_was_undone_and_asked_again_needs_the_newest_letter(client, private, path):
    private.act(0, "steer", "stay")
    take_back(private.pk, 0, 1)
    assert client.get(path).status_code == 410


def test_after_two_months_the_button_says_that_it_is_too_old(client, path, time_machine, golden):
    ReplyAddress.objects.update(expires_at=timezone.now() - timedelta(days=1))
    page = client.get(path)
    assert page.status_code == 410
    assert golden("pages/by-link-spent", alert(page))


@pytest.mark.parametrize("key", ["l-" + "a" * 33, "x", "r-" + "b" * 33])
def test_a_forged_key_gets_a_plain_page_and_plays_nothing(client, private, path, key, golden):
    for page in (client.get(f"/letters/answer/{key}/"), client.post(f"/letters/answer/{key}/", {"decision": "steer", "answer": "north"})):
        assert page.status_code == 404
        assert golden("pages/by-link-spent", part(page, "main"))
    assert private.game.number == 0


def test_the_address_that_takes_answers_is_no_key_of_the_page(client, private, path):
    row = ReplyAddress.objects.latest("pk")
    assert client.get(f"/letters/answer/{reply_addresses.reply_address(row) or 'none'}/").status_code == 404


def test_an_answer_to_what_the_page_did_not_show_is_not_played(client, private, path):
    page = client.post(f"{path}?asked=0123456789abcdef", {"decision": "steer", "answer": "north", "seen": "0", "sure": "yes"})
    assert (page.status_code, private.game.number) == (409, 0)
    assert "north" in buttons(page, ".asked")


@pytest.mark.parametrize("answer", ["nowhere", "", "x" * 400])
def test_an_answer_that_is_not_offered_is_refused_and_asked_again(client, private, path, answer):
    page = answer_by_button(client, client.get(path), "steer", answer)
    assert (page.status_code, private.game.number) == (422, 0)
    assert alert(page)
    assert "north" in buttons(page, ".asked")


def test_a_key_cannot_answer_for_another_seat_or_table(client, private, path, mary, jack):
    Player.objects.filter(game=private.pk, seat=0).update(user=jack)
    assert client.get(path).status_code == 410
    assert client.post(path, {"decision": "steer", "answer": "north", "seen": "0"}).status_code == 410
    assert private.game.number == 0


def test_a_receipt_has_the_same_button(client, private, post):
    post.answer(post.letters()[-1], "north")
    page = client.get(button_of(receipt()))
    assert answer_by_button(client, page, "dig", "no").status_code == 200
    assert private.game.number == 2


def test_a_reminder_has_the_same_button(client, private, post):
    post.letters()
    wait = private.wait()
    post.letters(minutes=60 * 37)
    sweeping.do_step(wait.pk, wait.next_at)
    [reminder] = of_kind("reminder", post.letters(0))
    assert answer_by_button(client, client.get(button_of(reminder)), "steer", "north").status_code == 200
