"""Mail commands: what a member can ask of the site by letter, beside answering our letters, and the receipts.

One command a letter. What the receipt shows (open tables, own games, how to begin) is looked up when it is written,
so that it is true by then.
"""

from django.db import transaction
from django.utils.text import get_text_list

from accounts.models import User
from games.engine import RulesError
from games.errors import NotAllowed
from games.mail import first_turns, letter_parts
from games.mail.commands.new_table import new_table
from games.mail.grammar import order_words
from games.mail.grammar.command_grammar import Wanted, wanted
from games.mail.grammar.reply_grammar import left_over, read_block
from games.mail.grammar.seek_words import NOTHING, wish_of
from games.mail.letters import command_letters
from games.mail.replies import own_words, turn_replies
from games.matchmaking import seeks
from games.models import Game, Player
from games.play import standing_orders
from games.queries import lists
from games.tables import lobby, removing
from notifications.inbound import Verdict, reads
from notifications.inbound.command_address import COMMANDS
from notifications.models import LetterIn, Stop

State = LetterIn.State
UNREAD = "We did not understand your letter, so nothing was done."
NO_TABLE = "There is no table {} that you could join, so nothing was done."
NOT_SEATED = "You do not sit at table {}, so nothing was done."
ON_THE_PAGE = "To give up a game that has begun, use the table’s page."
STOPPED = "You get no more letters about your turns. Your games go on, and their clocks too. To have them again, write “start”."


@reads(COMMANDS, receipt=command_letters.RECEIPT, held=command_letters.HELD)
def handle_commands(letter: LetterIn, text: str) -> Verdict:
    """Carry out the command of a letter. Runs in the transaction that closes it."""
    block = read_block(text, lambda words: wanted(words) is not None)
    if block.word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="turns", defaults={"by": "letter"})
        return Verdict(State.APPLIED, "stop", {"said": STOPPED, "rest": block.left})
    if block.word:
        return Verdict(State.APPLIED, "help", {"shows": ["help"], "rest": block.left})
    if own := own_words.carry_out(letter.writer, text):
        return turn_replies.told_of_own_words(letter, own, {}, text)
    asked = wanted(block.lines[0].words) if block.lines and not block.dry and not block.lines[0].code else None
    if asked is None:
        return turn_replies.refuse_letter(letter, "unread", {"said": UNREAD, "shows": ["help"]}, text)
    try:
        with transaction.atomic():
            said, shows = HANDLERS[asked.word](letter.user, asked, block.lines[0].raw)
            must_be_ready(letter.writer, asked, shows.get("game"))
            first_turns.tell_at_once(shows.get("game"), letter.writer)
    except RulesError as refusal:
        return turn_replies.refuse_letter(letter, refusal.code, {"said": refusal.text, "shows": HELP_AFTER.get(asked.word, [])}, text)
    return Verdict(State.APPLIED, asked.word, {"said": said, "rest": left_over(block, lambda words: wanted(words) is not None)} | shows)


def must_be_ready(user: User, asked: Wanted, game_id: int | None) -> None:
    """Refuse to begin a game before its first orders are given. Raises NotAllowed with the question."""
    game = Game.objects.filter(pk=game_id).first() if game_id is not None else None
    if game is not None and (lacking := letter_parts.orders_lacking(game, user)):
        words = " ".join(filter(None, (asked.word, str(asked.number or ""), asked.rest)))
        unnamed = words.partition(" called ")[0]
        how = order_words.example(standing_orders.first_at(game), unnamed, "Write it again with yours")
        raise NotAllowed("orders-first", f"{lacking} {how}")


HELP_AFTER = {
    "new": ["new"], "find": ["help"], "join": ["tables"], "leave": ["games"], "invite": ["games"], "remove": ["games"], "start": ["games"],
}  # fmt: skip
"""What the receipt shows after a refused command."""


def begin(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    game = new_table(user, asked.rest, raw)
    invited = [invitation.called for invitation in game.invitations.select_related("user").order_by("pk")]
    if not invited:
        return "Your table is made.", {"game": game.pk}
    return f"Your table is made, and {get_text_list(invited, 'and')} {'is' if len(invited) == 1 else 'are'} invited.", {"game": game.pk}


def find(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    """Begin or end a search by matchmaking."""
    if asked.rest == NOTHING:
        seeks.stop_seeking(user)
        return "We have stopped looking for players for you.", {"shows": ["tables"]}
    wish = wish_of(asked.rest)
    game = seeks.seek(user, **wish)
    if game is not None:
        return "We found players for you.", {"game": game.pk}
    how = "" if wish["orders"] else order_words.example(seeks.first_orders(wish["rulesets"]), f"find {asked.rest}")
    noted = "Noted. A letter tells you as soon as we find players; the game begins at once."
    return f"{noted} {seeks.why_first(wish['rulesets'])} {how}" if how else noted, {"shows": ["tables"]}


def join(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    try:
        game = lists.visible_games(user).get(pk=asked.number)
        place, told = order_words.parted(game.rules, asked.rest)
        lobby.join(game.pk, user, place_of(game, place), orders=order_words.understood(standing_orders.first_at(game), told))
    except Game.DoesNotExist:
        raise NotAllowed("no-table", NO_TABLE.format(asked.number)) from None
    return "You have a chair.", {"game": game.pk}


def place_of(game: Game, words: str) -> str:
    """Return the place with this name, as on the table's page; return other words as they are, for the table to refuse."""
    called = {label.casefold(): place for place, label in game.rules.places}
    return called.get(words, words)


def leave(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    game = Game.objects.filter(players__user=user, pk=asked.number).first()
    if game is None:
        raise NotAllowed("not-seated", NOT_SEATED.format(asked.number))
    if game.status != Game.Status.OPEN:
        raise NotAllowed("started", f"This game has started already, so nothing was done. {ON_THE_PAGE}")
    lobby.leave(game.pk, user)
    return f"You have left “{game.name}”.", {"shows": ["tables"]}


def must_sit(user: User, game_id: int) -> None:
    """Raise NotAllowed for people who do not sit at this table, so that they learn nothing of it."""
    if not Player.objects.filter(game=game_id, user=user).exists():
        raise NotAllowed("not-seated", NOT_SEATED.format(game_id))


def invite(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    must_sit(user, asked.number)
    return f"“{lobby.invite(asked.number, user, asked.rest).called}” is invited to your table.", {"game": asked.number}


def remove(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    must_sit(user, asked.number)
    return f"“{removing.take_off_named(asked.number, user, asked.rest)}” is off your table.", {"game": asked.number}


def start(user: User, asked: Wanted, raw: str) -> tuple[str, dict]:
    must_sit(user, asked.number)
    lobby.start(asked.number, user)
    return "", {"game": asked.number}


HANDLERS = {
    "tables": lambda user, asked, raw: ("", {"shows": ["tables"]}),
    "games": lambda user, asked, raw: ("", {"shows": ["games"]}),
    "help": lambda user, asked, raw: ("", {"shows": [f"options {asked.rest[4:]}"] if asked.rest[4:] else ["new", "options"]}),
    "new": begin, "find": find, "join": join, "leave": leave, "invite": invite, "remove": remove, "start": start,
}  # fmt: skip
