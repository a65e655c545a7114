"""A new table in one line of words: what may be said of it, and what is left as on the page."""

import re

import pytest
from django.test import Client

from games.clocks.paces import DAY
from games.engine import RulesError
from games.mail.commands import command_replies as new_by_mail
from games.mail.commands.command_replies import new_table
from games.mail.grammar import table_words
from games.mail.grammar.command_grammar import Command, is_order, parse_command
from games.mail.grammar.reply_grammar import as_written, understood
from games.mail.grammar.table_words import names_of, parse_table
from games.mail.letters import command_letters
from games.models import Game
from games.play import standing_orders
from games.rulesets import all_rulesets, get_ruleset, on_offer
from tests.letters import receipt
from tests.reading import section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def new(user, line: str) -> Game:
    """What “new …” makes of a line."""
    return new_table(user, parse_command(f"new {line.casefold()}").rest, f"new {line}")


def chairs(game: Game) -> tuple[int, int]:
    """(chairs, bots)"""
    return game.seats, game.players.exclude(bot="").count()


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("buccaneer", "buccaneer"),
        ("Buccaneer, online edition", None),
        ("buccaneer classic", "buccaneer-classic"),
        ("buccaneer-family", "buccaneer-family"),
        ("Trade Winds", "trade-winds"),
        ("trade-winds", "trade-winds"),
        ("trade winds caribbean edition", "trade-winds"),
        ("Bounty", "bounty"),
        ("Piracy Pirates of Port Blackwood", "piracy"),
    ],
)
def test_an_edition_goes_by_its_name_or_its_address(anne, line, slug, golden):
    if slug is None:
        with golden.refused("refusals/mail-commands", RulesError):
            new(anne, line)
    else:
        assert new(anne, line).ruleset == slug


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_what_is_left_out_is_as_on_the_page_for_a_new_table_against_bots(anne, sign_in, slug):
    by_letter = new(anne, slug)
    sign_in(Client(), anne).post(f"/tables/new/{slug}/", page_as_it_stands(slug, anne) | {"open_to_all": "bots"})
    by_page = Game.objects.latest("pk")
    assert by_page != by_letter
    for name in ("options", "pace", "clock", "seats", "open_to_all", "name", "status", "ends_at"):
        assert getattr(by_letter, name) == getattr(by_page, name), name
    assert chairs(by_letter) == chairs(by_page)
    assert sorted(by_letter.players.values_list("bot", flat=True)) == sorted(by_page.players.values_list("bot", flat=True))


def page_as_it_stands(slug: str, user) -> dict:
    """The form as a browser would send it, untouched: of a list that shows one choice, that one."""
    form = new_by_mail.TableForm(on_offer()[slug], zone=user.time_zone)
    told = {f"order-{order.key}": str(order.default) for order in standing_orders.first_orders(form.rules, form.options())}
    return {bound.name: value for bound in form if (value := shown(bound)) not in (None, [])} | told


def shown(bound):
    value, choices = bound.value(), getattr(bound.field, "choices", None)
    return next(iter(choices))[0] if value is None and choices and not bound.field.widget.allow_multiple_selected else value


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("buccaneer for 2", (2, 1)),
        ("buccaneer for six captains", (6, 3)),
        ("buccaneer for 3 with bots", (3, 2)),
        ("bounty for 5 with 2 bots", (5, 2)),
        ("bounty with a bot", (2, 1)),
        ("bounty against one strong bot", (2, 1)),
        ("bounty with 2 bots", (3, 2)),
        ("bounty with 7 bots", (8, 7)),
        ("piracy hoard with 2 bots", (4, 2)),
        ("bounty open with 2 bots", (4, 2)),
        ("bounty without bots", (4, 0)),
        ("bounty open", (4, 0)),
        ("bounty open with bots for 3", (3, 2)),
        ("bounty, for 3, open to anyone and with a bot", (3, 1)),
        ("bounty no bots", (4, 0)),
    ],
)
def test_captains_and_bots(anne, line, expected):
    assert chairs(new(anne, line)) == expected


