"""A member writes to the address that everybody knows: tables, chairs and games by letter, and what is refused."""

import re

import pytest
from django.core import mail

from games.models import Game, Invitation
from games.tables import lobby
from notifications.models import LetterIn, Stop
from tests.letters import of_kind, receipt, tidy
from tests.reading import alert, headings, opening, paragraphs, part, section

pytestmark = pytest.mark.django_db


def made() -> Game:
    """The newest table."""
    return Game.objects.latest("pk")


def said() -> str:
    return tidy(receipt())


@pytest.fixture
def write(post, anne):
    """`write(text)`: Anne writes to the command address."""
    return lambda text, **more: post.write(anne.email, text, **more)


@pytest.fixture
def open_table(mary):
    """Mary's table, open to anyone, with two chairs free."""
    return lobby.create(mary, "buccaneer", seats=3, place="bombay", name="Port Royal", open_to_all=True)


# -- tables ---------------------------------------------------------------------------------------
def test_new_and_a_game_begins_at_once_against_three_bots_as_the_page_would(write, anne, post, golden):
    kept = write("new buccaneer")
    game = made()
    assert (kept.state, kept.reason, game.status, game.ruleset) == ("applied", "new", "running", "buccaneer")
    assert (game.players.count(), game.players.exclude(bot="").count()) == (4, 3)
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_the_first_turn_of_a_game_that_was_begun_by_letter_comes_at_once(write, post, mary):
    write("new buccaneer-family for 2 without bots open")
    post.write(mary.email, f"join {made().pk}")
    assert [letter.to[0] for letter in of_kind("turn", [*mail.outbox, *post.letters(0)])] == [
        made().players.get(seat=made().turn).user.email
    ]


def test_the_first_turn_after_bots_comes_at_once_too(write, post):
    write("new buccaneer")
    assert of_kind("turn", [*mail.outbox, *post.letters(0)])


def test_a_table_with_fewer_bots_than_chairs_says_for_whom_it_waits_and_how_to_begin(write, golden):
    write("new buccaneer for 4 with 2 bots")
    assert made().status == "open"
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert golden("letters/receipt-command", part(receipt(), "ul.plain"))


def test_the_tables_that_one_may_join_are_numbered_with_who_sits_there_and_how_fast_they_go(write, open_table, mary, golden):
    lobby.create(mary, "piracy", seats=4, name="Among friends")
    kept = write("Tables.")
    assert (kept.state, kept.reason) == ("applied", "tables")
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert "Among friends" not in said()


def test_a_table_one_is_asked_to_is_listed_and_says_so(write, anne, mary, golden):
    game = lobby.create(mary, "piracy", seats=4, name="Among friends")
    lobby.invite(game.pk, mary, "Anne")
    write("tables")
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_join_takes_a_chair_and_says_how_to_give_it_up(write, open_table, anne, golden):
    kept = write(f"join {open_table.pk}")
    assert (kept.state, kept.reason) == ("applied", "join")
    assert open_table.players.filter(user=anne).exists()
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_join_with_a_place_behind_it_takes_that_one(write, open_table, anne):
    write(f"join #{open_table.pk} London")
    assert open_table.players.get(user=anne).place == "london"


def test_a_place_that_is_taken_is_refused_with_the_tables_own_sentence(write, open_table, anne, golden):
    kept = write(f"join {open_table.pk} bombay")
    assert (kept.state, kept.reason) == ("refused", "place-taken")
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert not open_table.players.filter(user=anne).exists()


def test_the_last_chair_begins_the_game(write, open_table, jack, golden):
    lobby.join(open_table.pk, jack)
    write(f"join {open_table.pk} dispute never")
    assert Game.objects.get(pk=open_table.pk).status == "running"
    assert golden("letters/receipt-command", paragraphs(receipt()))


@pytest.mark.parametrize("number", ["0", "999999999"])
def test_a_table_that_is_not_there_is_refused(write, number, golden):
    kept = write(f"join {number}")
    assert (kept.state, kept.reason) == ("refused", "no-table")
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_a_table_of_friends_is_not_there_for_others_whether_it_waits_or_runs(write, mary, jack):
    game = lobby.create(mary, "piracy", seats=2, name="Among friends")
    before = write(f"join {game.pk}")
    lobby.join(game.pk, jack, token=game.join_token)
    after = write(f"join {game.pk}")
    assert [before.reason, after.reason] == ["no-table", "no-table"]
    assert "Among friends" not in said()


def test_leave_gives_up_the_chair_before_the_game_begins(write, open_table, anne, golden):
    write(f"join {open_table.pk}")
    kept = write(f"leave {open_table.pk}")
    assert (kept.state, kept.reason, open_table.players.filter(user=anne).exists()) == ("applied", "leave", False)
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_a_game_that_has_begun_is_not_left_by_letter(write, anne, golden):
    write("new buccaneer")
    kept = write(f"leave {made().pk}")
    assert (kept.state, kept.reason, made().status) == ("refused", "started", "running")
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_a_table_at_which_one_does_not_sit_cannot_be_left(write, open_table):
    assert write(f"leave {open_table.pk}").reason == "not-seated"


