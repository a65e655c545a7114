"""Every kind of letter as people see it, in pictures: run when letters are to be looked at, never with the suite.

    LETTERS=/tmp/letters .venv/bin/pytest tests/leagues/gallery_of_letters.py

For each letter its text, and four pictures: 360 px in the dark without images, 360 px, 600 px, and 600 px in the dark.
"""

import base64
import os
import random
from pathlib import Path

import pytest
from django.core import mail

from games.engine.random_play import random_bot
from games.models import Game
from games.play import acting
from games.rulesets import all_rulesets
from games.storage.snapshots import stored
from games.tables import lobby
from notifications.models import Preference
from tests import every_letter as sample
from tests.accounts.conftest import standing_clock  # noqa: F401 - a fixture
from tests.accounts.test_letters_about_accounts import ACTIONS, letter_after  # noqa: F401 - a fixture
from tests.browsing import browser  # noqa: F401 - a fixture
from tests.letters import codes

pytestmark = pytest.mark.django_db
WAYS = ((360, "dark", False), (360, "light", True), (600, "light", True), (600, "dark", True))
TALE = 30
"""Answers played before the letters are written."""


@pytest.fixture
def show(browser):  # noqa: F811
    """`show(name, text, html, images)`: into the folder."""
    folder = Path(os.environ["LETTERS"])
    folder.mkdir(parents=True, exist_ok=True)

    def show(name, text, html, images):
        (folder / f"{name}.txt").write_text(text)
        for width, scheme, has_images in WAYS:
            page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme=scheme)
            page.set_content(with_pictures(html, images if has_images else {}))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width} pixels"
            page.screenshot(path=folder / f"{name}.{width}.{scheme}.png", full_page=True)
            page.close()

    return show


@pytest.fixture
def show_sent(show):
    """The same for a letter that went."""

    def show_sent(name, sent):
        images = {part["Content-ID"].strip("<>"): part.get_payload(decode=True) for part in sent.attachments}
        show(name, sent.body, sent.alternatives[0].content, images)

    return show_sent


def with_pictures(html: str, images) -> str:
    for name, png in images.items():
        html = html.replace(f"cid:{name}", f"data:image/png;base64,{base64.b64encode(png).decode()}")
    return html


@pytest.fixture(autouse=True)
def people_who_mean_well(monkeypatch, settings):
    settings.REPLY_DOMAIN, settings.MAILBOX, settings.SITE_URL = "in.pirates.example", False, "https://pirates.example"
    monkeypatch.setattr(sample, "HOSTILE", "Mind the reef, I shall be there before you!")


def named(game: Game, name: str) -> Game:
    Game.objects.filter(pk=game.pk).update(name=name)
    return Game.objects.get(pk=game.pk)


def sailed(edition: str, *people, **options) -> Game:
    """A game of these people that bots have played on for a while, so that something has happened."""
    game, chance = sample.running_game(edition, *people, answers=0, **options), random.Random(3)
    for _ in range(TALE):
        game.refresh_from_db()
        seat, state = game.waits.filter(closed_at=None).order_by("pk").first().seat, game.rules.load(stored(game))
        asked = [decision for decision in game.rules.decisions(state) if decision.seat == seat]
        action = game.rules.bots.get("middle", random_bot)(game.rules.view(state, seat), asked, chance.randrange)
        acting.act(game.pk, action, game.number)
    return game


@pytest.mark.parametrize("edition", sorted(all_rulesets()))
def test_letters_of_an_edition(edition, anne, mary, show):
    game = named(sailed(edition, anne, mary), "The Crossed Keys")
    turns, ends = sample.of_a_turn(game), sample.of_a_table(game)
    kept = turns | ends if edition == "buccaneer" else {"turn": turns["turn"], "receipt": turns["receipt"], "over": ends["over"]}
    for kind, letter in kept.items():
        show(f"{edition}-{kind}", letter.text, letter.html, letter.images)