@pytest.mark.parametrize(
    ("line", "expected", "names"),
    [
        ("buccaneer with mary", (2, 0), {"Mary"}),
        ("buccaneer weekly with MARY and Jack", (3, 0), {"Mary", "Jack"}),
        ("bounty with Mary, Jack and a bot", (4, 1), {"Mary", "Jack"}),
        ("bounty for 4 with a bot and mary", (4, 1), {"Mary"}),
        ("bounty with mary for 4 with bots", (4, 2), {"Mary"}),
        ("bounty with Mary and mary", (2, 0), {"Mary"}),
        ("bounty with jack@example.org, daily, called Port-Royal", (2, 0), {"jack@example.org"}),
    ],
)
def test_a_table_with_people_has_their_chairs_and_they_are_invited(anne, mary, jack, line, expected, names):
    game = new(anne, line)
    assert chairs(game) == expected
    assert {invitation.called for invitation in game.invitations.all()} == names
    assert game.status == "open"


def test_bots_have_the_strength_that_was_asked_for(anne):
    game = new(anne, "bounty for 3 with two strong bots")
    assert set(game.players.exclude(bot="").values_list("bot", flat=True)) == {"strong"}


@pytest.mark.parametrize(
    ("line", "days"), [("daily", 1), ("weekly", 7), ("fortnightly", 14), ("every three days", 3), ("twice a day", 0.5)]
)
def test_the_pace_goes_by_its_name(anne, line, days):
    assert new(anne, f"bounty open {line}").pace == days * DAY


def test_a_table_without_a_clock_is_for_friends(anne, golden):
    assert new(anne, "bounty without bots no clock").is_rated is False
    with golden.refused("refusals/mail-commands", RulesError):
        new(anne, "bounty open no clock")


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("piracy hoard for 4", "mode", "hoard"),
        ("piracy game hoard for 4", "mode", "hoard"),
        ("piracy chart two", "chart", "two"),
        ("piracy coins to win a race one, to try the game", "target", 1),
        ("bounty longest game 20", "rounds", 20),
        ("bounty calling is buying yes", "must_buy", True),
        ("buccaneer honour", "oversail", "honour"),
    ],
)
def test_options_of_the_edition_are_said_by_name(anne, line, key, value):
    assert new(anne, line).options[key] == value


def test_a_name_is_kept_as_it_was_written(anne):
    assert new(anne, "Bounty open called The “Crossed” Keys".replace("“", "").replace("”", "")).name == "The Crossed Keys"


@pytest.mark.parametrize(
    "line",
    [
        "piracy hoard for 3 with bots",
        "bounty for 1",
        "bounty for 0 with a bot",
        "bounty for 99",
        "bounty for 2 with 2 bots",
        "bounty with 99 bots",
        "bounty for 2 with a bot and mary",
        "bounty with Nobody",
        "bounty quickly",
        "bounty open open sesame",
        "buccaneer one",
        "bounty for 3; drop table games",
    ],
)
def test_what_cannot_be_is_refused_and_no_table_is_made(anne, line, golden):
    with golden.refused("refusals/mail-commands", RulesError):
        new(anne, line)
    assert not Game.objects.exists()


def test_ten_tables_that_wait_are_enough(anne, golden):
    for _ in range(10):
        new(anne, "bounty without bots")
    with golden.refused("refusals/mail-commands", RulesError):
        new(anne, "bounty without bots")


def test_no_choice_of_an_edition_can_be_mistaken_for_another(anne):
    for slug in on_offer():
        said: dict[str, tuple] = {}
        for words, key, value in table_words.choices(get_ruleset(slug)):
            assert said.setdefault(words, (key, value)) == (key, value), (slug, words)


# -- the grammar ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("tables", Command("tables")),
        ("tables?", Command("tables")),
        ("games", Command("games")),
        ("join 12", Command("join", 12)),
        ("join #12 london", Command("join", 12, "london")),
        ("leave 7", Command("leave", 7)),
        ("invite mary read to 3", Command("invite", 3, "mary read")),
        ("new bounty open", Command("new", rest="bounty open")),
    ],
)
def test_what_may_be_wanted(words, found):
    assert parse_command(words) == found


