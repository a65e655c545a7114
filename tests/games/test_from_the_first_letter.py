"""A person who knows only an address: from their first letter to the result of a game and on to the next, and no page is ever opened."""

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from accounts.models import User
from games.models import Game
from tests.letters import codes, tidy
from tests.reading import opening

pytestmark = pytest.mark.django_db(transaction=True)
BESS = "bess@elsewhere.example"
QUIET = ("stay", "no", "yield")
"""What she says whenever she is asked something."""


class Inbox:
    """All that Bess ever sees: letters that come to her, and answers that she writes to them."""

    def __init__(self, post):
        self.post = post

    def take(self, words: str):
        """The letter with these words, among those that lie there now or come within minutes."""
        lying = [letter for letter in mail.outbox if letter.to == [BESS] and words in tidy(letter)]
        return next(letter for letter in lying or self.post.letters(5) if letter.to == [BESS] and words in tidy(letter))

    def answer(self, letter, text: str) -> None:
        assert self.post.answer(letter, text).state == "applied", text

    def play(self) -> tuple[list[str], EmailMessage]:
        """Answer whatever is asked until the game is over; what was answered, and the letter that says how it came out."""
        said: list[str] = []
        while True:
            letters = [*mail.outbox, *self.post.letters(5)]
            over = [letter for letter in letters if "is over" in letter.body]
            if over:
                return said, over[0]
            asking = [letter for letter in letters if codes(letter)]
            offered = codes(asking[-1])
            said.append(next(label for label in QUIET if label in offered))
            self.answer(asking[-1], offered[said[-1]])
        return said


def test_a_stranger_plays_a_whole_game_and_the_next_by_letter_alone(post, golden):
    inbox = Inbox(post)
    post.write(BESS, "Ahoy, I hear that one can play with you?")
    inbox.answer(inbox.take("Write “yes” on the first line"), "yes, call me Bess\n\n--\nBess of Bristol")
    opened = inbox.take("go by the name of Bess")
    inbox.answer(opened, "new toy rounds 3 for 2 with a bot called The Crossed Keys")
    assert golden("letters/receipt-command", opening(inbox.take("Your table is made")))

    said, result = inbox.play()
    game = Game.objects.get()
    assert (game.status, game.name, said.count("no")) == ("over", "The Crossed Keys", 3)
    assert game.moves.filter(seat=game.players.get(user__name="Bess").seat, by="mail").count() == len(said)
    assert not game.moves.filter(by="clock").exists()

    inbox.answer(result, "again")
    assert golden("letters/receipt-over", opening(inbox.take("with the same captains")))
    assert Game.objects.get(rematch_of=game).status == "running"
    bess = User.objects.get()
    assert (bess.email, bess.last_login, bess.has_usable_password()) == (BESS, None, False)
