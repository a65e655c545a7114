"""Write invitations, carry out the one-word answers, and write the receipts."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from core.plain_text import one_line
from games.agreements.clock_sentences import terms_of
from games.announcements.notices import INVITATION, InvitationFacts
from games.clocks.terms import pace_name
from games.engine import RulesError
from games.mail import fallback_letters, letter_parts, open_questions
from games.mail.answered import HELD, refuse_letter
from games.mail.grammar import order_words
from games.mail.grammar.command_grammar import is_order
from games.mail.grammar.reply_grammar import left_over, read_block
from games.mail.letters.receipts import DEAD
from games.mail.replies import own_words
from games.models import Game, Invitation
from games.play import standing_orders
from games.storage import block_conditions
from games.tables import lobby
from notifications import KindName, Letter
from notifications.inbound import LetterFacts, Verdict, reads, reply_addresses
from notifications.models import LetterIn, Stop
from notifications.telling import Telling

JOIN, DECLINE = "join", "decline"
ANSWERS = {
    **dict.fromkeys((JOIN, "yes", "yes please", "yes, please"), JOIN),
    **dict.fromkeys((DECLINE, "no", "no thanks", "no, thanks", "no thank you", "no, thank you"), DECLINE),
}
State = LetterIn.State
UNREAD = "We found neither “join” nor “decline” at the top of your letter, so nothing was done."
GONE = "That invitation is no longer valid."

RECEIPT = KindName[LetterFacts]("invitation-receipt")


@fallback_letters.writes(INVITATION, "invitations", role="now")
def write_invitation(notice: Telling[InvitationFacts]) -> Letter | None:
    invitations = Invitation.objects.filter(pk=notice.facts["invitation"], declined_at=None, taken_back_at=None)
    invitation = invitations.exclude(block_conditions.is_unwelcome()).select_related("game__owner", "by").first()
    if invitation is None or invitation.game.status != Game.Status.OPEN:
        return None
    game, players = invitation.game, list(invitation.game.players.select_related("user"))
    if any(player.user_id and player.user_id == invitation.user_id for player in players):
        return None
    context = {
        "is_new": True, "pace": pace_name(game.terms.pace), "names": [player.name for player in players],
        "agreed": [f"{label}: {setting}" for label, setting, _, is_unusual in terms_of(game) if is_unusual],
        "link": join_link(game),
    }  # fmt: skip
    return letter(notice, "letters/invitation", invitation, context)


def join_link(game: Game) -> str:
    """Return the URL that shows an open table to everyone who has the link."""
    return settings.SITE_URL + reverse("join_by_link", args=[game.join_token])


def letter(notice: Telling, template: str, invitation: Invitation, context: dict[str, Any]) -> Letter:
    """Return a letter about an invitation. A member can answer the letter; a stranger must sign up first."""
    game, by, facts = invitation.game, invitation.sender, {"game": invitation.game_id, "invitation": invitation.pk}
    called, free_places = dict(game.rules.places), game.rules.places_left(lobby.taken_places(game), game.seats)
    context |= {
        "free_places": [called[place] for place in free_places],
        "by": by, "game": game, "rules": game.rules, "free": game.seats - game.players.count(),
        "local": settings.MAILBOX, "orders_count": bool(standing_orders.first_at(game)),
        "fits": lambda words: parse_answer(words, game) is not None,
        "reply_to": reply_addresses.new_address(notice.user, "invitation", facts) if notice.user else "",
    }  # fmt: skip
    subject = f"{one_line(by)} invites you to a table of {game.offer.name}"
    return letter_parts.render(template, notice, subject, context)


@reads("invitation", receipt=RECEIPT, held=HELD)
def read_answer(letter: LetterIn, text: str) -> Verdict:
    if verdict := own_words.carry_out(letter, text):
        return verdict
    invitation = Invitation.objects.select_related("game").filter(pk=letter.reply_address.facts["invitation"]).first()
    if invitation is None:
        return Verdict(State.REFUSED, "gone")
    block = read_block(text, lambda words: bool(parse_answer(words, invitation.game)), is_order)
    rest = left_over(block, is_order)
    if block.word == "stop":
        Stop.objects.get_or_create(user=letter.user, category="invitations", defaults={"by": "letter"})
    if block.word:
        return Verdict(State.APPLIED, block.word, {"word": block.word, "rest": rest})
    answer = parse_answer(block.lines[0].words, invitation.game) if block.lines and not block.dry else None
    if answer is None:
        return refuse_letter(letter, "unread", {"problem": UNREAD}, text)
    word, place, orders = answer
    try:
        if word == DECLINE:
            lobby.decline(invitation.game_id, letter.writer)
        else:
            known = standing_orders.first_at(invitation.game)
            lobby.join(invitation.game_id, letter.writer, place=place, orders=order_words.understood(known, orders))
    except (Game.DoesNotExist, Invitation.DoesNotExist):
        return refuse_letter(letter, "gone", {"problem": GONE}, text)
    except RulesError as refusal:
        return refuse_letter(letter, refusal.code, {"problem": refusal.text}, text)
    open_questions.tell_at_once(invitation.game_id, letter.writer)
    return Verdict(State.APPLIED, word, {"word": word, "game": invitation.game_id, "rest": rest})


def parse_answer(words: str, game: Game) -> tuple[str, str, str] | None:
    """Parse "yes", "decline", "join london" or "join london, ORDER ANSWER" into (word, place, orders); return None for other text."""
    if words in ANSWERS:
        return ANSWERS[words], "", ""
    if not words.startswith(f"{JOIN} "):
        return None
    called, orders = order_words.parted(standing_orders.orders_asked_first(game.rules), words.removeprefix(f"{JOIN} "))
    place = {label.casefold(): place for place, label in game.rules.places}.get(called, "")
    return (JOIN, place, orders) if place or (orders and not called) else None


@fallback_letters.writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Return the receipt for an answer to an invitation; None if the invitation was deleted."""
    answered = LetterIn.objects.select_related("address").filter(pk=notice.facts["letter"]).first()
    if answered is None or answered.address is None:
        return None
    invitation = Invitation.objects.select_related("game__owner", "by").filter(pk=answered.address.facts["invitation"]).first()
    if invitation is None:
        return None
    game, facts = invitation.game, answered.facts
    context = {
        "word": facts.get("word", ""), "said": facts.get("said", ""),
        "problem": facts.get("problem") or DEAD.get(facts.get("dead", ""), ""),
        "read": [one_line(line, 60) for line in facts.get("quoted", [])], "in_reply_to": answered.message_id,
        "seated": game.players.filter(user=notice.user).exists(), "running": game.status == Game.Status.RUNNING,
        "link": letter_parts.table_link(game), "rest": one_line(facts.get("rest", ""), 120),
    }  # fmt: skip
    can_join = not context["seated"] and game.status == Game.Status.OPEN and context["word"] != DECLINE
    context["own_link"] = join_link(game) if can_join else letter_parts.own_page(game, notice.reader)
    context["orders_first"], context["orders_link"] = letter_parts.orders_before(game, notice.reader)
    return letter(notice, "letters/invitation-receipt", invitation, context)
