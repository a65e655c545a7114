"""The timing of a planned voyage reveals no card: with other hidden cards, others see the same at the same time."""

import re
from random import Random

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts import api_keys
from games.clocks.paces import DAY, HOUR, Bank
from games.clocks.terms import Terms
from games.engine import Action, Dice, play
from games.formats.replay import to_json
from games.history.turns import turns
from games.models import Checkpoint, Game, Move, Player, Wait
from games.play import acting, standing_orders
from games.rulesets import get_ruleset
from games.rulesets.bounty.cards import PORT_OF, pack
from games.rulesets.bounty.orders import ORDERS, carry_on
from games.rulesets.bounty.state import State
from games.storage.snapshots import stored
from games.tables import lobby
from tests.games.test_nothing_leaks import CHANGES_BY_ITSELF
from tests.letters import Post
from tests.reading import part, parts
from tests.rulesets.bounty.test_voyages import game, go_on, on_turn  # noqa: F401  a fixture

pytestmark = pytest.mark.one_database

RULES = get_ruleset("bounty")
PLAN = {"voyage": "sail"}
WARNING = {"enough": ("home",), "pirate": ("ask",), "warship": ("ask",)}
"""The orders that say themselves that others may learn something."""
MINE = 1


# -- what the orders say ------------------------------------------------------------------------------
def positions(games: int):
    """Yield positions from play in which seat 1 is asked something; it sails its plan, the others are bots."""
    for number in range(games):
        dice, chance = Dice(b"tempo%d" % number), Random(number)
        state, _ = RULES.setup(["red", "blue", "green"], number % 3, {}, dice)
        for _ in range(900):
            if RULES.outcome(state):
                break
            decisions = RULES.decisions(state)
            seat = next(decision for decision in decisions if not decision.optional).seat
            mine = [decision for decision in decisions if decision.seat == seat]
            if seat == MINE:
                yield state
            answer = RULES.bots["strong"](RULES.view(state, seat), mine, chance.randrange)
            state = play(RULES, state, answer, dice).state


def with_other_cards(state: State):
    """Return the same table with every card on top that seat 1 may have bought there, and with others beneath it."""
    ship = MINE
    if not state.holds[ship] or state.known[ship]:
        return
    *below, top = state.holds[ship]
    for other in dict.fromkeys(pack(PORT_OF[top])):
        new = state.copy()
        new.holds[ship] = (*(pack(PORT_OF[card])[-1] for card in below), other)
        yield new


def said_to_turn(state, wish) -> tuple[bool, dict]:
    """Return whether these orders play, and their answer to each question of this turn."""
    decisions = [found for found in RULES.decisions(state) if found.seat == MINE]
    view = RULES.view(state, MINE)
    said = {found.name: carry_on(view, found, wish) for found in decisions}
    return any(answer is not None for answer in said.values()), said


def plans(chance: Random, count: int):
    """Yield orders of every kind, none of which causes a warning."""
    for _ in range(count):
        orders = {}
        for order in ORDERS:
            choices = [value for value, _ in order.choices if value not in WARNING.get(order.key, ())]
            orders[order.key] = (
                chance.choice(choices) if order.most == 1 else tuple(chance.sample(choices, chance.randrange(len(choices) + 1)))
            )
        yield orders | PLAN


def test_whether_a_planned_voyage_goes_on_does_not_depend_on_hidden_cards():
    chance, compared = Random(14), 0
    for state in positions(6):
        others = list(with_other_cards(state))
        for wish in plans(chance, 6):
            assert len({said_to_turn(other, wish)[0] for other in others}) <= 1, wish
            compared += len(others)
    assert compared > 5000


def test_the_default_plan_says_the_same_whatever_the_cards_are():
    seen = 0
    for state in positions(6):
        answers = [said_to_turn(other, PLAN | {"enough": "plan"})[1].items() for other in with_other_cards(state)]
        without_attack = [{name: said for name, said in answer if name != "attack"} for answer in answers]
        assert all(answer == without_attack[0] for answer in without_attack)
        assert all(said is None for answer in answers for name, said in answer if name == "attack")
        seen += len(answers)
    assert seen > 500


def test_an_order_that_lets_others_notice_something_says_so_and_no_default_pauses(golden):
    answer = {(order.key, value): sentence for order in ORDERS for value, sentence in order.sentences}
    warned = {(key, value) for key, values in WARNING.items() for value in values}
    assert warned <= set(answer)
    assert golden("orders/bounty", [f"warns {key} {value}: {answer[key, value]}" for key, value in sorted(warned)])
    assert golden("orders/bounty", [f"{key} {value}: {answer[key, value]}" for key, value in sorted(set(answer) - warned)])
    assert not [order.key for order in ORDERS if order.default == "ask" and (order.key, "ask") in warned]


CODES = re.compile(r"\d+(?:\s|%20|&nbsp;|&#160;)[B-Z]{2}\b")
"""Codes of a letter hang on the number of a row, which says nothing."""


