"""What a season asks of somebody, answered by letter: “ready” at a muster, “ready” or “no” when a seat is to be taken over."""

from django.core.exceptions import ObjectDoesNotExist

from games import by_mail
from games.engine import RulesError
from games.reply_grammar import read_block
from leagues.models import Season
from leagues.services import absent, muster
from notifications.inbound import Verdict, register_reader, replying
from notifications.models import LetterIn, Stop

State = LetterIn.State
PURPOSE, RECEIPT = "season", "receipt-league"
ANSWERS = {"muster": ("ready",), "call": ("ready", "no")}
UNREAD = "We found {} nowhere alone on the first line of your letter. So nothing was done."


def register() -> None:
    register_reader(PURPOSE, read, receipt=RECEIPT, held=RECEIPT)


def reply_to(user, season: Season, asked: str, call: int) -> str:
    """The address that takes the answer to such a letter; "" where no letters come in."""
    return replying.new_address(user, PURPOSE, {"season": season.pk, "asked": asked, "call": call})


def read(letter, text: str) -> Verdict:
    """Do what an answer says. Runs in the transaction that closes the letter."""
    facts = letter.address.facts
    words = ANSWERS[facts["asked"]]
    block = read_block(text, words.__contains__)
    if block.word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="leagues", defaults={"by": "letter"})
        return Verdict(State.APPLIED, "stop", {"said": "You get no more letters about your leagues."})
    said = block.lines[0].words if block.lines and not block.dry else ""
    if said not in words:
        return by_mail.refused(letter, "unread", {"said": UNREAD.format(" or ".join(f"“{word}”" for word in words))}, text)
    try:
        return Verdict(State.APPLIED, "counted", {"said": do(letter.user, facts, said)})
    except RulesError as refusal:
        return by_mail.refused(letter, refusal.code, {"said": refusal.text}, text)
    except ObjectDoesNotExist:
        return Verdict(State.REFUSED, "not-playing")


def do(user, facts: dict, said: str) -> str:
    """Do what was said, and say it back. Raises RulesError, ObjectDoesNotExist."""
    if facts["asked"] == "muster":
        muster.say_ready(facts["season"], user)
        return "You are ready. Each of your tables begins when all of its captains are."
    absent.answer_call(facts["call"], user, said == "ready")
    return "The seat is yours. Fair winds!" if said == "ready" else "Thank you for the answer; somebody else is asked."
