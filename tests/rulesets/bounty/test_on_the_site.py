"""Bounty over web and mail, against bots, to its end."""

import random
import re
from html import unescape

import pytest
from django.core import mail

from games.engine import commitment
from games.mail import letter_parts
from games.models import Game, Seed
from games.play import bots
from games.queries import journal, table_view
from games.rulesets import get_ruleset
from games.rulesets.bounty.cards import pack
from games.rulesets.bounty.chart import SQUARES
from games.rulesets.bounty.state import STEPS
from games.storage.snapshots import stored
from games.tables import lobby
from tests.games.conftest import later  # noqa: F401  a fixture
from tests.letters import codes, tidy
from tests.positions import store
from tests.reading import alert, has, headings, links, opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULES = get_ruleset("bounty")
MOST_ANSWERS = 600
SECRET = b"the sea is calm today, all night"


@pytest.fixture(autouse=True)
def _the_same_cards_every_time(monkeypatch):
    """Fix all deals, throws and choices, so that every run is the same."""
    monkeypatch.setattr(Seed, "draw", staticmethod(lambda: (SECRET, commitment(SECRET))))


@pytest.fixture
def as_anne(client, anne, sign_in):
    return sign_in(client, anne)


def new_table(anne, seats, **options):
    """Create a table for Anne against bots; return it with her seat."""
    game = lobby.create(anne, "bounty", options, seats=seats, bots=("middle",) * (seats - 1), place="green", name="Port Royal")
    return Game.objects.get(pk=game.pk), Game.objects.get(pk=game.pk).players.get(user=anne).seat


def asked(game, user):
    """Return the questions to this player once the bots have played."""
    bots.play_on(game.pk)
    game = Game.objects.get(pk=game.pk)
    return game, [decision for decision in table_view.table(game, user).decisions if not decision.optional]


def play_by_web(client, game, anne, seed, rounds=999):
    """Play Anne's legal moves by the forms of the page, until the game is over or so many rounds are played."""
    chance = random.Random(seed)
    for _ in range(MOST_ANSWERS):
        game, decisions = asked(game, anne)
        if not decisions or game.round > rounds:
            break
        answer = decisions[0].sample(chance.randrange)
        sent = {"seen": game.number, "decision": decisions[0].name, "answer": answer, "sure": "yes"}
        assert client.post(f"/games/{game.pk}/move/", sent).status_code == 302
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    ("seats", "options", "reasons"),
    [
        (4, {"goal": 100}, {"goal"}),
        (3, {"goal": 150}, {"goal"}),
        (5, {"goal": 200, "rounds": 20}, {"goal", "rounds"}),
        (3, {"goal": 0, "rounds": 20}, {"rounds"}),
        (2, {"goal": 100}, {"goal"}),
    ],
)
def test_a_game_over_the_web_comes_to_its_end(as_anne, anne, seats, options, reasons):
    game, _ = new_table(anne, seats, **options)
    ended = play_by_web(as_anne, game, anne, seats)
    assert ended.status == Game.Status.OVER
    assert ended.outcome.reason in reasons
    page = as_anne.get(f"/games/{game.pk}/").content.decode()
    assert f'<p class="lead">{told_end(ended, anne)}</p>' in unescape(page)
    assert as_anne.get(f"/games/{game.pk}/history/").status_code == 200


def told_end(game, user):
    """Return the sentence that ends the journal of this reader."""
    seat = game.players.get(user=user).seat
    return journal.journal(game, seat, game.number - 1)[0][1][-1]


