"""Create running tables with assigned seats: tables without an owner, such as a league's, and lessons."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from games.clocks.paces import Steady
from games.clocks.terms import LONGEST_TURN, Terms
from games.editions.errors import NotAllowed
from games.engine import Ruleset, commitment
from games.kit.lesson import Lesson
from games.models import Game, Player, Seed
from games.moderation import limits
from games.play import standing_orders as orders
from games.play.lessons import TUTOR, course, lesson_of
from games.play.session import Session
from games.tables import starting
from games.tables.lobby import add, checked_options, edition, sit


class Chair(NamedTuple):
    """A chair for a captain with first orders (used if the table asks for them), or for a bot with a level and a name."""

    user: User | None = None
    bot: str = ""
    name: str = ""
    orders: Mapping[str, Any] = MappingProxyType({})


@transaction.atomic
def create(
    slug: str, options: dict[str, Any], pace: int, name: str, chairs: list[Chair], open_to_all: bool = True, vacation: str = "week"
) -> Game:
    """Return a new running table with `chairs[i]` in seat i. Seat 0 begins. Raise NotAllowed for a wrong number of seats."""
    rules = edition(slug)
    if not rules.seats[0] <= len(chairs) <= rules.seats[1]:
        raise NotAllowed("seats", f"{rules.name} is played by {rules.seats[0]} to {rules.seats[1]}.")
    secret, commitment = Seed.draw()
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=checked_options(rules, options), owner=None,
        pace=pace, clock=Terms(Steady(pace), vacation=vacation).to_json(),
        name=name[:60], open_to_all=open_to_all, seats=len(chairs), commitment=commitment,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=secret)
    for chair, place in zip(chairs, places_in_order(rules, len(chairs)), strict=True):
        if chair.user is None and not chair.name:
            add(game, chair.bot)
        else:
            player = sit(game, user=chair.user, bot=chair.bot, own_name=chair.name, place=place)
            orders.store_first_orders(player, orders.fitting_orders(orders.first_at(game), chair.orders))
    starting.first_snapshot(game)
    return game


def places_in_order(rules: Ruleset, seats: int) -> list[str]:
    """Return a legal place for each seat, in playing order, or empty strings if the edition has no places."""
    if not rules.places:
        return [""] * seats
    order = [place for place, _ in rules.places]
    taken: list[str] = []
    for _ in range(seats):
        taken.append(rules.places_left(taken, seats)[0])
    return sorted(taken, key=order.index)


@transaction.atomic
def open_lesson(user: User, slug: str, name: str = "") -> Game:
    """Return the person's running game of a lesson (by default the first voyage), or a new game. Raise NotAllowed if refused."""
    rules = edition(slug)
    lesson = lesson_of(rules, name)
    if lesson is None:
        raise NotAllowed("no-lesson", "There is no such lesson for this game.")
    for player in Player.objects.filter(user=user, game__ruleset=slug, game__status=Game.Status.RUNNING).select_related("game"):
        current = course(player.game, player.seat)
        if current is not None and current.lesson is lesson and current.step is not None:
            return player.game
    return begin_lesson(user, rules, lesson)


def begin_lesson(user: User, rules: Ruleset, lesson: Lesson) -> Game:
    """Return a new unrated game with the lesson's deal, against bots that follow the lesson's script."""
    limits.may_have_another_game_against_bots(user)
    limits.spend(user, "new table")
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=checked_options(rules, dict(lesson.options)), owner=user,
        pace=LONGEST_TURN,
        name=lesson.name, seats=len(lesson.places), commitment=commitment(lesson.seed), is_rated=False,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=lesson.seed)
    home, *places = lesson.places
    sit(game, user=user, place=home)
    for place in places:  # so that the lesson's text, buttons and news all call a captain by the place: "Green", "Venice"
        sit(game, bot=TUTOR, own_name=place.capitalize(), place=place)
    starting.first_snapshot(game)
    if lesson.opening:  # the moves before the learner takes over; the journal attributes them to a bot
        session = Session.load(game.pk)
        for action in lesson.opening:
            session.play(action, "bot")
        session.save()
    return game
