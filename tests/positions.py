"""Positions on a stored table, for tests of the site."""

from django.db import transaction

from games.models import Deck, Game, Hand
from games.play.session import Session
from games.play.settling import settle


@transaction.atomic
def go_on(game: Game) -> None:
    """The one who need not be asked answers at once; the others are asked."""
    session = Session.load(game.pk)
    settle(session)
    session.save()


def store(game: Game, state) -> None:
    """Put this state on the table, as if it had been played."""
    rules = game.rules
    snapshot = rules.dump(state)
    rounds, turn = rules.turn(state)
    Game.objects.filter(pk=game.pk).update(public=snapshot.public, round=rounds, turn=turn, scores=list(rules.scores(state)))
    for seat, secrets in enumerate(snapshot.seats):
        Hand.objects.filter(player__game=game, player__seat=seat).update(secrets=secrets)
    for name, cards in snapshot.decks.items():
        Deck.objects.filter(game=game, name=name).update(cards=cards)
