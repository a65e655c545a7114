"""Every kind of letter the site can write is written here once, and looked at by what holds for all of them."""

import json
import os
import re
import subprocess
from itertools import pairwise

import html5lib
import pytest
from django.conf import settings

from games.engine import commitment
from games.mail.grammar.command_grammar import is_order
from games.mail.grammar.reply_grammar import speaks
from games.mail.grammar.reply_words import all_words
from games.models import Seed
from games.rulesets import all_rulesets
from games.storage.snapshots import stored
from notifications import addresses
from notifications.inbound.html_text import from_html
from notifications.kinds import KINDS, Role
from tests import every_letter as sample

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SECRET = b"so that it is the same each time"
HARMLESS = {
    "<style> element": "holds the colours for the dark only; all else stands on the elements",
    "<body> element": "becomes a div, with its looks",
    "<small> element": "as large as the rest",
}
"""Elements that some mail programs do not know, and why a letter is right there all the same."""
MEANING = {
    *("display:flex", "display:grid", "position", "float", "visibility", "transform", "opacity", "background-image"),
    *("CSS Variables (Custom Properties)", "CSS calc() function", "light-dark()", "lch(), oklch(), lab(), oklab()", "CSS Nesting"),
    *("Embedded <svg> image", "SVG image format", "webP image format", "AVIF image format", "Base 64 image format", "Image maps"),
    *("mailto: links", "rem unit", "vw unit", "HTML5 semantics"),
}
"""What a letter could not be read or used without. Other looks (round corners, say) may be lost."""


@pytest.fixture(autouse=True)
def the_same_deal(monkeypatch, settings):
    """In every run, on a site that letters can be sent to."""
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))
    settings.REPLY_DOMAIN, settings.DESK = "localhost", "play@localhost"


@pytest.fixture
def letters(anne, mary, make_run, people, organiser):
    """Kind -> letter."""
    run = make_run([anne, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    game = sample.running_game("buccaneer", anne, mary)
    of_games = (
        sample.of_a_turn(game) | sample.of_a_table(game) | sample.of_mail_commands(anne, mary) | sample.of_moderation(game, anne, mary)
    )
    return of_games | sample.of_a_league(run.season, anne, organiser)


def orders_in(letter, fits=is_order) -> list[str]:
    """Lines that would do something if they were sent back: those of the text, and of the HTML as it is read without its text."""
    lines = [*letter.text.splitlines(), *from_html(letter.html).splitlines()]
    return [line for line in lines if speaks(line, fits) or speaks(line, is_order)]


def test_there_is_a_sample_of_every_kind(letters):
    assert set(letters) == set(KINDS)


@pytest.mark.parametrize("edition", sorted(all_rulesets()))
def test_no_line_that_we_send_is_an_order_in_any_edition(edition, anne, mary):
    game = sample.running_game(edition, anne, mary)
    names = [player.name for player in game.players.order_by("seat")]
    fits = all_words(game.rules, game.rules.decisions(game.rules.load(stored(game))), names)
    letters = sample.of_a_turn(game) | sample.of_a_table(game)
    assert {kind: found for kind, letter in letters.items() if (found := orders_in(letter, fits))} == {}


def test_no_line_that_leagues_send_is_an_order(letters):
    assert [line for letter in letters.values() for line in orders_in(letter)] == []


@pytest.mark.parametrize("name", ["join 12", "new piracy", "1 KX", "games"])
def test_no_name_of_a_captain_or_a_table_makes_an_order_of_a_line(name, anne, mary, monkeypatch):
    monkeypatch.setattr(sample, "HOSTILE", name)
    game = sample.running_game("buccaneer", anne, mary)
    mary.name = name
    mary.save()
    letters = (
        sample.of_a_turn(game) | sample.of_a_table(game) | sample.of_mail_commands(anne, mary) | sample.of_moderation(game, mary, anne)
    )
    assert {kind: found for kind, letter in letters.items() if (found := orders_in(letter))} == {}


def test_lines_of_text_are_short_enough_never_to_be_wrapped(letters):
    long = [line for letter in letters.values() for line in letter.text.splitlines() if len(line) > 66]
    assert [line for line in long if not line.strip().startswith(settings.SITE_URL)] == []


def test_words_before_each_link_of_a_text_say_where_it_leads(letters):
    bare = {}
    for kind, letter in letters.items():
        lines = [line for line in letter.text.splitlines() if line.strip()]
        alone = [before for before, line in pairwise(lines) if line.startswith(settings.SITE_URL) and not before.endswith((":", "?"))]
        bare |= {kind: alone} if alone else {}
    assert bare == {}


def test_all_html_is_small_and_without_a_single_fault(letters):
    for kind, letter in letters.items():
        parser = html5lib.HTMLParser()
        parser.parse(letter.html)
        assert (parser.errors, len(letter.html.encode()) < 90 * 1024) == ([], True), kind


def test_what_people_write_is_never_markup(letters):
    for kind, letter in letters.items():
        assert "<b>&amp;" not in letter.html, kind
    assert "&lt;b&gt;" in letters["talk"].html


def test_every_letter_says_how_to_stop_it_in_both_forms(letters):
    for kind, letter in letters.items():
        assert letter.text.count(f"{settings.SITE_URL}/u/") == 1, kind
        assert f'href="{settings.SITE_URL}/u/' in letter.html, kind


def test_every_subject_of_a_table_or_a_season_says_what_the_letter_is(letters):
    plain = re.compile(r"\[.+\] ([\w ]+, table|season) \d+")
    assert {kind: letter.subject for kind, letter in letters.items() if plain.fullmatch(letter.subject)} == {}


def test_every_letter_can_be_answered(letters):
    kept = {kind: letter.reply_to for kind, letter in letters.items()}
    assert {kind for kind, to in kept.items() if not (addresses.is_ours(f"{to}@{settings.REPLY_DOMAIN}"))} == set()


def test_every_subject_about_a_table_or_season_says_what_the_letter_is(letters):
    bare = re.compile(r"\[.*\] ([^:?]+, table \d+|season \d+)")
    assert [kind for kind, letter in letters.items() if bare.fullmatch(letter.subject)] == []


def test_all_news_can_be_said_in_one_line_of_a_digest(letters, golden):
    """No line asks for an answer to its own letter: a digest is another letter."""
    news = {kind.name: letters[kind.name].line for kind in KINDS.values() if kind.role == Role.NEWS}
    assert all(news.values())
    assert golden("letters/lines-of-a-digest", [f"{kind}: {line}" for kind, line in sorted(news.items())])


def lost(letters: dict[str, str]) -> set[str]:
    """What some mail program does not know of these, and a letter cannot do without."""
    command = ["node", os.environ["POST_CHECKER"]]
    found = json.loads(subprocess.run(command, input=json.dumps(letters), capture_output=True, check=True, text=True).stdout)
    return {what for what in found if what in MEANING or (what.endswith((" element", " elements")) and what not in HARMLESS)}


@pytest.mark.post
def test_mail_programs_know_all_that_a_letter_cannot_do_without(letters):
    assert lost({kind: letter.html for kind, letter in letters.items()}) == set()
    assert lost({"bad": '<html><body><form><p style="position: fixed">Ahoy</p></form></body></html>'}) == {"position", "<form> element"}