def test_the_receipt_of_a_new_table_names_the_captains_who_are_invited(write, mary, jack):
    write("new piracy for 4 with Mary and Jack")
    said = " ".join(paragraphs(receipt()))
    invited = {invitation.called for invitation in made().invitations.all()}
    assert invited == {mary.name, jack.name}
    assert all(name in said for name in invited)


def test_somebody_is_asked_to_a_table_by_name_or_by_address(write, mary, golden):
    write("new piracy for 3 without bots")
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert write(f"invite mary to {made().pk}").state == "applied"
    assert golden("letters/receipt-command", paragraphs(receipt()))
    assert write(f"Invite Somebody@Example.org to table {made().pk}").state == "applied"
    assert set(Invitation.objects.values_list("user", "email")) == {(mary.pk, ""), (None, "somebody@example.org")}


def test_only_who_made_a_table_asks_others_to_it(write, open_table, jack):
    assert write(f"invite Jack to {open_table.pk}").reason == "not-seated"
    write(f"join {open_table.pk}")
    assert write(f"invite Jack to {open_table.pk}").reason == "not-yours"
    assert not Invitation.objects.exists()


def test_a_name_that_nobody_has_is_refused(write):
    write("new piracy for 3 without bots")
    assert write(f"invite Nobody At All to {made().pk}").reason == "nobody"


def test_games_are_listed_with_what_waits_first_and_how_to_play_each_by_letter(write, at, open_table, settings, golden):
    settings.MAILBOX = False
    write(f"join {open_table.pk}")
    Game.objects.filter(pk=at.pk).update(name="1 KX")
    kept = write("games")
    assert (kept.state, kept.reason) == ("applied", "games")
    assert golden("letters/receipt-desk", section(receipt(), 1))


# -- what else is said ----------------------------------------------------------------------------
def test_help_lists_everything_that_may_be_written(write):
    assert write("help").reason == "help"
    for order in ("[tables]", "[join 12]", "[new bounty]", "[invite NAME to 12]", "[leave 12]", "[games]", "[help]"):
        assert order in said()


@pytest.mark.parametrize(
    "text", ["Dear Sirs,\nnew buccaneer", "1 KX", "try new buccaneer", "resign 12", "join", "joining 12", "", "'; DROP TABLE games; --"]
)
def test_other_words_are_not_guessed_at_and_the_help_comes_back(write, text, golden):
    kept = write(text)
    assert (kept.state, kept.reason, Game.objects.count()) == ("refused", "unread", 0)
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_what_was_not_understood_is_quoted_and_never_markup(write, golden):
    write("<script>alert(1)</script>\nsecond\nthird\nfourth")
    assert golden("letters/receipt-command", opening(receipt()))
    assert "fourth" not in receipt().body
    assert "<script>" not in receipt().alternatives[0].content


def test_ten_thousand_lines_are_read_as_far_as_the_first_thing(write, golden):
    kept = write("tables\n" + "new buccaneer\n" * 10_000)
    assert (kept.reason, Game.objects.count()) == ("tables", 0)
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_what_is_quoted_below_is_not_read(write, golden):
    write("games\n\nOn Tuesday, Buccaneer wrote:\n> new buccaneer\n")
    assert golden("letters/receipt-command", paragraphs(receipt()))


def test_stop_ends_letters_about_turns(write, anne):
    assert write("stop").reason == "stop"
    assert Stop.objects.get(user=anne).category == "turns"


def test_the_word_that_the_answer_to_stop_names_brings_letters_back(write, anne):
    write("stop")
    word = re.search("To have them again, write “([^”]+)”", " ".join(receipt().body.split()))[1]
    assert anne.stops.exists()
    write(word)
    assert not anne.stops.exists()


def test_the_answer_goes_on_in_a_thread_of_its_own_and_is_answered_to_the_same_address(write, post, golden):
    write("help", Subject="Anne’s secret plan")
    letter = receipt()
    assert golden("letters/receipt-desk", letter.subject)
    assert letter.extra_headers["Reply-To"] == "play@localhost"
    assert letter.extra_headers["Auto-Submitted"] == "auto-replied"
    assert post.answer(letter, "tables").reason == "tables"


# -- who may --------------------------------------------------------------------------------------
@pytest.mark.parametrize("auth", ["none", "fail"])
def test_a_letter_that_nobody_can_prove_is_held_and_its_writer_told_at_their_own_address(write, anne, auth, client, sign_in, golden):
    kept = write("new buccaneer", auth=auth)
    assert (kept.state, kept.reason, Game.objects.count()) == ("held", "not-proved", 0)
    [letter] = mail.outbox
    assert letter.to == [anne.email]
    assert golden("letters/held-command", opening(letter))
    page = sign_in(client, anne).get(f"/letters/held/{kept.pk}/")
    assert golden("pages/held-letter", part(page, "pre.letter-text"))
    assert client.post(f"/letters/held/{kept.pk}/", {"what": "play"}).status_code == 302
    assert made().status == "running"