# -- what others see ------------------------------------------------------------------------------------
def seen_by_others(client, found: Game, jack, time_machine) -> tuple:
    """Return everything that others see: pages, parts, the feed, the data for programs, times, and the letter that asks Jack."""
    cache.clear()
    mail.outbox.clear()
    key = {"Authorization": f"Bearer {api_keys.create_key(jack, 'looks')}"}
    pages = []
    for person in (None, jack):
        client.logout()
        if person:
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        for page in ("", "history/", f"history/{found.number - 1}/", "clock/", "feed/"):
            answer = client.get(f"/games/{found.pk}/{page}")
            pages.append(f"{answer.status_code} {CHANGES_BY_ITSELF.sub('', answer.content.decode())}")
    told = [client.get(f"/api/games/{found.pk}{path}", headers=key).json() for path in ("", "/moves")]
    times = list(Move.objects.filter(game=found).order_by("number").values_list("number", "seat", "decision", "made_at"))
    spans = turns(found, ["Anne", "Mary", "Jack"], 9)
    asking = [letter for letter in Post(time_machine).letters(9) if letter.to == ["jack@example.org"]]
    written = [
        CODES.sub("", CHANGES_BY_ITSELF.sub("", part.get_payload(decode=True).decode()))
        for letter in asking
        for part in letter.message().walk()
        if part.get_content_maintype() == "text"
    ]
    assert asking
    return pages, told, times, spans, written


@pytest.fixture
def as_seen(client, jack, time_machine, settings):
    """Return `as_seen(game, prepare, play)`: it prepares a table, plays on, returns what others see, and restores everything."""
    settings.REPLY_DOMAIN = "localhost"
    now = timezone.now()

    def look(found: Game, prepare, play) -> tuple:
        time_machine.move_to(now, tick=False)
        mark = transaction.savepoint()
        prepare()
        Wait.objects.filter(game=found).delete()  # a random first seat may have made this Jack's turn when the table was made
        begun = Game.objects.get(pk=found.pk)
        Checkpoint.objects.filter(game=found).update(number=begun.number, snapshot=to_json(stored(begun)))
        play()
        shown = seen_by_others(client, Game.objects.get(pk=found.pk), jack, time_machine)
        transaction.savepoint_rollback(mark)
        return shown

    return look


HIDDEN = ("5-14", "5-P", "5-W")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wish", [{}, {"pirate": "attack", "warship": "attack"}, {"pirate": "hunt", "warship": "hunt"}], ids=["default", "attack", "hunt"]
)
def test_others_see_the_same_at_the_same_time_whatever_card_lies_on_top(game, as_seen, wish):  # noqa: F811
    standing_orders.save_orders(game.pk, 1, {"voyage": "sail", "route": ["Cocoa Bay", "Sugar Quay"], **wish})

    def sails():
        assert {seat for seat, *_ in go_on(game)} == {1}

    first, *rest = [as_seen(game, lambda card=card: on_turn(game, 1, 4, hold=(card,)), sails) for card in HIDDEN]
    for other in rest:
        for one, two in zip(first, other, strict=True):
            assert one == two


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["player", "mail"])
def test_others_see_the_same_whether_a_captain_or_their_plan_played(game, as_seen, by):  # noqa: F811
    plan = {"voyage": "sail", "route": ["Cocoa Bay", "Sugar Quay"]}

    def by_hand():
        standing_orders.save_orders(game.pk, 1, {})
        go_on(game)
        for name, answer in (("sail", "A4"), ("buy", "buy")):
            number = Game.objects.get(pk=game.pk).number
            acting.act(game.pk, Action(1, name, answer), number, by)

    def by_plan():
        standing_orders.save_orders(game.pk, 1, plan)
        go_on(game)

    def prepare():
        on_turn(game, 1, 4)

    for one, two in zip(as_seen(game, prepare, by_hand), as_seen(game, prepare, by_plan), strict=True):
        assert one == two


@pytest.mark.django_db
def test_the_captain_is_told_what_their_plan_played(game, client, sign_in, mary, golden):  # noqa: F811
    standing_orders.save_orders(game.pk, 1, {"voyage": "sail", "route": ["Cocoa Bay"]})
    on_turn(game, 1, 4)
    go_on(game)
    number = Game.objects.get(pk=game.pk).number
    assert golden("pages/history-at", part(sign_in(client, mary).get(f"/games/{game.pk}/history/{number}/"), "p.soft:has(time)"))


@pytest.mark.django_db
@pytest.mark.parametrize("wish", [PLAN | {"route": ["Cocoa Bay", "Sugar Quay"]}, {}], ids=["by plan", "by hand"])
def test_a_turn_adds_to_the_bank_of_its_captain_whether_they_or_their_plan_played(anne, mary, jack, time_machine, wish):
    time_machine.move_to(timezone.now(), tick=False)
    pace = Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR)
    banked = lobby.create(anne, "bounty", seats=3, place="red", open_to_all=True, name="The Sound", clock=Terms(pace))
    for person, colour in ((mary, "blue"), (jack, "green")):
        lobby.join(banked.pk, person, place=colour)
    standing_orders.save_orders(banked.pk, 1, wish)
    on_turn(Game.objects.get(pk=banked.pk), 1, 4)
    Wait.objects.filter(game=banked).delete()
    go_on(banked)
    for name, answer in () if wish else (("sail", "A4"), ("buy", "buy")):
        acting.act(banked.pk, Action(1, name, answer), Game.objects.get(pk=banked.pk).number)
    assert Game.objects.get(pk=banked.pk).turn == 2
    assert Player.objects.get(game=banked, seat=1).bank == 3 * DAY + 12 * HOUR


@pytest.mark.django_db
def test_what_happened_is_told_since_the_captain_last_played_and_not_since_their_plan_did(game, client, sign_in, mary):  # noqa: F811
    standing_orders.save_orders(game.pk, 1, {"voyage": "sail", "route": ["Cocoa Bay", "Sugar Quay"]})
    for throw, at in ((4, "B6"), (3, "B6")):
        on_turn(Game.objects.get(pk=game.pk), 1, throw, at=at)
        go_on(Game.objects.get(pk=game.pk))
    assert len(parts(sign_in(client, mary).get(f"/games/{game.pk}/"), ".news li.on-behalf")) >= 3
