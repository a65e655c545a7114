"""Deal again everything that a reader may not know, and check that the site shows them the same as before."""

import re
from itertools import takewhile
from random import Random
from typing import Any

from django.db import transaction
from django.test.client import ClientHandler

from accounts.api_keys import BEGINS, digest
from accounts.models import User
from accounts.personal_data import personal_data_of
from games.engine import Dice, Event, play
from games.engine.play import waiting_for
from games.formats.replay import from_json, to_json
from games.models import Checkpoint, Deck, Game, Hand, Move, Notes, Seed
from games.play.standing_orders import FALLBACKS, MAX_QUEUED
from games.queries import journal, table_view
from games.storage.snapshots import stored
from notifications.models import Notice
from notifications.sending import write_letter
from notifications.telling import Telling

from .browsers import browser
from .chances import an_action, some_orders

BY_ITSELF = re.compile(r'(csrf\w*|nonce)[^>]*|https?://[^\s"<>]+|[\w.+-]+@[\w.-]+')
"""Parts that differ in each page and letter: tokens, URLs and e-mail addresses."""
PAGES = ("clock/", "orders/", "notes/", "rules/", "record/", "feed/", "hint/", "ledger/")
KEY = f"{BEGINS}canary"
ELSEWHERE = ("/my/", "/lobby/", "/next/", "/blocks/")
TRIES = 20
"""The most attempts to deal different cards: with two cards left, many deals are alike."""
OTHER_WAY = {"player": "standing", "standing": "mail", "mail": "player"}
"""How an answer was given -> another way to give it."""


def leak(chance: Random, handler: ClientHandler) -> str | None:
    """Read a running table twice as one of its captains or a spectator, the second time with other secrets. Return the difference, or None.

    Nothing may be cached between the two readings.
    """
    games = [game for game in Game.objects.filter(status=Game.Status.RUNNING).defer("public").order_by("pk") if not game.is_too_new]
    if not games:
        return None
    game, users = chance.choice(games), User.objects.filter(is_active=True).order_by("pk")
    user = chance.choice(list(users.filter(players__game=game) if chance.random() < 0.8 else users) or list(users))
    seat = next((player.seat for player in game.players.all() if player.user_id == user.pk), None)
    pages = [f"/games/{game.pk}/{page}" for page in ("", *chance.sample(PAGES, 2))] + [chance.choice(ELSEWHERE)]
    readings = []
    with transaction.atomic():
        user.keys.create(name="canary", digest=digest(KEY))
        for change in (False, True):
            mark = transaction.savepoint()
            if change:
                change_what_is_secret(game, seat, chance)
            readings.append(reading(Game.objects.get(pk=game.pk), user, seat, pages, handler))
            transaction.savepoint_rollback(mark)
        transaction.set_rollback(True)
    for source, text in readings[0].items():
        if (other := readings[1][source]) != text:
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(str(text), str(other), strict=False)))
            return f"{source} of game {game.pk} depends on what {user.email} may not know: {str(text)[max(0, same - 60) :][:120]!r}"
    return None


def reading(game: Game, user: User, seat: int | None, pages: list[str], handler: ClientHandler) -> dict[str, Any]:
    """Return everything that the given user can see now, by source."""
    client, table = browser(user, handler), table_view.table(game, user)
    texts: dict[str, Any] = {f"the page {page}": shown(client.get(page)) for page in pages}
    for path in ("games", f"games/{game.pk}", f"games/{game.pk}/moves"):
        texts[f"/api/{path}"] = shown(client.get(f"/api/{path}", headers={"authorization": f"Bearer {KEY}"}))
    texts |= {"the view": table.view.to_json(), "what is asked": str(table.decisions), "the file": str(personal_data_of(user))}
    texts["the journal"] = [(move.events, move.answer, move.by, sentences) for move, sentences in journal.journal(game, seat)]
    for notice in Notice.objects.filter(user=user, facts__game=game.pk).order_by("-pk")[:3]:
        letter = write_letter(Telling.of(notice))
        texts[f"the letter {notice.key}"] = letter and BY_ITSELF.sub("", f"{letter.subject} {letter.text} {letter.html} {letter.brief}")
    return texts


def shown(answer: Any) -> str:
    """Return the status and text of a response, without the parts that differ each time."""
    return f"{answer.status_code} {BY_ITSELF.sub('', answer.content.decode())}"


# -- other secrets: for a transaction that is rolled back --------------------------------------------
def change_what_is_secret(game: Game, seat: int | None, random: Random) -> None:
    """Change everything in the rows of a game that the player in `seat` may not know."""
    change_the_past(game, seat)
    deal_anew(game, seat, random)
    change_wishes(game, seat, random)
    Seed.objects.filter(game=game).update(secret=random.randbytes(32))


def deal_anew(game: Game, seat: int | None, random: Random) -> None:
    """Deal other cards into all hands and piles that the player in `seat` does not know."""
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
    """Deal the cards of every checkpoint again; replace facts and answers that only other players may know, and how answers were given."""
    rules = game.rules
    for checkpoint in Checkpoint.objects.filter(game=game):
        other = rules.redeal_hidden(rules.load(from_json(checkpoint.snapshot)), seat, Dice(b"%d" % checkpoint.number))
        Checkpoint.objects.filter(pk=checkpoint.pk).update(snapshot=to_json(rules.dump(other)))
    for move in Move.objects.filter(game=game).exclude(decision="undo"):  # everybody may know of an undo
        hidden = {"facts": {"cards": ["another"], "ship": 99}}
        events = [data if Event.from_json(data).seen_by(seat) else data | hidden for data in move.events]
        by, answer = (move.by, move.answer) if move.seat == seat else (OTHER_WAY.get(move.by, move.by), ["another", "answer"])
        Move.objects.filter(pk=move.pk).update(events=events, answer=answer, by=by, hash="another")


def change_wishes(game: Game, seat: int | None, random: Random) -> None:
    """Replace the standing orders, queues and notes of every other seat at random."""
    for player in game.players.exclude(seat=seat):
        wishes = {
            "orders": some_orders(game.rules.orders, random),
            "queue": some_answers(game, player.seat_number, random),
            "fallback": random.choice(FALLBACKS),
            "dropped": random.choice([[], [queued("other", "another")]]),
        }
        Hand.objects.filter(player=player).update(**wishes)
        if player.user_id:
            Notes.objects.update_or_create(user=player.user, game=game, defaults={"text": f"A plan of {random.random()}"})


def some_answers(game: Game, seat: int, random: Random) -> list[dict[str, Any]]:
    """Return a queue of answers in advance for this seat, most of which will be legal on its turn."""
    rules, answers = game.rules, list[dict[str, Any]]()
    state = rules.redeal_hidden(rules.load(stored(game)), None, Dice(random.randbytes(32)))
    for _ in range(random.choice([0, 60, 60, 60])):
        asked = waiting_for(rules, state)
        if asked is None or len(answers) == MAX_QUEUED or (answers and asked.seat != seat):
            break
        action = an_action(rules, state, asked, random)
        if asked.seat == seat and not asked.reaction:
            answers.append(queued(action.decision, action.answer if random.random() < 0.9 else "another"))
        state = play(rules, state, action, Dice(b"queue")).state
    return answers


def queued(decision: str, answer: Any) -> dict[str, Any]:
    return {"decision": decision, "answer": answer, "undisturbed": False, "since": 0}