@pytest.mark.parametrize(
    "words",
    [
        "tables please",
        "gameshow",
        "join 12 sailed west",
        "join 12 would like to play",
        "invite 12 ended the turn",
        "join me",
        "join 12345678901",
        "leave 7 now",
        "leave",
        "invite to 3",
        "invite mary",
        "new",
        "new providence: docks empty",
        "new york",
        "new bountyful",
        "new piracy” (piracy) has begun",
        "new piracy (for 4)",
        "1 kx",
        "help",
        "",
    ],
)
def test_what_looks_alike_is_no_order(words):
    assert not is_order(words)


@pytest.mark.parametrize("words", ["tables please", "gameshow", "join", "join me", "leave 7 now", "invite 3", "news", "1 kx", ""])
def test_what_wants_nothing_of_us(words):
    assert parse_command(words) is None


def test_what_cannot_be_is_wanted_all_the_same_so_that_it_is_refused_with_a_reason():
    assert parse_command("new york") == Command("new", rest="york")
    assert parse_command("join 12 tortuga") == Command("join", 12, "tortuga")


@pytest.mark.parametrize(
    "words",
    [
        "yes",
        "again",
        "join",
        "join 12",
        "join 12 london",
        "new piracy",
        "new bounty called x",
        "tables",
        "invite mary to 3",
        "remove mary from 3",
        "start 12",
    ],
)
def test_what_may_stand_in_no_letter_of_ours(words):
    assert is_order(words)


def test_capitals_are_kept_behind_the_words_that_say_what_follows():
    assert as_written("> Yes,  call me   Long John Silver. ", "call me") == "Long John Silver"
    assert as_written("yes", "call me") == ""


@pytest.mark.parametrize(
    ("raw", "quoted"),
    [
        ("> new buccaneer-family with Long John SILVER!", "“Long John SILVER”"),
        ("New Buccaneer  for 3  CALLED  Straße*Œuvre-Heck", "“CALLED Straße*Œuvre-Heck”"),
        ("*New Piracy, for 4 THE BLACK-Spot*", "“THE BLACK-Spot”"),
        ("ＮＥＷ ＰＩＲＡＣＹ Ｙｏ", "“Yo”"),
    ],
)
def test_what_is_not_understood_is_quoted_as_it_was_written(anne, raw, quoted):
    line = understood(raw.removeprefix("> "))
    with pytest.raises(RulesError, match=re.escape(f" {quoted}, ")):
        new_table(anne, parse_command(line.words).rest, line.raw)
    assert not Game.objects.exists()


def test_who_gives_a_table_a_name_with_odd_signs_reads_which_ones_may_be_in_it(anne, golden):
    with golden.refused("refusals/mail-commands", RulesError):
        new(anne, "piracy called The {Pearl}")


@pytest.mark.parametrize("line", ["bounty with 2 bots, please", "bounty, please, with 2 bots", "bounty with two bots. Thanks!"])
def test_politeness_does_not_keep_a_table_from_being_made(anne, line):
    assert chairs(new(anne, line)) == (3, 2)


@pytest.mark.parametrize("line", ["bounty with Mary, please", "bounty with Mary please!", "bounty with Mary, please, for 3"])
def test_please_is_no_captain_to_invite(anne, mary, line):
    assert [invitation.user for invitation in new(anne, line).invitations.all()] == [mary]


# -- what may be said of a table ------------------------------------------------------------------------------
def test_help_new_names_every_option_that_new_promises(post, anne, golden):
    post.write(anne.email, "help new")
    assert golden("letters/receipt-command", section(receipt(), 2))


@pytest.mark.parametrize("slug", ["bounty", "buccaneer", "buccaneer-classic", "buccaneer-family", "piracy", "trade-winds"])
def test_help_new_with_a_game_lists_the_choices_of_its_options_as_new_takes_them(post, anne, slug, golden):
    rules = on_offer()[slug]
    name = names_of(rules)[0]
    post.write(anne.email, f"Help new {name}?")
    assert golden("letters/receipt-command", section(receipt(), 1))
    for option in rules.options:
        offered = [choice.partition(" (")[0] for choice in command_letters.choice_names(option)]
        chosen = [parse_table(f"{name} {command_letters.option_name(option)} {choice}", "").fields for choice in offered]
        assert chosen == [{f"option-{option.key}": str(value)} for value, _ in option.choices]
