"""A running game of every ruleset, and the same with everything else that one reader may not know: he is shown the same, byte for byte.

Hands, piles, the seed, orders of others, past positions and the private part of the journal are all changed underneath.
"""

import re
from random import Random

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts import keys
from games import live, queries
from games.engine import Action, Dice, Event
from games.engine.settle import waiting_for
from games.models import Checkpoint, Deck, Game, Hand, Move, Seed
from games.rulesets import all_rulesets
from games.services import playing, tables
from games.snapshots import from_json, stored, to_json
from tests.letters import Post

pytestmark = pytest.mark.django_db
RULESETS = list(all_rulesets())
MOVES = 30
"""So many at least; then on until Anne is asked."""
EVERY = 8
"""Each so-manieth page of the history is looked at."""
SEED, OTHER = b"the sea is calm today, all night", b"another sea, with other cards ..."[:32]
CHANGES_BY_ITSELF = re.compile(r'(csrf\w*|nonce)[^>]*|https?://[^\s"<>]+|[\w.+-]+@localhost|\d+ [B-Z]{2}\b')
"""What is another one in each page and letter: tokens, keys of links, addresses for answers, codes."""


@pytest.fixture
def make_game(anne, mary, make_person, time_machine, settings):
    """`make_game(slug)`: Anne, Mary and Grace in the middle of a game; whoever likes may look on. It is always the same game."""
    settings.REPLY_DOMAIN = "localhost"
    time_machine.move_to(timezone.now(), tick=False)

    def make(slug: str) -> Game:
        rules = all_rulesets()[slug]
        taken = [rules.places[0][0]]
        game = tables.create(anne, slug, {}, seats=3, place=taken[0], open_to_all=True, name="The Sound")
        Seed.objects.filter(game=game).update(secret=SEED)
        for captain in (mary, make_person("Grace")):
            taken.append(rules.places_left(taken, 3)[0])
            tables.join(game.pk, captain, place=taken[-1])
        return play_on(game.pk, rules, game.players.get(user=anne).seat)

    return make


def play_on(pk: int, rules, seat: int) -> Game:
    """Captains of the middle level play until `seat` is asked."""
    below = Random(1).randrange
    for _ in range(10 * MOVES):
        game = Game.objects.get(pk=pk)
        state = rules.load(stored(game))
        asked = waiting_for(rules, state)
        if game.number >= MOVES and asked.seat == seat:
            return game
        decisions = [decision for decision in rules.decisions(state) if decision.seat == asked.seat]
        said = rules.bots["middle"](rules.view(state, asked.seat), decisions, below)
        playing.act(pk, said or Action(asked.seat, asked.name, asked.default), game.number)
    raise AssertionError("nobody asked Anne")


def keep_every_position(game: Game) -> None:
    """The past can be looked at without playing any move again: with other cards not every move could be played."""
    for number in range(game.number + 1):
        snapshot = to_json(game.rules.dump(queries.state_at(game, number)))
        Checkpoint.objects.get_or_create(game=game, number=number, defaults={"snapshot": snapshot})


def change_what_is_secret(game: Game, seat: int | None) -> None:
    """Everything in the rows of this game that `seat` may not know is something else now."""
    rules = game.rules
    for kept in Checkpoint.objects.filter(game=game):
        other = rules.redeal_hidden(rules.load(from_json(kept.snapshot)), seat, Dice(b"%d" % kept.number))
        Checkpoint.objects.filter(pk=kept.pk).update(snapshot=to_json(rules.dump(other)))
    before = stored(game)
    snapshot = rules.dump(rules.redeal_hidden(rules.load(before), seat, Dice(OTHER)))
    assert (snapshot.seats, snapshot.decks) != (before.seats, before.decks)
    for player, secrets in zip(game.players.order_by("seat"), snapshot.seats, strict=True):
        orders = {} if player.seat == seat else {"orders": {"wish": "another"}, "dropped": [{"decision": "other"}]}
        Hand.objects.filter(player=player).update(secrets=secrets, **orders)
    for name, cards in snapshot.decks.items():
        Deck.objects.filter(game=game, name=name).update(cards=cards)
    Seed.objects.filter(game=game).update(secret=OTHER)
    for move in Move.objects.filter(game=game):
        events = [data if Event.from_json(data).seen_by(seat) else other_facts(data) for data in move.events]
        answer = move.answer if move.seat == seat else ["another", "answer"]
        Move.objects.filter(pk=move.pk).update(events=events, answer=answer, hash="another")


def other_facts(data: dict) -> dict:
    """A fact for others only, with something else in it."""
    return data | {"facts": {"cards": ["another"], "ship": 99}}


