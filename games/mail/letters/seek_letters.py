"""Letters about matchmaking and open tables: players found, no players found, no joins, or the host left."""

from django.utils.text import get_text_list

from core.plain_text import one_line
from games.announcements.notices import FOUND, GIVEN_UP, IDLE_TABLE, INHERITED, SEARCH_ENDED, NoFacts, TableFacts
from games.clocks.terms import pace_name
from games.mail import fallback_letters
from games.mail import letter_parts as parts
from games.mail.letters.clock_letters import letter
from games.matchmaking import seeks
from games.models import Game
from games.tables import housekeeping
from notifications import Letter
from notifications.telling import Telling

NOBODY = f"In {seeks.LASTS.days} days we found nobody who wants to play what you chose, so we have stopped looking. "
AGAIN = "You can search again. The more games and paces you choose, the sooner we find players."
WHY = {SEARCH_ENDED: "Sent because you looked for players here.", IDLE_TABLE: "Sent because this table is yours."}


@fallback_letters.writes(FOUND, about="players found")
def write_found(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.RUNNING).first()
    if game is None or not game.players.filter(user=notice.user).exists():
        return None
    partners = [one_line(player.name) for player in game.players.exclude(user=notice.user).select_related("user")]
    pace = pace_name(game.terms.pace).lower()
    sentence = (
        f"We found players for you: {get_text_list(partners, 'and')}. The game has begun, on the usual terms; "
        f"its pace is “{pace}”. A letter tells you when it is your turn."
    )
    return letter(notice, game, sentence)


@fallback_letters.writes(SEARCH_ENDED, "invitations")
def write_search_ended(notice: Telling[NoFacts]) -> Letter | None:
    """Write that the search found no players; None if the reader searches again."""
    if seeks.is_looking(notice.reader):
        return None
    context = {"sentence": NOBODY + AGAIN, "line": NOBODY, "link": parts.site_link("find_players"), "why": WHY[SEARCH_ENDED]}
    return parts.render("letters/seek", notice, "Nobody was found to play with you", context)


@fallback_letters.writes(IDLE_TABLE, "invitations", about="nobody has come")
def write_idle_table(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.OPEN, owner=notice.user).first()
    if game is None:
        return None
    until = parts.deadline_words(notice.created_at + housekeeping.CLOSES_AFTER, notice.reader)["when"]
    sentence = (
        f"Nobody has sat down at your table for {housekeeping.IDLE_AFTER.days} days. Invite somebody, send them its link, put bots on the "
        f"empty chairs, or begin with the captains who have joined. If nothing happens by {until}, the table is closed."
    )
    return letter(notice, game, sentence, why=WHY[IDLE_TABLE])


@fallback_letters.writes(INHERITED, "invitations", about="now yours")
def write_inherited(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.OPEN, owner=notice.user).first()
    if game is None:
        return None
    sentence = (
        "The captain who made this table has left it, so it is yours now. Invite somebody, send them its link, put bots on the empty "
        "chairs, or begin with the captains who have joined."
    )
    return letter(notice, game, sentence, why=WHY[IDLE_TABLE])


@fallback_letters.writes(GIVEN_UP, "invitations", about="closed")
def write_given_up(notice: Telling[TableFacts]) -> Letter | None:
    game = Game.objects.filter(pk=notice.facts["game"], status=Game.Status.CANCELLED).first()
    if game is None:
        return None
    is_past_end = game.ends_at is not None and game.ended_at is not None and game.ends_at <= game.ended_at
    why = "This table had not begun by its agreed end" if is_past_end else "Too few captains came to this table in four weeks"
    sentence = f"{why}, so it is closed. Tell us what you want to play, and we will find players for you."
    return letter(notice, game, sentence, link=parts.site_link("find_players"), button="Sign in to find players")
