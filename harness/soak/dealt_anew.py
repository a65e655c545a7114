"""What one reader may not know of a table, changed underneath: hands, piles, the seed, the past, and all that others have ordered.

What the reader is told must stay the same. Use it in a transaction that is rolled back.
"""

from random import Random
from typing import Any

from games.engine import SITE, Action, Decision, Dice, Event, Ruleset, StandingOrder, play
from games.engine.random_play import random_bot
from games.engine.settle import site_answer, waiting_for
from games.models import Checkpoint, Deck, Game, Hand, Move, Notes, Seed
from games.play.queued_answers import MOST as MOST_QUEUED
from games.play.standing_orders import FALLBACKS
from games.storage.snapshots import from_json, stored, to_json

TRIES = 20
"""Deals until one is another; where two cards are left, many are not."""


def change_what_is_secret(game: Game, seat: int | None, random: Random) -> None:
    """Everything in the rows of this game that `seat` may not know is something else now."""
    change_the_past(game, seat)
    deal_anew(game, seat, random)
    change_wishes(game, seat, random)
    Seed.objects.filter(game=game).update(secret=random.randbytes(32))


def deal_anew(game: Game, seat: int | None, random: Random) -> None:
    """Other cards in all hands and piles that `seat` does not know."""
    rules, before = game.rules, stored(game)
    state = rules.load(before)
    for _ in range(TRIES):
        snapshot = rules.dump(rules.redeal_hidden(state, seat, Dice(random.randbytes(32))))
        if (snapshot.seats, snapshot.decks) != (before.seats, before.decks):
            break
    Game.objects.filter(pk=game.pk).update(public=snapshot.public)
    for player, secrets in zip(game.players.order_by("seat"), snapshot.seats, strict=True):
        Hand.objects.filter(player=player).update(secrets=secrets)
    for name, cards in snapshot.decks.items():
        Deck.objects.filter(game=game, name=name).update(cards=cards)


def change_the_past(game: Game, seat: int | None) -> None:
    """Every kept position is dealt anew; facts and answers that were others' own are others, and came in another way."""
    rules = game.rules
    for kept in Checkpoint.objects.filter(game=game):
        other = rules.redeal_hidden(rules.load(from_json(kept.snapshot)), seat, Dice(b"%d" % kept.number))
        Checkpoint.objects.filter(pk=kept.pk).update(snapshot=to_json(rules.dump(other)))
    for move in Move.objects.filter(game=game).exclude(decision="undo"):  # which everybody may know
        events = [data if Event.from_json(data).seen_by(seat) else other_facts(data) for data in move.events]
        by, answer = (move.by, move.answer) if move.seat == seat else (OTHER_WAY.get(move.by, move.by), ["another", "answer"])
        Move.objects.filter(pk=move.pk).update(events=events, answer=answer, by=by, hash="another")


OTHER_WAY = {"player": "standing", "standing": "mail", "mail": "player"}
"""How an answer of a person came, and how it might have come as well."""


def other_facts(data: dict) -> dict:
    """A fact for others only, with something else in it."""
    return data | {"facts": {"cards": ["another"], "ship": 99}}


def change_wishes(game: Game, seat: int | None, random: Random) -> None:
    """What every other seat wants done while they are away: others, or none where there were some; and their notes."""
    for player in game.players.exclude(seat=seat):
        dropped = [{"decision": "other", "answer": "another", "undisturbed": False, "since": 0}]
        wishes = {
            "orders": some_orders(game.rules, random),
            "queue": some_answers(game, player.seat_number, random),
            "fallback": random.choice(FALLBACKS),
            "dropped": random.choice([[], dropped]),
        }
        Hand.objects.filter(player=player).update(**wishes)
        if player.user_id:
            Notes.objects.update_or_create(user=player.user, game=game, defaults={"text": f"A plan of {random.random()}"})


def some_orders(rules: Ruleset, random: Random) -> dict:
    """Standing orders of any kind; at times none."""
    kept = [order for order in rules.orders if random.random() < 0.8] if random.random() < 0.9 else []
    return {order.key: some_answer(order, random) for order in kept}


def some_answer(order: StandingOrder, random: Random) -> Any:
    values = [value for value, _ in order.choices]
    return random.choice(values) if order.most == 1 else random.sample(values, random.randint(0, min(order.most, len(values))))


def some_answers(game: Game, seat: int, random: Random) -> list[dict]:
    """A queue: up to three answers in advance that may well fit when the turn of this seat comes; at times none, or others."""
    rules = game.rules
    found: list[tuple[str, Any]] = []
    state = rules.redeal_hidden(rules.load(stored(game)), None, Dice(random.randbytes(32)))
    for _ in range(random.choice([0, 60, 60, 60])):
        asked = waiting_for(rules, state)
        if asked is None or len(found) == MOST_QUEUED or (found and asked.seat != seat):
            break
        action = an_action(rules, state, asked, random)
        if asked.seat == seat and not asked.reaction:
            found.append((action.decision, action.answer if random.random() < 0.9 else "another"))
        state = play(rules, state, action, Dice(b"queue")).state
    return [{"decision": name, "answer": said, "undisturbed": False, "since": 0} for name, said in found]


def an_action(rules: Ruleset, state: Any, asked: Decision, random: Random) -> Action:
    """Return what the one who is asked says; a question that is nobody's has one answer."""
    if asked.seat is SITE:
        return site_answer(asked)
    decisions = [decision for decision in rules.decisions(state) if decision.seat == asked.seat]
    bot = rules.bots.get("middle", random_bot) if random.random() < 0.8 else random_bot
    return bot(rules.view(state, asked.seat), decisions, random.randrange) or Action(asked.seat, asked.name, asked.default)
