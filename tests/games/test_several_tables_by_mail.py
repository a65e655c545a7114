"""One letter asks at every table that waits, and one reply answers at all of them."""

import re
from datetime import timedelta

import pytest
from django.core import mail

from games.models import Game
from games.tables import lobby
from notifications import claims, sending
from notifications.models import Delivery
from tests.letters import answer_by_button, receipts, tidy
from tests.reading import tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NUMBERED = re.compile(r"^\[(\d)\]  (.+?) \(", re.MULTILINE)


@pytest.fixture
def five(anne, mary):
    """Five tables that wait for Anne, who steers first at each."""
    games = []
    for number in range(5):
        game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True, name=f"Port {number}")
        lobby.join(game.pk, mary, place="london")
        games.append(game)
    return games


@pytest.fixture
def letter(five, post):
    """The one letter that went for all of them."""
    [sent] = [letter for letter in post.letters() if letter.to == ["anne@example.org"]]
    return sent


def test_one_letter_has_the_question_of_every_table_that_waits(five, letter):
    assert len(NUMBERED.findall(letter.body)) == 4
    assert all(game.name in letter.subject + letter.body for game in five)
    assert tidy(letter).count("Steer?") >= 5


def test_two_workers_that_claim_tables_of_one_reader_at_the_same_moment_send_one_letter(five, post, anne):
    post.now += timedelta(minutes=3)
    post.clock.move_to(post.now, tick=False)
    rows = Delivery.objects.filter(notice__user=anne, transport="email").order_by("pk").values_list("pk", flat=True)
    first, second = (claims.claim(pk) for pk in rows[:2])
    assert sending.deliver(second) == "another-letter"
    sending.deliver(first)
    [sent] = mail.outbox
    assert all(game.name in sent.subject + sent.body for game in five)
    assert not [letter for letter in post.letters() if letter.to == ["anne@example.org"]]


def test_five_answers_in_one_reply_are_all_played_and_each_is_told_in_one_receipt(five, letter, post):
    kept = post.answer(letter, "1 north\n2 stay\n3: north\n\n4) north\ntable 5 stay")
    assert kept.state == "applied"
    assert [game.moves.filter(number=1, by="mail").count() for game in five] == [1] * 5
    [told] = receipts()
    assert all(game.name in told.body for game in five)
    assert all(game.name in told.alternatives[0].content for game in five)


def test_a_number_means_the_table_that_stands_beside_it(five, letter, post):
    numbers = {name: number for number, name in NUMBERED.findall(letter.body)}
    post.answer(letter, f"{numbers['Port 3']} north" if "Port 3" in numbers else "1 north")
    assert [bool(game.moves.filter(number__gt=0)) for game in five] == [False, False, False, True, False]


def test_lines_without_a_number_go_on_at_the_table_of_the_line_before(five, letter, post):
    numbers = {name: number for number, name in NUMBERED.findall(letter.body)}
    name, number = next(iter(numbers.items()))
    post.answer(letter, f"north\n{number} stay\nno\n\nRegards, Anne")
    other = Game.objects.get(name=name)
    assert [(move.decision, move.answer) for move in other.moves.filter(number__gt=0)] == [("steer", "stay"), ("dig", "no")]


def test_a_wrong_line_for_one_table_stops_only_that_table(five, letter, post):
    kept = post.answer(letter, "1 north\n2 nowhere\n3 north")
    assert kept.state == "applied"
    assert sum(game.moves.filter(number=1).count() for game in five) == 2
    [told] = receipts()
    assert kept.facts["along"][0]["problem"] in tidy(told)


def test_a_number_beyond_the_tables_of_the_letter_answers_nothing(five, letter, post):
    assert post.answer(letter, "7 north").state == "refused"
    assert not any(game.moves.filter(number__gt=0).exists() for game in five)


def test_the_answer_of_an_older_letter_is_not_played_at_a_table_that_went_on(five, letter, post):
    post.answer(letter, "2 north")
    kept = post.answer(letter, "1 north\n2 no")
    assert (kept.state, kept.facts["along"][0]["problem"] != "") == ("applied", True)


def test_a_quoted_letter_answers_at_no_table(five, letter, post):
    unmarked = "\n".join(line for line in letter.body.split("\n"))
    post.answer(letter, f"1 north\n\n{unmarked}")
    assert sum(game.moves.filter(number__gt=0).count() for game in five) == 1


def test_a_site_that_takes_no_letters_numbers_no_tables_but_asks_their_questions(five, post, settings):
    settings.REPLY_DOMAIN = ""
    [sent] = [letter for letter in post.letters() if letter.to == ["anne@example.org"]]
    assert not NUMBERED.findall(sent.body)
    assert sent.body.count("/letters/answer/") == 5


def test_each_other_table_has_a_page_of_its_own_to_answer_on(client, five, letter):
    links = {link.attributes["href"] for link in tree(letter).css("li a") if "/letters/answer/" in link.attributes["href"]}
    assert len(links) == 4
    for link in links:
        path = "/" + link.split("/", 3)[3]
        assert answer_by_button(client, client.get(path), "steer", "north").status_code == 200
    assert sum(game.moves.filter(number=1).count() for game in five) == 4


def test_the_choices_at_another_table_are_told_apart_from_the_example(five, letter, post):
    assert re.search("answer “2 ([^”]+)”; choices: \\1, ", tidy(letter))


def test_a_course_set_at_another_table_is_told_though_nothing_has_been_seen_to_happen(anne, mary, post, golden):
    for number in range(2):
        game = lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", open_to_all=True, name=f"Port {number}")
        lobby.join(game.pk, mary, place="london")
    [letter] = [letter for letter in post.letters() if letter.to == ["anne@example.org"]]
    post.answer(letter, "1 B17\n2 C17")
    told = receipts()[0].body
    assert golden("letters/receipt", told[: told.index("\n\n", told.index("Port 1"))])
