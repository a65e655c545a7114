"""Games as they came about by play, for tests that look at many positions: drawn from a seed, stored in one go."""

from random import Random

from django.db import transaction

from games.engine.play import waiting_for
from games.models import Game, Seed
from games.play.session import Session
from games.play.settling import settle
from games.rulesets import all_rulesets
from games.tables import lobby
from harness.simulation.chances import an_action

MOVES = (4, 60)
TRIES = 300
"""Answers after which another game is begun: nobody asked the one for whom we wait, or it is over."""


def in_play(slug: str, people, seed: int) -> tuple[Game, int]:
    """A running game of these people in which the first of them is asked, and the seat of that one. The same seed, the same game."""
    random = Random(f"{slug} {seed}")
    while True:
        game = table_of(slug, people, random)
        seat = game.players.get(user=people[0]).seat
        if played_on(game, seat, random):
            return Game.objects.get(pk=game.pk), seat
        game.delete()


def table_of(slug: str, people, random: Random) -> Game:
    """A full table of as many of them as can play, at which everyone may look on; its secret seed hangs on the number drawn."""
    rules, taken = all_rulesets()[slug], []
    people = people[: rules.seats[1]]
    for _ in people:
        taken.append(random.choice(rules.places_left(taken, len(people)) or [""]))
    game = lobby.create(people[0], slug, {}, seats=len(people), place=taken[0], open_to_all=True, name="The Sound")
    Seed.objects.filter(game=game).update(secret=random.randbytes(32))
    for person, place in zip(people[1:], taken[1:], strict=True):
        lobby.join(game.pk, person, place=place)
    return Game.objects.get(pk=game.pk)


@transaction.atomic
def played_on(game: Game, seat: int, random: Random) -> bool:
    """Captains of the middle level, who now and then do anything at all, play until `seat` is asked. False when that does not happen."""
    session, least = Session.load(game.pk), random.randrange(*MOVES)
    for _ in range(TRIES):
        if session.outcome is not None:
            return False
        asked = waiting_for(session.rules, session.state)
        if len(session.moves) >= least and asked.seat == seat:
            session.save()
            return True
        session.play(an_action(session.rules, session.state, asked, random), "player")
        settle(session)
    return False
