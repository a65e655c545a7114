"""A link in a letter: a GET shows, a button plays, once, for one seat in one position."""

import re
from html import unescape

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Player
from games.play import acting
from games.queries import table_view
from games.rulesets import all_rulesets
from games.tables import lobby
from notifications import addresses
from notifications.models import ReplyAddress
from notifications.tasks import sweep
from tests.letters import answer_by_button
from tests.reading import alert, part, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def _answers_come_in(settings):
    """As on one machine; a town says where."""
    settings.REPLY_DOMAIN = "localhost"


@pytest.fixture
def links(at, time_machine):
    """`links()` gives label -> path of the links in the newest letter."""

    def links():
        mail.outbox.clear()
        time_machine.move_to(timezone.now() + timezone.timedelta(minutes=3), tick=False)
        sweep()
        html = mail.outbox[-1].alternatives[0].content
        found = re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"[^>]*>([^<]+)<', html)
        return {label: path for path, label in found}

    return links


def test_looking_changes_nothing_and_needs_no_signing_in(client, at, links, golden):
    page = client.get(links()["north"])
    assert page.status_code == 200
    assert golden("pages/by-link", part(page, "main p"))
    assert at.game.number == 0


def test_the_button_plays_it_once(client, at, links, golden):
    path = links()["north"]
    page = client.post(path, {"what": "play"}, follow=True)
    move = at.game.moves.get(number=1)
    assert (move.answer, move.by, page.status_code) == ("north", "mail", 200)
    again = client.post(path, {"what": "play"}, follow=True)
    assert (again.status_code, at.game.number) == (410, 1)
    assert golden("pages/by-link-spent", alert(again))


def test_what_comes_next_has_links_of_its_own(client, at, links):
    page = client.post(links()["north"], {"what": "play"}, follow=True)
    assert answer_by_button(client, page, "dig", "no").status_code == 200
    assert at.game.number == 2


def test_who_is_signed_in_comes_to_the_table(client, sign_in, anne, at, links):
    page = sign_in(client, anne).post(links()["north"], {"what": "play"})
    assert page["Location"] == f"/games/{at.pk}/"


def test_other_links_of_the_letter_end_with_the_first_one_played(client, at, links):
    paths = links()
    client.post(paths["north"], {"what": "play"}, follow=True)
    assert client.get(paths["stay"]).status_code == 410


def test_a_link_ends_when_the_captain_answered_elsewhere(client, at, links):
    path = links()["north"]
    at.turn(0)
    assert client.get(path).status_code == client.post(path, {"what": "play"}, follow=True).status_code == 410
    at.turn(1)
    assert client.post(path, {"what": "play"}, follow=True).status_code == 410
    assert at.game.number == 4


def test_looking_never_shows_what_playing_would_turn_up(client, at, links, golden):
    at.act(0, "steer", "stay")
    page = client.get(links()["yes"])
    assert golden("pages/by-link", part(page, "main p.soft"))


def test_a_key_is_not_made_from_the_address_that_takes_answers(client, at, links):
    path = links()["north"]
    row = ReplyAddress.objects.latest("pk")
    reply = addresses.mint("r", row.ident)
    assert client.get(re.sub(r"l-[a-z2-7]{33}", reply, path)).status_code == 404
    assert client.get(re.sub(r"l-[a-z2-7]{33}", "l" + reply[1:], path)).status_code == 404
    assert addresses.verify(path.split("/")[3]) is None


@pytest.mark.parametrize("wrong", ["77zz", "1", "north", "x" * 300])
def test_a_code_that_was_not_in_the_letter_plays_nothing(client, at, links, wrong):
    path = links()["north"].rsplit("/", 2)[0] + f"/{wrong}/"
    assert client.post(path, {"what": "play"}, follow=True).status_code == 410
    assert at.game.number == 0


@pytest.mark.parametrize("form", [{}, {"what": "dance"}, {"what": ["play", "dance"]}])
def test_a_form_that_says_something_else_plays_nothing(client, at, links, form):
    assert client.post(links()["north"], form).status_code == 400
    assert at.game.number == 0


def test_a_seat_that_went_to_somebody_else_makes_links_worthless(client, at, jack, links):
    path = links()["north"]
    Player.objects.filter(game=at.pk, seat=0).update(user=jack)
    assert client.post(path, {"what": "play"}, follow=True).status_code == 410


def test_a_game_that_ended_makes_links_worthless(client, at, links):
    path = links()["north"]
    acting.end_as_it_stands(at.pk, "agreed")
    assert client.get(path).status_code == 410


def test_a_town_without_incoming_mail_still_has_links(client, at, links, settings):
    settings.REPLY_DOMAIN = ""
    assert client.get(links()["north"]).status_code == 200
    assert "Reply-To" not in mail.outbox[-1].extra_headers
    assert "/letters/do/" in mail.outbox[-1].body


@pytest.fixture
def far(anne, mary, monkeypatch):
    """A game whose first question offers more squares than have codes of their own, however strong the first crew is."""
    monkeypatch.setattr("games.mail.grammar.reply_codes.SQUARES", 1)
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    return game


def test_every_square_that_a_ship_may_sail_to_has_a_link_of_its_own(client, far, links, golden):
    board = links()["Choose a square on the board"]
    captain = far.players.get(seat=far.waits.get().seat).user
    options = table_view.table(far.pk, captain).decisions[0].options
    page = client.get(board, follow=True)
    assert {button.attributes["value"] for button in tree(page).css("[name=answer]")} >= set(options)
    square = options[0]
    squares = {square: f"{board[:-1]}-0/"}
    page = client.get(squares[square])
    assert golden("pages/by-link", part(page, "main p"))
    assert not far.moves.filter(number__gt=0).exists()
    assert client.post(squares[square], {"what": "play"}, follow=True).status_code == 200
    assert far.moves.get(number=1).answer == square


@pytest.mark.parametrize("square", ["ZZ99", "", "1-1", "999", "01", "x" * 300])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_to_a_square_that_nobody_offered_plays_nothing(client, far, links, square, method):
    path = next(path for path in links().values() if "-" in path.rsplit("/", 2)[1])
    code = path.rsplit("/", 2)[1].partition("-")[0]
    wrong = path.replace(path.rsplit("/", 2)[1], f"{code}-{square}")
    page = getattr(client, method)(wrong, {"what": "play"}, follow=True)
    assert page.status_code == 410
    assert not far.moves.filter(number__gt=0).exists()


def test_before_and_after_the_button_the_picture_marks_the_course_that_was_chosen(client, far, links, monkeypatch):
    drawn = []
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: drawn.append(str(svg)) or b"")
    paths = links()
    square = next(label for label, path in paths.items() if "-" in path.rsplit("/", 2)[1] and label != "stay")
    path = paths[square]
    assert "data-course" not in drawn[-1]
    drawn.clear()
    client.get(path)
    client.post(path, {"what": "play"}, follow=True)
    assert len(drawn) == 1
    assert f'data-course="{square}"' in drawn[0]


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_in_every_edition_each_place_has_a_link_that_leads_to_it(slug, client, anne, mary, links, monkeypatch):
    monkeypatch.setattr("games.mail.grammar.reply_codes.SQUARES", 0)
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: b"")
    game = lobby.create(anne, slug, seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    for label, path in links().items():
        page = client.get(path, follow=True)
        assert page.status_code == 200
        assert label in unescape(page.content.decode()) or page.redirect_chain