def shown(client, game: Game) -> list[str]:
    """Every page of this game that a browser is shown, in the present and at steps of the past."""
    parts = ["", "clock/", "orders/", "record/", "story/", "film/", "film.gif", "history/", "what-if/", "feed/"]
    parts += [f"history/{number}/" for number in range(0, game.number + 1, EVERY)]
    answers = [client.get(f"/games/{game.pk}/{part}") for part in parts]
    return [f"{answer.status_code} {CHANGES_BY_ITSELF.sub('', answer.content.decode())}" for answer in [*answers, client.get("/my/")]]


def refusals(client, game: Game) -> list[str]:
    """What is said to wrong answers to every question this edition knows."""
    asked = Move.objects.filter(game=game).exclude(decision="setup").values_list("decision", flat=True).distinct().order_by("decision")
    sent = [{"seen": game.number, "decision": name, "answer": said} for name in asked for said in ("", "99", "A1")]
    answers = [client.post(f"/games/{game.pk}/move/", answer) for answer in sent]
    assert Game.objects.get(pk=game.pk).number == game.number
    return [f"{answer.status_code} {CHANGES_BY_ITSELF.sub('', answer.content.decode())}" for answer in answers]


def letters(post: Post) -> list[bytes]:
    """The letter that asks Anne, and the receipt for nonsense: text, HTML and picture."""
    [asking] = [letter for letter in post.letters(90) if letter.to == ["anne@example.org"]]
    assert post.answer(asking, "to the moon").state == "refused"
    [receipt] = [letter for letter in mail.outbox if letter.to == asking.to]
    parts = [part for letter in (asking, receipt) for part in letter.message().walk() if not part.is_multipart()]
    assert {part.get_content_type() for part in parts} == {"text/plain", "text/html", "image/png"}
    return [lasting(part.get_content_maintype(), part.get_payload(decode=True)) for part in parts]


def lasting(kind: str, content: bytes) -> bytes:
    return CHANGES_BY_ITSELF.sub("", content.decode()).encode() if kind == "text" else content


def everything(client, game: Game, user, time_machine) -> tuple:
    """All that reaches this reader, as it is now. Whatever looking changes is put back."""
    cache.clear()
    mail.outbox.clear()
    now = timezone.now()
    mark = transaction.savepoint()
    seat = queries.seat_of(list(game.players.all()), user)
    found = (
        shown(client, game),
        queries.table(game, user)["view"].to_json(),
        [queries.view_at(game, seat, number).to_json() for number in range(game.number + 1)],
        [(move.events, move.answer, told) for move, told in queries.journal(game, seat)],
        [] if user is None else refusals(client, game) + letters(Post(time_machine)) + to_programs(client, game, user),
    )
    transaction.savepoint_rollback(mark)
    time_machine.move_to(now, tick=False)
    return found


@pytest.mark.parametrize("who", ["captain", "onlooker"])
@pytest.mark.parametrize("slug", RULESETS)
def test_pages_letters_history_and_refusals_are_the_same_whatever_others_hold(slug, who, make_game, client, sign_in, anne, time_machine):
    game, user = make_game(slug), anne if who == "captain" else None
    if user:
        sign_in(client, user)
    seat = queries.seat_of(list(game.players.all()), user)
    keep_every_position(game)
    before = everything(client, game, user, time_machine)
    change_what_is_secret(game, seat)
    after = everything(client, Game.objects.get(pk=game.pk), user, time_machine)
    assert queries.record(game) is None
    for one, other in zip(before, after, strict=True):
        assert one == other


def to_programs(client, game: Game, user) -> list[dict]:
    """What a program with this reader's key is told."""
    key = {"Authorization": f"Bearer {keys.make(user, 'looks')}"}
    return [client.get(f"/api/games/{game.pk}{path}", headers=key).json() for path in ("", "/moves", "/talk")]


async def nothing_sent():
    """What would have gone out has been heard."""


@pytest.mark.parametrize("slug", RULESETS)
def test_a_socket_is_told_the_number_of_the_move_and_nothing_else(slug, make_game, monkeypatch, django_capture_on_commit_callbacks):
    heard = []

    def hear(group, message):
        heard.append((group, message))
        return nothing_sent()

    monkeypatch.setattr(live, "_send", hear)
    with django_capture_on_commit_callbacks(execute=True):
        game = make_game(slug)
    told = [message for group, message in heard if group == live.group(game.pk)]
    assert {"type": "game.changed", "number": game.number} in told
    assert all(message == {"type": "game.changed", "number": message["number"]} for message in told)
    assert {message["number"] for message in told} <= set(range(game.number + 1))
