"""Organisers of leagues, and newcomers who write to the site or sign up on its pages."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.editions.errors import NotAllowed
from leagues.models import League
from leagues.pure.presets import Preset
from leagues.services import entries, making, seasons

from .browsers import Browser
from .letters import Letter, answer
from .people import Journal, PageFailed, Person
from .post_office import Office
from .weather import HOUR

FIRST_LINES = ("Hello, what is this?", "play", "new bounty", "I would like to play with you", "help")
LATER_LINES = ("find anything", "tables", "new piracy", "games", "find bounty", "help", "nonsense")
CONFIRMS = re.compile(r"(/account/confirm-email/[^\s<>]+)")
EVERY = 1.5
"""The mean number of days between two newcomers."""
MOST_ENTRIES = 9
"""The most people that an organiser enters into a season; others enter on its page."""


@dataclass
class Organiser:
    """A person who runs a league."""

    who: Person
    chance: Random
    ruleset: str
    rounds: tuple[int, int]
    """Hours per turn, and days per round."""

    def look_after(self, people: list[Person]) -> None:
        """Create the league if it is missing, and start a season if none is running."""
        league = League.objects.filter(organisers=self.who.user).order_by("pk").first()
        with suppress(NotAllowed):
            league = league or making.create_league(self.who.user, f"League of {self.who.user.name}", self.ruleset)
            if making.is_free(league):
                self.new_season(league, people)
        for page in self.who.season_pages()[-1:]:
            self.who.get(page)

    def new_season(self, league: League, people: list[Person]) -> None:
        now, shape = timezone.now(), self.chance.choice(("swiss", "divisions"))
        pace, days = self.rounds
        preset = Preset.for_seats(2 if league.ruleset != "piracy" else 4, shape=shape, rounds=2, pace=pace * 3600, round_days=days)
        season = making.create_season(league.pk, self.who.user, preset, now + timedelta(hours=9), now + timedelta(hours=18))
        seasons.advance(season.pk, "open", self.who.user)
        for person in self.chance.sample(people, min(MOST_ENTRIES, round(len(people) * 0.7))):
            entries.register(season.pk, person.user)


@dataclass
class Stranger:
    """A person without an account, who writes to the site, answers yes to its welcome letter, and plays."""

    email: str
    chance: Random
    office: Office
    settle: Callable[[User, str], None]
    journal: Journal

    def begin(self) -> None:
        self.office.mailboxes[self.email] = self.read
        self.write(self.chance.choice(FIRST_LINES), settings.DESK, Letter(subject="Hello"))

    def write(self, text: str, to: str, original: Letter) -> None:
        self.office.came += 1
        name, raw = answer("both", text, original, self.email, to, self.office.came)
        self.journal.letters[name] = (self.office.send_in(raw, to, self.email), None)

    def read(self, letter: Letter) -> None:
        """Answer the welcome letter after some hours; once the account exists, become a Person."""
        if letter.answers:
            self.journal.told.add(letter.answers.split()[-1])
        user = User.objects.filter(email=self.email).first()
        if user is not None:
            self.settle(user, self.email)
            self.write(self.chance.choice(LATER_LINES), settings.DESK, Letter(subject="Me again"))
        elif letter.reply_to:
            text = f"yes, call me {self.email.partition('@')[0]}" if self.chance.random() < 0.9 else "yes??"
            when = self.office.clock.now + self.chance.uniform(0.1, 9) * HOUR
            self.office.clock.at(when, f"{self.email} says yes", self.write, text, letter.reply_to, letter)


@dataclass
class Newcomer:
    """A person who signs up on a page, perhaps after playing as a guest, and follows the link in the confirmation letter."""

    email: str
    chance: Random
    office: Office
    settle: Callable[[User, str], None]

    def begin(self) -> None:
        """Submit the sign-up form. Raise PageFailed if the site refuses it."""
        self.office.mailboxes[self.email], self.client = self.read, Browser()
        name, secret = f"Nell {self.email.partition('@')[0]}", "five brass buttons"
        if self.chance.random() < 0.5:
            self.client.post("/first-voyage/bounty/", {"time_zone": "Europe/Paris"})
            page, form = "/account/keep/", {"address": self.email, "name": name, "secret": secret}
        else:
            page, form = "/account/signup/", {"email": self.email, "username": name, "password1": secret}
        if (answer := self.client.post(page, form)).status_code not in (302, 503):
            raise PageFailed(f"{page} answered {answer.status_code} to {self.email}")

    def read(self, letter: Letter) -> None:
        if links := CONFIRMS.findall(letter.body):
            self.office.clock.after(self.chance.uniform(0.1, 5) * HOUR, f"{self.email} confirms", self.confirm, links[0])

    def confirm(self, link: str) -> None:
        """Press the confirmation button. Raise PageFailed if the address is not confirmed afterwards."""
        self.client.get(link)
        self.client.post(link)
        user = User.objects.filter(email=self.email, is_guest=False, emailaddress__verified=True).first()
        if user is None:
            raise PageFailed(f"{self.email} followed the link of their letter and has no account")
        if self.office.mailboxes[self.email] == self.read:
            self.settle(user, self.email)