def test_a_game_of_two_with_two_ships_each_is_played_over_web_and_mail_to_its_end(as_anne, anne, post):
    game, _ = new_table(anne, 2, goal=0, rounds=20)
    play_by_web(as_anne, game, anne, 1, rounds=16)
    mail.outbox.clear()
    for _ in range(MOST_ANSWERS):
        if Game.objects.get(pk=game.pk).status != Game.Status.RUNNING:
            break
        letter = next_letter(post)
        _, [decision, *_] = asked(game, anne)
        wish = "buy" if decision.name == "buy" else decision.default
        written = codes(letter)
        by_name = written.get(RULES.label(decision, wish, ["Anne", "Bot"]))
        assert post.answer(letter, by_name or f"{next(iter(written.values()))}: {wish}").state == "applied"
        bots.play_on(game.pk)
    ended = Game.objects.get(pk=game.pk)
    assert ended.outcome.reason == "rounds"
    assert [told_end(ended, anne) in tidy(letter) for letter in (*mail.outbox, *post.letters(60 * 24))] == [True]
    assert ended.moves.filter(by="mail").count() > 4


def next_letter(post):
    """Return the newest letter that can be answered: the receipt for the last answer, or the next letter sent."""
    for minutes in (0, 3, 60, 600):
        letters = [letter for letter in (post.letters(minutes) if minutes else mail.outbox) if codes(letter)]
        if letters:
            return letters[-1]
    raise AssertionError("no letter came")


def test_the_letter_has_board_cargo_and_throw(anne, post, golden):
    bots.play_on(new_table(anne, 4)[0].pk)
    [letter] = [one for one in post.letters() if one.to == [anne.email]]
    assert golden("letters/turn", headings(letter))
    assert any(part.get_content_type() == "image/png" for part in letter.message().walk())


def test_bad_input_is_refused_and_changes_nothing(as_anne, anne):
    game, [decision, *_] = asked(new_table(anne, 3)[0], anne)
    wrong = [("sail", "Z99"), ("sail", "E6"), ("attack", "D13"), ("buy", "buy"), ("loan", "borrow"), ("commission", "1"), ("sail", "<b>")]
    for name, answer in wrong:
        sent = {"seen": game.number, "decision": name, "answer": answer}
        assert as_anne.post(f"/games/{game.pk}/move/", sent).status_code == 422
    assert Game.objects.get(pk=game.pk).number == game.number
    sent = {"seen": game.number, "decision": decision.name, "answer": decision.default, "sure": "yes"}
    assert [as_anne.post(f"/games/{game.pk}/move/", sent).status_code for _ in range(2)] == [302, 302]
    assert game.moves.filter(seat=decision.seat, number__gt=game.number).count() == 1


@pytest.mark.parametrize(
    ("purse", "visited", "law"),
    [(2, (), "T1"), (35, (0,), "T2")],
)
def test_what_cannot_be_bought_is_refused_with_the_rule_and_nothing_changes(as_anne, anne, purse, visited, law, golden):
    game, seat = new_table(anne, 3)
    game, _ = asked(game, anne)
    state = loaded(game)
    state.agenda, state.at[seat], state.visited[seat] = STEPS.all([("next", seat), ("sail", seat, seat, 4)]), SQUARES["A10"], visited
    state.bank, state.purses[seat] = state.bank + state.purses[seat] - purse, purse
    store(game, state)
    refused = as_anne.post(f"/games/{game.pk}/move/", {"seen": game.number, "decision": "buy", "answer": "buy"})
    assert refused.status_code == 422
    assert golden("pages/table-bounty", alert(refused))
    assert links(refused, "[role=alert]") == [f"/games/{game.pk}/rules/#law-{law}"]
    assert RULES.dump(loaded(Game.objects.get(pk=game.pk))) == RULES.dump(state)


def hidden_pirate(game, seat):
    """Return the game with this seat's ship at G5, a pirate on top, and a prey of one card at G9; the throw is a four."""
    state = loaded(game)
    other = (seat + 1) % 3
    state.turn, state.agenda = seat, STEPS.all([("next", seat), ("sail", seat, seat, 4)])
    state.at[seat], state.at[other] = SQUARES["G5"], SQUARES["G9"]
    for ship, card in ((seat, "5-P"), (other, "6-18")):
        port = int(card[0]) - 1
        state.holds[ship], state.visited[ship] = (card,), (port,)
        state.packs[port] = tuple(code for code in pack(port) if code != card)
    store(game, state)
    return other


