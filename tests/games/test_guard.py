"""A fault in what serves one seat or one reader becomes a default or a plain line; the hosts are told, and the table goes on."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from accounts import api_keys
from games.editions import guard
from games.engine import Action, Choose
from games.history import films
from games.kit.parts import face_of, part_of
from games.mail.letters import receipts
from games.models import Fault, Game, Hand
from games.play import acting
from games.play import standing_orders as orders
from games.play.session import Session
from games.queries import journal, table_view
from games.rulesets import all_rulesets, on_offer
from games.storage.snapshots import stored
from games.tables import lobby
from games.timeouts import expiring
from notifications.kinds import KINDS
from notifications.models import Notice
from notifications.telling import Telling
from tests.letters import CODE, button_of, receipt
from tests.reading import alert, flash, opening, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
BACKEND = "accounts.backends.AuthenticationBackend"
METHODS = ("describe_event", "ask", "label", "help", "counted", "why_not", "not_asked", "react", "carry_on", "orders_first", "orders_for")
PARTS = ("picture", "text_board", "parts", "ask", "holding", "teller")
KINDS_OF_FAULT = [*METHODS, *PARTS, "possessions", "letter"]
EDITIONS = sorted(all_rulesets())


class Broken(Exception):
    """What is injected."""


def fails(*_given, **_named):
    raise Broken("a fault of ours")


class FailingTeller:
    """One that is made, and fails at each event and each chapter."""

    look = chapters = fails


def inject(monkeypatch, slug: str, kind: str) -> None:
    """From now on this part of the edition fails."""
    rules = all_rulesets()[slug]
    if kind in METHODS:
        monkeypatch.setattr(rules, kind, fails)
    elif kind == "letter":
        monkeypatch.setattr("games.mail.letters.turn_letters.common_facts", fails)
        monkeypatch.setattr(receipts, "receipt_facts", fails)
    elif kind == "possessions":
        parts = face_of(rules).parts
        change(monkeypatch, rules, parts=parts and (lambda *given: parts(*given) | {"possessions": "no/such/template.html"}))
    elif kind == "teller":
        change(monkeypatch, rules, teller=face_of(rules).teller and FailingTeller)
    elif getattr(face_of(rules), kind):
        change(monkeypatch, rules, **{kind: fails})


def change(monkeypatch, rules, **parts) -> None:
    """From now on the face of this edition, if it has one, has these parts."""
    if module := part_of(rules, "face"):
        monkeypatch.setattr(module, "FACE", replace(module.FACE, **parts))


@pytest.fixture
def host(make_person):
    """Hal runs the site."""
    host = make_person("Hal", is_staff=True)
    host.user_permissions.add(Permission.objects.get(codename="host"))
    return host


@pytest.fixture
def table_of(anne, mary, monkeypatch):
    """`table_of(slug)`: a table of Anne and Mary, who plays by her standing orders, some answers after its beginning."""
    monkeypatch.setattr("games.drawing.pictures.png", lambda svg: b"a picture")
    monkeypatch.setattr("games.play.standing_orders.TIME_LIMIT", 0.05)

    def make(slug: str) -> Game:
        game = lobby.create(anne, slug, seats=2, open_to_all=True)
        lobby.join(game.pk, mary)
        for number in range(6):
            answer(game.pk, number)
        Hand.objects.filter(player__game=game, player__user=mary).update(orders={"challenge": "never"})
        return Game.objects.get(pk=game.pk)

    return make


def answer(pk: int, chance: int = 0) -> None:
    """Something lawful by the one who is asked."""
    game, decision = asked(pk)
    if decision is not None:
        acting.act(pk, Action(decision.seat, decision.name, decision.sample(lambda sides: chance * 7 % sides)), game.number)


def asked(pk: int):
    """(game, what it waits for)."""
    game = Game.objects.get(pk=pk)
    found = all_rulesets()[game.ruleset].decisions(all_rulesets()[game.ruleset].load(stored(game)))
    return game, next((decision for decision in found if not decision.optional), None)


def browser(user) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def captain_asked(pk: int):
    """(game, decision, who is asked, their wait)."""
    game, decision = asked(pk)
    player = game.players.select_related("user").get(seat=decision.seat)
    return game, decision, player.user, game.waits.get(seat=decision.seat, closed_at=None)


def written(kind: str, user, **facts):
    """Such a letter as it would go now."""
    key = f"{kind}:{user.pk}:{Notice.objects.count()}"
    notice = Notice.objects.create(kind=kind, user=user, key=key, facts=facts, not_before=timezone.now())
    return KINDS[kind].write(Telling.of(notice))


def look_everywhere(pk: int, stranger) -> None:
    """Every page, letter, link, answer to a program and feed about this table comes."""
    game, decision, user, wait = captain_asked(pk)
    pages = [f"/games/{pk}/", f"/games/{pk}/history/", f"/games/{pk}/history/1/", f"/games/{pk}/feed/"]
    own = [f"/games/{pk}/orders/", f"/games/{pk}/orders/try/", f"/games/{pk}/what-if/", f"/games/{pk}/clock/", f"/rules/{game.ruleset}/"]
    for reader, wanted in ((user, pages + own), (stranger, pages)):
        for page in wanted:
            assert browser(reader).get(page, follow=True).status_code == 200, page
    programs = Client(headers={"Authorization": f"Bearer {api_keys.create_key(user, 'test')}"})
    for page in (f"/api/games/{pk}", f"/api/games/{pk}/moves"):
        assert programs.get(page).status_code == 200, page
    letter = written("turn", user, game=pk, wait=wait.pk, seat=decision.seat, number=game.number)
    assert Client().get(button_of(letter)).status_code == 200
    for link in re.findall(r"/letters/do/[^\s\"<>]+", letter.html)[:2]:
        assert Client().get(link).status_code in (200, 410)


def play_on(pk: int) -> None:
    """Answers over the page are taken, one of them refused first; a time-out is played."""
    for number in range(4):
        game, decision, user, wait = captain_asked(pk)
        client = browser(user)
        nonsense = client.post(f"/games/{pk}/move/", {"seen": game.number, "decision": decision.name, "answer": "nonsense"})
        assert nonsense.status_code == 422
        assert client.post(f"/games/{pk}/move/", {"seen": game.number, "decision": "no-such", "answer": "yes"}).status_code == 422
        if number % 2:
            expiring.play_for(Session.load(pk), wait)
        else:
            acting.act(pk, Action(decision.seat, decision.name, decision.sample(lambda sides: 0)), game.number)
        assert Game.objects.get(pk=pk).number > game.number
        if asked(pk)[1] is None:
            return


@pytest.mark.parametrize("kind", KINDS_OF_FAULT)
def test_a_fault_of_one_part_reaches_nobody_and_the_table_goes_on(kind, table_of, monkeypatch, jack):
    offered = sorted(on_offer())
    slug = offered[KINDS_OF_FAULT.index(kind) % len(offered)]
    game = table_of(slug)
    inject(monkeypatch, slug, kind)
    look_everywhere(game.pk, jack)
    play_on(game.pk)


@pytest.mark.parametrize("slug", EDITIONS)
def test_with_every_part_of_an_edition_broken_its_tables_are_read_and_played_on(slug, table_of, monkeypatch, jack, host):
    game = table_of(slug)
    for kind in KINDS_OF_FAULT:
        inject(monkeypatch, slug, kind)
    look_everywhere(game.pk, jack)
    play_on(game.pk)
    parts = set(Fault.objects.filter(game=game).values_list("part", flat=True))
    face = face_of(all_rulesets()[slug])
    drawn = {name for part, name in ((face.picture, "drawing"), (face.text_board, "text board")) if part}
    assert {"sentence", "letter"} | drawn <= parts


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_story_and_the_film_of_a_game_say_plainly_what_they_cannot_show(slug, table_of, monkeypatch, anne, tmp_path, settings, golden):
    settings.MEDIA_ROOT = tmp_path
    game = table_of(slug)
    acting.end_as_it_stands(game.pk, "agreed")
    for kind in KINDS_OF_FAULT:
        inject(monkeypatch, slug, kind)
    game.refresh_from_db()
    films.ask_for(game, table_view.seat_of(list(game.players.all()), anne))
    page = browser(anne).get(f"/games/{game.pk}/story/")
    assert page.status_code == 200
    assert golden("pages/story", part(page, "section.film-card"))
    cache.clear()
    monkeypatch.setattr("games.web.history.story", fails)
    assert golden("pages/story", part(browser(anne).get(f"/games/{game.pk}/story/"), "div.story section.card"))
    assert written("over", anne, game=game.pk, seat=0, number=game.number).text


def test_an_order_that_fails_gives_the_default_of_its_question(at, toy, monkeypatch):
    monkeypatch.setattr(toy, "react", fails)
    at.act(0, "steer", "raid")
    move = at.game.moves.get(seat=1)
    assert (move.decision, move.answer, move.by) == ("defend", "yield", "standing")


def test_a_plan_or_an_answer_in_advance_that_fails_leaves_the_question_to_its_captain(at, toy, monkeypatch, mary):
    monkeypatch.setattr(type(toy), "carry_on", lambda self, view, decision, orders: 1 // 0)
    Hand.objects.filter(player__game=at.pk, player__seat=1).update(orders={"defend": "yield"}, queue=[{"nothing": "of use"}])
    at.turn(0)
    assert at.wait().seat == 1
    assert set(Fault.objects.values_list("part", flat=True)) == {"plan", "queue"}


def test_a_standing_answer_at_which_the_law_fails_does_not_stop_the_captain_on_turn(at, toy, monkeypatch):
    orders.save_orders(at.pk, 1, {"defend": "fight"})
    right = toy.on_defend
    monkeypatch.setattr(toy, "on_defend", lambda state, action, dice: right(state, action, dice) if action.answer == "yield" else 1 // 0)
    at.act(0, "steer", "raid")
    assert (at.wait().seat, at.game.number) == (1, 1)
    at.act(1, "defend", "yield")
    assert at.wait().seat == 0


def test_where_the_law_fails_at_a_move_its_captain_reads_so_and_may_play_another(at, toy, monkeypatch, anne, golden):
    right = toy.on_steer
    monkeypatch.setattr(toy, "on_steer", lambda state, action, dice: 1 // 0 if action.answer == "north" else right(state, action, dice))
    client = browser(anne)
    page = client.post(f"/games/{at.pk}/move/", {"seen": 0, "decision": "steer", "answer": "north"})
    assert page.status_code == 422
    assert golden("pages/table", alert(page))
    assert client.post(f"/games/{at.pk}/move/", {"seen": 0, "decision": "steer", "answer": "stay"}).status_code == 302
    assert at.game.number == 1


def test_an_answer_by_letter_is_played_though_no_sentence_can_be_made(at, toy, monkeypatch, post, anne):
    [letter] = [one for one in post.letters() if one.to == [anne.email]]
    number, letters, _ = CODE.findall(letter.body)[0]
    for name in ("describe_event", "help", "ask"):
        monkeypatch.setattr(toy, name, fails)
    kept = post.answer(letter, f"{number} {letters}")
    assert kept.state == "applied"
    assert receipt()


def test_a_fault_is_logged_with_the_number_of_the_game_and_told_to_the_hosts_once(at, toy, monkeypatch, host, post, caplog, client, golden):
    monkeypatch.setattr(toy, "describe_event", fails)
    at.turn(0)
    for _ in range(3):
        assert client.get(f"/games/{at.pk}/").status_code in (200, 404)
        journal.journal(at.game, 0)
    [record] = [one for one in caplog.records if one.name == "games.editions.guard"]
    assert (record.game, record.ruleset, record.part) == (at.pk, "toy", "sentence")
    fault = Fault.objects.get()
    assert (fault.part, fault.error, fault.number) == ("sentence", "Broken", at.game.number)
    [letter] = [one for one in post.letters(minutes=61) if one.to == [host.email]]
    assert golden("letters/faults", opening(letter))
    assert not [one for one in post.letters(minutes=61) if one.to == [host.email]]


def test_hosts_are_told_of_a_game_that_is_set_aside(at, toy, monkeypatch, host, later):
    monkeypatch.setattr(type(toy), "on_steer", fails)
    for _ in range(60):
        later(hours=3)
    assert at.game.status == Game.Status.STUCK
    assert Fault.objects.filter(game=at.pk, part="set aside").exists()
    assert Notice.objects.filter(kind="faults", user=host).exists()


def test_the_guard_lets_a_broken_database_rise(at, monkeypatch):
    def broken():
        raise DatabaseError("gone")

    with pytest.raises(DatabaseError):
        guard.serve(at.game.rules, "sentence", "", broken)


def test_a_guarded_edition_is_the_edition_itself_in_all_else(at, toy):
    rules = at.game.rules
    assert guard.bare_edition(rules) is toy
    assert (rules.slug, rules.orders, rules.bots) == (toy.slug, toy.orders, toy.bots)
    assert rules.ask(Choose(0, "free-turn", "no", options=("yes", "no")), []) == "Free-turn?"


def test_hosts_find_every_fault_in_the_admin_pages_and_captains_do_not(at, toy, monkeypatch, host, anne):
    monkeypatch.setattr(toy, "describe_event", fails)
    at.turn(0)
    journal.journal(at.game, 0)
    host.user_permissions.add(Permission.objects.get(codename="view_fault"))
    assert "Broken" in browser(host).get("/admin/games/fault/").content.decode()
    assert browser(anne).get("/admin/games/fault/").status_code == 302


def test_anyone_who_is_no_host_any_more_gets_no_letter_about_faults(at, toy, monkeypatch, host, post):
    monkeypatch.setattr(toy, "describe_event", fails)
    journal.journal(at.game, 0)
    host.is_staff = False
    host.save()
    assert not [one for one in post.letters(minutes=61) if one.to == [host.email]]


def test_a_letter_whose_order_the_law_fails_at_is_answered_with_that_reason(at, toy, monkeypatch, post, anne, golden):
    [letter] = [one for one in post.letters() if one.to == [anne.email]]
    number, letters, _ = CODE.findall(letter.body)[0]
    monkeypatch.setattr(toy, "on_steer", fails)
    kept = post.answer(letter, f"{number} {letters}")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "our-fault", 0)
    assert golden("letters/receipt", opening(receipt()))


def test_a_letter_that_cannot_be_read_because_of_us_is_answered_with_that_reason(at, monkeypatch, post, anne):
    [letter] = [one for one in post.letters() if one.to == [anne.email]]
    number, letters, _ = CODE.findall(letter.body)[0]
    monkeypatch.setattr("games.mail.replies.turn_replies.run_dry", fails)
    kept = post.answer(letter, f"{number} {letters}")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "our-fault", 0)
    assert Fault.objects.get().part == "letter in"


def test_a_link_of_a_letter_at_which_the_law_fails_says_so(at, toy, monkeypatch, anne, client, golden):
    wait = at.wait()
    letter = written("turn", anne, game=at.pk, wait=wait.pk, seat=0, number=0)
    monkeypatch.setattr(toy, "on_steer", fails)
    link = re.findall(r"/letters/do/[^\s\"<>]+", letter.html)[0]
    for page in (client.get(link), client.post(link, {"what": "play"})):
        assert page.status_code == 410
        assert golden("pages/by-link-spent", alert(page))
    assert at.game.number == 0


def test_a_thought_that_fails_is_put_down_with_a_sentence(at, toy, monkeypatch, anne, golden):
    monkeypatch.setattr(toy, "redeal_hidden", fails)
    page = browser(anne).get(f"/games/{at.pk}/what-if/", follow=True)
    assert page.status_code == 200
    assert golden("pages/table", flash(page))
