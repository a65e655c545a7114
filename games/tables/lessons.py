"""Begin or resume a lesson."""

from django.db import transaction

from accounts.models import User
from games.clocks.terms import LONGEST_TURN
from games.editions.errors import NotAllowed
from games.engine import Ruleset, commitment
from games.kit.lesson import Lesson
from games.models import Game, Player, Seed
from games.moderation import limits
from games.play.lessons import TUTOR, course, lesson_of
from games.play.session import Session
from games.tables import lobby, starting


@transaction.atomic
def open_lesson(user: User, slug: str, name: str = "") -> Game:
    """Return the person's running game of a lesson (by default the first voyage), or a new one. Raise NotAllowed if that is refused."""
    rules = lobby.edition(slug)
    lesson = lesson_of(rules, name)
    if lesson is None:
        raise NotAllowed("no-lesson", "There is no such lesson for this game.")
    for player in Player.objects.filter(user=user, game__ruleset=slug, game__status=Game.Status.RUNNING).select_related("game"):
        current = course(player.game, player.seat)
        if current is not None and current.lesson is lesson and current.step is not None:
            return player.game
    return begin(user, rules, lesson)


def begin(user: User, rules: Ruleset, lesson: Lesson) -> Game:
    """Return a new unrated game with the lesson's deal, against bots that follow its script."""
    limits.may_have_another_game_against_bots(user)
    limits.spend(user, "new table")
    game = Game.objects.create(
        ruleset=rules.slug, version=rules.version, options=lobby.checked_options(rules, dict(lesson.options)), owner=user,
        pace=LONGEST_TURN,
        name=lesson.name, seats=len(lesson.places), commitment=commitment(lesson.seed), is_rated=False,
    )  # fmt: skip
    Seed.objects.create(game=game, secret=lesson.seed)
    home, *places = lesson.places
    lobby.sit(game, user=user, place=home)
    for place in places:  # so that text, buttons and news of a lesson use one name for a captain: "Green", "Venice"
        lobby.sit(game, bot=TUTOR, own_name=place.capitalize(), place=place)
    starting.first_snapshot(game)
    if lesson.opening:  # the moves before the learner takes over; in the journal they are a bot's
        session = Session.load(game.pk)
        for action in lesson.opening:
            session.play(action, "bot")
        session.save()
    return game