def test_a_prey_on_the_chart_is_a_button_and_pressing_it_attacks(as_anne, anne):
    game, seat = new_table(anne, 3)
    game, _ = asked(game, anne)
    other = hidden_pirate(game, seat)
    page = as_anne.get(f"/games/{game.pk}/").content.decode()
    assert page.count('name="line" value="attack G9"') == 2
    assert 'id="offer-attack' not in page
    pressed = {"seen": game.number, "decision": "sail", "line": "attack G9", "sure": "yes"}
    assert as_anne.post(f"/games/{game.pk}/move/", pressed).status_code == 302
    move = game.moves.get(number=game.number + 1)
    assert (move.decision, move.answer) == ("attack", "G9")
    found = [event["name"] for event in move.events]
    assert found[:3] == ["attacked", "shown", "plundered"]
    assert loaded(Game.objects.get(pk=game.pk)).holds[other] == ()


def loaded(game):
    return RULES.load(stored(game))


@pytest.mark.parametrize("words", ["attack G9", "Attack Anne Bonny at G9.", "sail G9", "G9"])
def test_a_letter_may_be_answered_in_the_words_of_the_game(anne, post, words):
    game, seat = new_table(anne, 3)
    game, _ = asked(game, anne)
    hidden_pirate(game, seat)
    assert post.answer(next_letter(post), words).state == "applied"
    move = game.moves.get(by="mail")
    assert (move.decision, move.answer) == ("attack" if "ttack" in words else "sail", "G9")


def test_a_letter_that_is_refused_leads_to_the_law_on_the_rules_page(anne, post):
    game, seat = new_table(anne, 3)
    game, _ = asked(game, anne)
    state = loaded(game)
    state.at[seat], state.agenda = SQUARES["G5"], [("next", seat), ("sail", seat, seat, 4)]
    store(game, state)
    assert post.answer(next_letter(post), "sail M1").state == "refused"
    receipt = mail.outbox[-1]
    assert "/rules/bounty/#law-M3" in receipt.body
    assert '/rules/bounty/#law-M3"' in receipt.alternatives[0][0]


def test_a_law_of_an_older_table_is_looked_up_in_the_rules_as_that_table_plays_them(anne):
    game, _ = new_table(anne, 3)
    assert letter_parts.law_link(game, "M3").endswith("/rules/bounty/#law-M3")
    game.version = 1
    assert letter_parts.law_link(game, "M3").endswith(f"/games/{game.pk}/rules/#law-M3")
    assert letter_parts.law_link(game, "no such law") == ""


def test_a_captain_whose_turn_is_over_reads_how_their_attack_ended(as_anne, anne, golden):
    game, seat = new_table(anne, 3)
    game, _ = asked(game, anne)
    hidden_pirate(game, seat)
    as_anne.post(f"/games/{game.pk}/move/", {"seen": game.number, "decision": "attack", "answer": "G9", "sure": "yes"})
    for asked_again in (False, True):
        page = as_anne.get(f"/games/{game.pk}/")
        assert golden("pages/table-bounty", part(page, "section.news .this-turn"))
        assert has(page, "b.yours") == asked_again
        bots.play_on(game.pk)


def test_a_lapsed_turn_sails_home_and_is_told(anne, later):  # noqa: F811
    game, seat = new_table(anne, 3)
    game, [decision, *_] = asked(game, anne)
    for _ in range(6):
        later(hours=12)
    move = game.moves.filter(seat=seat, by="clock").first()
    assert (move.decision, move.answer) == (decision.name, decision.default)


def test_try_tells_where_the_ship_would_sail_and_that_nothing_was_played(anne, mary, post, golden):
    game = lobby.create(anne, "bounty", {}, seats=2, place="green", name="Port Royal")
    lobby.join(game.pk, mary, place="blue", token=game.join_token)
    [letter] = post.letters()
    post.answer(letter, f"try {re.search(r'such as ([A-M][0-9]+),', tidy(letter))[1]}")
    [receipt] = mail.outbox
    assert golden("letters/receipt", opening(receipt))
    game.refresh_from_db()
    assert game.number == 0
