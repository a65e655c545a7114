"""Begin a lesson, or go back to it."""

from django.db import transaction

from accounts.models import User
from games.clocks.pace_choices import LONGEST
from games.engine import Ruleset, commitment
from games.errors import NotAllowed
from games.kit.lesson import Lesson
from games.models import Game, Player, Seed
from games.moderation import limits
from games.play.lessons import TUTOR, course, lesson_of
from games.tables import lobby, starting


@transaction.atomic
def open_lesson(user: User, slug: str) -> Game:
    """Return the person's lesson of an edition: the running one, or a new one."""
    rules = lobby.edition(slug)
    lesson = lesson_of(rules)
    if lesson is None:
        raise NotAllowed("no-lesson", "There is no first voyage for this game yet.")
    for player in Player.objects.filter(user=user, game__ruleset=slug, game__status=Game.Status.RUNNING).select_related("game"):
        found = course(player.game, player.seat)
        if found is not None and found.step is not None:
            return player.game
    return begin(user, rules, lesson)


def begin(user: User, rules: Ruleset, lesson: Lesson) -> Game:
    """Return a game with the lesson's own deal, against bots that keep to its script. It counts for no standings."""
    limits.may_have_another_game_against_bots(user)
    limits.spend(user, "new table")
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=lobby.checked_options(rules, {}), owner=user, pace=LONGEST,
        name=lesson.name, seats=len(lesson.places), commitment=commitment(lesson.seed), is_rated=False,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=lesson.seed)
    home, *others = lesson.places
    lobby.sit(game, user=user, place=home)
    for place, name in zip(others, lobby.BOT_NAMES, strict=False):
        lobby.sit(game, bot=TUTOR, own_name=name, place=place)
    starting.first_snapshot(game)
    return game