def test_letters_of_a_hoard(anne, mary, jack, make_person, show):
    four = anne, mary, jack, make_person("Bess")
    game = named(sailed("piracy", *four, mode="hoard"), "The Crossed Keys")
    letters = sample.of_a_turn(game) | sample.of_a_table(game)
    for kind in ("turn", "over"):
        show(f"hoard-{kind}", letters[kind].text, letters[kind].html, letters[kind].images)


def test_letters_of_a_league(anne, make_run, people, organiser, show):
    run = make_run([anne, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    for kind, letter in sample.of_a_league(run.season, anne, organiser).items():
        show(f"league-{kind}", letter.text, letter.html, letter.images)


def test_receipts_of_answers(anne, mary, post, show_sent):
    named(sailed("buccaneer", anne, mary), "The Crossed Keys")
    [letter] = post.letters(5)
    order = next(iter(codes(letter).values()))
    said = {"nonsense": "I think I shall go north.", "help": "help", "board": "board", "try": f"try\n{order}", "played": order,
            "stale": order, "stop": "stop"}  # fmt: skip
    for name, text in said.items():
        post.answer(letter, text)
        show_sent(f"answer-{name}", next(sent for sent in mail.outbox if sent.extra_headers["Auto-Submitted"] == "auto-replied"))


def test_a_letter_of_the_day_that_tells_of_three_tables(anne, mary, post, show_sent):
    for person in (anne, mary):
        Preference.objects.create(user=person, mode="digest", digest_hour=(post.now.hour + 2) % 24)
    names = {"buccaneer": "The Crossed Keys", "bounty": "Round the Horn", "piracy": "Skull and Bones"}
    for edition, name in names.items():
        named(sailed(edition, anne, mary), name)
    sample.of_a_table(Game.objects.get(name="Skull and Bones"))
    for number, sent in enumerate(post.letters(125)):
        show_sent(f"day-{number}", sent)


def test_letters_to_the_site_and_its_answers(anne, mary, post, show_sent, settings):
    settings.REPLY_DOMAIN, settings.DESK = "in.pirates.example", "play@in.pirates.example"
    named(sailed("buccaneer", anne, mary), "The Crossed Keys")
    open_table = lobby.create(mary, "trade-winds", seats=4, name="Round the Horn", open_to_all=True)
    lobby.create(mary, "piracy", seats=3, name="Skull and Bones", open_to_all=True)
    said = {"help": "help", "tables": "tables", "join": f"join {open_table.pk}", "games": "games", "new": "new buccaneer open for 3",
            "begun": "new bounty", "nonsense": "Could I have a table, please?\nYours, Anne", "no-game": "new monopoly",
            "taken": "new bounty for 12"}  # fmt: skip
    for name, text in said.items():
        post.write(anne.email, text)
        show_sent(f"desk-{name}", mail.outbox[0])
    post.write(anne.email, "help", auth="fail")
    show_sent("desk-held", mail.outbox[0])
    post.write("bess@elsewhere.example", "Ahoy!")
    show_sent("stranger", welcome := mail.outbox[0])
    post.answer(welcome, "yes, call me Anne")
    show_sent("stranger-name-taken", mail.outbox[0])
    post.answer(welcome, "yes, call me Bess")
    show_sent("stranger-opened", mail.outbox[0])


def test_the_letter_after_hours_without_a_relay(anne, mary, post, show_sent, monkeypatch):
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", refuse, raising=False)
    for edition, name in (("buccaneer-classic", "The Crossed Keys"), ("bounty", "Round the Horn"), ("piracy", "Skull and Bones")):
        named(sailed(edition, anne, mary), name)
    for _ in range(10):
        assert post.letters(30) == []
    acting.end_as_it_stands(Game.objects.get(name="Skull and Bones").pk, "agreed")
    monkeypatch.undo()
    for number, sent in enumerate(post.letters(20)):
        show_sent(f"catch-up-{number}", sent)


def refuse(connection):
    raise ConnectionRefusedError


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("action", ACTIONS)
def test_letters_about_accounts(action, letter_after, show_sent):  # noqa: F811
    show_sent(f"account-{action.__name__}", letter_after(action))
