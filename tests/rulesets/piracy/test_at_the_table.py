"""Whole games on the site: pages with undo and typed orders, answered letters, bots on the other ships."""

from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.html import escape

from games.models import Game
from games.queries import table_view
from games.rulesets.piracy.bots.captain import BOTS
from games.rulesets.piracy.text_board import far
from games.tables import lobby
from notifications.inbound.store import store
from tests.letters import sweep

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.fixture
def two(anne, mary) -> Game:
    """Return a game of Anne and Mary with two ships each."""
    game = lobby.create(anne, "piracy", {}, seats=2, place="red", open_to_all=True, name="The Spyglass")
    lobby.join(game.pk, mary, place="blue")
    return Game.objects.get(pk=game.pk)


def captain(game):
    """Return the captain who is asked now."""
    seat = game.waits.get(closed_at=None).seat
    return next(player.user for player in game.players.all() if player.seat == seat)


def order_of(game, user) -> str:
    """Return an order for a whole legal turn."""
    table = table_view.table(game, user)
    return BOTS["middle"](table.view, table.decisions, lambda sides: sides - 1).answer


def test_a_whole_turn_is_sent_as_one_line_and_the_other_captain_is_asked(two, client, sign_in):
    user = captain(two)
    page = sign_in(client, user)
    response = page.post(f"/games/{two.pk}/move/", {"seen": two.number, "decision": "order", "answer": order_of(two, user)}, follow=True)
    assert response.status_code == 200
    assert captain(Game.objects.get(pk=two.pk)) != user


def test_a_line_that_is_not_allowed_changes_nothing_and_says_why(two, client, sign_in):
    page = sign_in(client, captain(two))
    response = page.post(f"/games/{two.pk}/move/", {"seen": two.number, "decision": "order", "answer": "E E <b>E</b>"})
    assert response.status_code == 422
    assert b"<b>E</b>" not in response.content
    assert Game.objects.get(pk=two.pk).number == two.number


def test_a_refused_order_stays_in_its_open_field_with_the_reason_beside_it(two, client, sign_in):
    page = sign_in(client, captain(two))
    response = page.post(f"/games/{two.pk}/move/", {"seen": two.number, "decision": "order", "answer": 'E "E" N S'})
    shown = response.content.decode()
    field = shown[shown.index('<details class="card question" id="offer-order') :].partition("</details>")[0]
    assert field.partition(">")[0].endswith(" open")
    assert 'value="E &#34;E&#34; N S" autofocus aria-invalid="true" aria-describedby="order-refused"' in field
    assert f'id="order-refused">{response.context["problem"]}</p>' in field


@pytest.mark.parametrize(("address", "field", "text"), [("move", "line", "dance <b>home</b>"), ("say", "text", "Ahoy, " * 90)])
def test_any_other_refused_line_stays_in_its_field_too(two, client, sign_in, address, field, text):
    page = sign_in(client, captain(two))
    response = page.post(f"/games/{two.pk}/{address}/", {"seen": two.number, field: text})
    assert response.status_code == 422
    assert f'value="{escape(text[:500])}"' in response.content.decode()


def test_what_was_done_in_a_turn_is_taken_back_from_the_page(two, client, sign_in):
    user = captain(two)
    page = sign_in(client, user)
    first = table_view.table(two, user).decisions[0]
    page.post(f"/games/{two.pk}/move/", {"seen": two.number, "decision": first.name, "answer": first.default})
    page.post(f"/games/{two.pk}/undo/", {"seen": two.number + 1})
    now = Game.objects.get(pk=two.pk)
    assert table_view.table(now, user).decisions[0] == first


def test_the_page_shows_chart_text_board_event_and_a_field_for_orders(two, client, sign_in):
    page = sign_in(client, captain(two)).get(f"/games/{two.pk}/").content.decode()
    for part in ("chart-one", "The die shows", 'name="answer"', "order-line", "P Port Blackwood"):
        assert part in page


def test_a_letter_shows_the_chart_and_is_answered_by_one_line_of_orders(two, settings, time_machine):
    settings.REPLY_DOMAIN = "localhost"
    later = timezone.now() + timedelta(minutes=3)
    time_machine.move_to(later, tick=False)
    mail.outbox.clear()
    sweep()
    user = captain(two)
    letter = next(letter for letter in mail.outbox if letter.to == [user.email])
    assert "Port Blackwood" in letter.body
    line = next(line for line in letter.body.splitlines() if "orders in words" in line)
    table, words = table_view.table(two, user), " ".join(letter.body.split())
    order = next(decision for decision in table.decisions if decision.name == "order")
    assert order.ready()[0] in words
    assert f"{far(table.view)} " in words
    number, letters = line[1 : line.index("]")].split()
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = letter.to[0], letter.extra_headers["Reply-To"], f"Re: {letter.subject}"
    reply["Message-ID"] = "<1@example.org>"
    reply.set_content(f"{number} {letters}: {order_of(two, user)}\n")
    store(reply.as_bytes(), reply["To"], letter.to[0], later, "pass")
    sweep()
    assert captain(Game.objects.get(pk=two.pk)) != user


def all_but_end(two, page, user) -> Game:
    """Play event and voyage on the page, so that only the end of the turn is asked."""
    page.post(f"/games/{two.pk}/move/", {"seen": 0, "decision": "order", "answer": order_of(two, user).removesuffix("; END")})
    played = Game.objects.get(pk=two.pk)
    assert [decision.name for decision in table_view.table(played, user).decisions if not decision.optional] == ["end"]
    return played


def test_end_alone_ends_the_turn_in_a_typed_line(two, client, sign_in):
    user = captain(two)
    played = all_but_end(two, sign_in(client, user), user)
    client.post(f"/games/{two.pk}/move/", {"seen": played.number, "line": "END"})
    assert captain(Game.objects.get(pk=two.pk)) != user


def test_end_alone_ends_the_turn_by_letter(two, post):
    user = captain(two)
    letter = next(letter for letter in post.letters(3) if letter.to == [user.email])
    assert post.answer(letter, order_of(two, user).removesuffix("; END")).state == "applied"
    assert post.answer(mail.outbox[-1], "END").state == "applied"
    assert captain(Game.objects.get(pk=two.pk)) != user