def test_a_held_letter_that_cannot_be_done_is_refused_on_its_page_and_one_that_was_done_says_nothing_more(
    write, anne, client, sign_in, golden
):
    kept = [write(text, auth="none") for text in ("join 4711", "tables")]
    sign_in(client, anne)
    pages = [client.post(f"/letters/held/{letter.pk}/", {"what": "play"}) for letter in kept]
    assert [page.status_code for page in pages] == [422, 302]
    assert golden("pages/held-letter", alert(pages[0]))
    assert 'role="alert"' not in client.get(f"/letters/held/{kept[1].pk}/").content.decode()


def test_nobody_else_sees_a_held_letter(write, client, sign_in, mary):
    kept = write("new buccaneer", auth="none")
    assert sign_in(client, mary).get(f"/letters/held/{kept.pk}/").status_code == 404


def test_forged_letters_cost_their_victim_one_letter_an_hour_and_none_of_their_own(write, anne):
    for _ in range(40):
        write("new buccaneer", auth="fail", sent_by="mallory@elsewhere.example")
    assert LetterIn.objects.filter(state="held").count() == 5
    assert LetterIn.objects.filter(reason="too-many", user=None).count() == 35
    assert write("new buccaneer").state == "applied"


def test_a_signed_letter_that_was_written_to_somebody_else_proves_nothing(write):
    kept = write("new buccaneer", To="mary@example.org")
    assert (kept.state, kept.auth) == ("held", "none")


@pytest.mark.parametrize("headers", [{"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List-Id": "<list.example>"}])
def test_what_a_machine_sends_is_not_answered(write, headers):
    kept = write("help", **headers)
    assert (kept.state, mail.outbox) == ("ignored", [])


def test_a_letter_without_a_sender_to_answer_is_ignored(write):
    assert write("help", sent_by="").reason == "null-sender"


def test_the_same_letter_twice_is_done_once(write):
    for body in ("new buccaneer", "new buccaneer\n"):
        write(body, Message_ID="<same@example.org>")
    assert Game.objects.count() == 1
    assert not mail.outbox


def test_more_than_thirty_letters_an_hour_are_not_read(write):
    kept = [write("help") for _ in range(32)]
    assert [letter.reason for letter in kept[29:]] == ["help", "too-many", "too-many"]


def test_a_machine_that_answers_each_of_our_letters_gets_two_answers_an_hour(write):
    told = []
    for _ in range(4):
        write("Thank you for your message.")
        told.append(len(mail.outbox))
    assert told == [1, 1, 0, 0]


def test_ten_refusals_a_day_are_told_and_then_that_no_more_are(write):
    told = []
    for _ in range(13):
        write("join 4711")
        told.append(len(mail.outbox))
    assert told == [1] * 11 + [0] * 2


def test_another_confirmed_address_does_as_well(post, anne):
    anne.emailaddress_set.create(email="anne@work.example", verified=True)
    anne.emailaddress_set.create(email="anne@not-yet.example", verified=False)
    assert post.write("anne@work.example", "help").user == anne
    assert post.write("anne@not-yet.example", "help").user is None


def test_without_such_an_address_nothing_is_taken_in(post, anne, settings):
    settings.DESK = ""
    kept = post.deliver("help", {"From": anne.email, "To": "play@localhost"}, anne.email, "pass")
    assert (kept.state, kept.reason) == ("ignored", "no-address")


# -- where it is told -----------------------------------------------------------------------------
def test_members_read_the_address_on_the_page_of_their_letters(client, sign_in, anne, settings, golden):
    settings.DESK, settings.TOWN = "play@in.port.example", True
    sign_in(client, anne)
    assert "mailto:play@in.port.example" in client.get("/letters/").content.decode()
    settings.DESK = ""
    assert golden("pages/wishes", headings(client.get("/letters/")))


@pytest.mark.parametrize(
    ("address", "strangers", "is_told"), [("play@in.port.example", True, True), ("play@in.port.example", False, False), ("", True, False)]
)
def test_who_may_begin_by_letter_is_told_where_one_signs_up(client, settings, address, strangers, is_told):
    settings.DESK, settings.DESK_STRANGERS, settings.MAILBOX = address, strangers, False
    assert (address != "" and f"mailto:{address}?" in client.get("/account/signup/").content.decode()) is is_told


def test_a_receipt_offers_to_begin_a_table_only_with_as_many_captains_as_its_options_allow(post, anne):
    post.write(anne.email, "new piracy hoard with 2 bots")
    assert "[start " not in receipt().body
    assert "[invite " in receipt().body
