"""Before the first move: making a table, finding one, sitting down, asking others, starting."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clocks.paces import DAY
from games.clocks.terms import LONGEST_TURN
from games.editions.errors import NotAllowed
from games.engine import commitment
from games.models import Game, Hand, Invitation, Move, Seed
from games.play import acting
from games.queries.lists import invitations_of, my_games, open_tables, visible_game, visible_games
from games.queries.past import seed_of
from games.tables import account_changes, lobby
from notifications.models import Notice


def test_a_new_table_shows_the_commitment_and_keeps_the_seed(anne):
    game = lobby.create(anne, "toy", seats=3)
    assert game.status == "open"
    assert commitment(bytes(Seed.objects.get(game=game).secret)) == game.commitment
    assert seed_of(game) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"slug": "../etc"},
        {"seats": 7},
        {"seats": 1},
        {"pace": 60},
        {"pace": LONGEST_TURN + 1},
        {"options": {"gold": 1}},
        {"options": {"rounds": "many"}},
        {"options": {"deep": {"$gt": ""}}},
        {"place": "atlantis"},
        {"bots": ("godlike",)},
        {"seats": 2, "bots": ("easy", "easy")},
    ],
)
def test_a_table_is_refused_with_a_sentence_and_nothing_is_left(anne, wrong):
    with pytest.raises(NotAllowed):
        lobby.create(anne, **{"slug": "toy", "seats": 3} | wrong)
    assert Game.objects.count() == 0


def test_options_as_words_of_a_form_become_values_of_the_edition(anne):
    game = lobby.create(anne, "toy", {"rounds": "100", "deep": "true"}, seats=2)
    assert game.options == {"rounds": 100, "deep": True}


def test_a_full_table_starts_with_seats_in_the_order_of_the_board_and_the_owner_first(anne, mary, jack):
    game = lobby.create(anne, "toy", seats=3, place="marseilles", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    lobby.join(game.pk, jack)
    game.refresh_from_db()
    assert [player.name for player in game.players.all()] == ["Jack", "Mary", "Anne"]
    assert (game.status, game.first, game.turn, game.number) == ("running", 2, 2, 0)
    assert Move.objects.get(game=game).decision == "setup"
    assert all(hand.secrets["hand"] for hand in Hand.objects.all())


def test_two_people_cannot_have_the_same_port(anne, mary, golden):
    game = lobby.create(anne, "toy", seats=3, place="london", open_to_all=True)
    with golden.refused("refusals/tables", NotAllowed):
        lobby.join(game.pk, mary, place="london")
    lobby.join(game.pk, mary)
    with golden.refused("refusals/tables", NotAllowed):
        lobby.change_place(game.pk, mary, "london")
    assert lobby.change_place(game.pk, mary, "cadiz").place == "cadiz"


def test_nobody_sits_down_twice(anne):
    game = lobby.create(anne, "toy", seats=3, open_to_all=True)
    with pytest.raises(NotAllowed):
        lobby.join(game.pk, anne)


def test_a_private_table_is_not_found_without_its_link(anne, jack):
    game = lobby.create(anne, "toy", seats=3)
    assert game not in visible_games(jack)
    assert game not in open_tables(jack)
    with pytest.raises(Game.DoesNotExist):
        lobby.join(game.pk, jack)
    with pytest.raises(Game.DoesNotExist):
        lobby.join(game.pk, jack, token="guess")
    lobby.join(game.pk, jack, token=game.join_token)
    assert game in visible_games(jack)


def test_a_table_looked_for_alone_is_found_by_those_who_find_it_in_their_lists(anne, mary, jack):
    tables = [lobby.create(anne, "toy", seats=3), lobby.create(anne, "toy", seats=3), lobby.create(anne, "toy", seats=3, open_to_all=True)]
    lobby.invite(tables[1].pk, anne, mary.name)
    found = {}
    for reader in (anne, mary, jack, AnonymousUser()):
        found[reader.pk] = [game for game in tables if visible_game(reader, game.pk) == game]
        assert found[reader.pk] == list(visible_games(reader).order_by("pk"))
    assert [len(seen) for seen in found.values()] == [3, 2, 1, 1]


def test_one_who_was_asked_by_name_finds_the_table_and_may_join(anne, mary):
    game = lobby.create(anne, "toy", seats=3)
    lobby.invite(game.pk, anne, "mary")
    assert game in open_tables(mary)
    assert Notice.objects.get(kind="invitation").user == mary
    lobby.join(game.pk, mary)


def test_one_who_was_asked_by_mail_finds_it_only_with_a_confirmed_address(anne, make_person):
    game = lobby.create(anne, "toy", seats=3)
    lobby.invite(game.pk, anne, "NED@example.org")
    assert Notice.objects.get(kind="invitation").address == "ned@example.org"
    ned, jill = make_person("Ned"), make_person("Jill")
    with pytest.raises(Game.DoesNotExist):
        lobby.join(game.pk, jill)
    assert [invitation.game for invitation in invitations_of(ned)] == [game]
    ned.emailaddress_set.update(verified=False)
    assert not invitations_of(ned).exists()


@pytest.mark.parametrize("who", ["", "Nobody", "no at @ all", "a@b", "x@example.org\nBcc: y@example.org", "Anne", "ANNE@example.org"])
def test_an_invitation_that_leads_nowhere_is_refused(anne, who):
    game = lobby.create(anne, "toy", seats=3)
    with pytest.raises(NotAllowed):
        lobby.invite(game.pk, anne, who)


def test_one_who_declined_is_not_shown_the_invitation_again(anne, mary):
    game = lobby.create(anne, "toy", seats=3)
    lobby.invite(game.pk, anne, "Mary")
    lobby.decline(game.pk, mary)
    assert not invitations_of(mary).exists()
    with pytest.raises(Invitation.DoesNotExist):
        lobby.decline(game.pk, mary)


def test_only_the_owner_invites_adds_bots_and_starts(anne, mary):
    game = lobby.create(anne, "toy", seats=4, open_to_all=True)
    lobby.join(game.pk, mary)
    for call in (
        lambda: lobby.invite(game.pk, mary, "Jack"),
        lambda: lobby.add_bot(game.pk, mary, "easy"),
        lambda: lobby.start(game.pk, mary),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_the_owner_may_start_with_those_who_are_there(anne, mary):
    game = lobby.create(anne, "toy", seats=4, open_to_all=True)
    with pytest.raises(NotAllowed):
        lobby.start(game.pk, anne)
    lobby.join(game.pk, mary)
    assert lobby.start(game.pk, anne).seats == 2
    assert lobby.start(game.pk, anne).status == "running"
    with pytest.raises(NotAllowed):
        lobby.join(game.pk, mary)


def test_an_owner_who_gets_up_hands_the_table_on_and_the_last_one_closes_it(anne, mary):
    game = lobby.create(anne, "toy", seats=4, open_to_all=True)
    lobby.join(game.pk, mary)
    lobby.leave(game.pk, anne)
    game.refresh_from_db()
    assert game.owner == mary
    lobby.leave(game.pk, mary)
    game.refresh_from_db()
    assert (game.status, game.owner) == ("cancelled", None)


def test_a_table_against_bots_starts_at_once(anne, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = lobby.play_now(anne, "toy")
    game.refresh_from_db()
    assert game.status == "running"
    assert game.waits.get(closed_at=None).seat == game.players.get(user=anne).seat


def test_my_games_begin_with_the_one_that_is_due_first(anne, mary):
    def two(owner, other, pace):
        game = lobby.create(owner, "toy", seats=2, pace=pace)
        lobby.join(game.pk, other, token=game.join_token)
        return game

    slow, fast = two(anne, mary, 7 * DAY), two(anne, mary, DAY)
    hers, waiting = two(mary, anne, DAY), lobby.create(anne, "toy", seats=3)
    assert [own.game for own in my_games(anne)] == [fast, slow, hers, waiting]
    assert my_games(anne)[2].waiting_names == ["Mary"]


def test_my_games_take_few_queries_however_many_there_are(anne, mary, django_assert_num_queries):
    for _ in range(6):
        game = lobby.create(anne, "toy", seats=2)
        lobby.join(game.pk, mary, token=game.join_token)
    with django_assert_num_queries(4):
        assert len(my_games(anne)) == 6


def test_when_someone_leaves_the_site_a_helmsman_sails_on(at, anne, mary, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        account_changes.leave_all(anne)
    game = at.game
    helmsman = game.players.get(seat=0)
    assert (helmsman.user, helmsman.bot, helmsman.name) == (None, "middle", "A bot")
    assert (game.owner, game.turn) == (mary, 1)
    assert game.waits.get(closed_at=None).seat == 1


def test_when_someone_leaves_the_site_open_tables_are_left_and_ended_games_forget_the_name(at, anne):
    table = lobby.create(anne, "toy", seats=3)
    acting.resign(at.pk, 1)
    account_changes.leave_all(anne)
    table.refresh_from_db()
    assert table.status == "cancelled"
    assert at.game.players.get(seat=0).name == "A departed captain"
