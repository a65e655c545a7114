"""Receipts and “try” tell each choice of every edition as a deed, never as its question with the answer."""

from collections import Counter
from contextlib import suppress
from random import Random
from string import Formatter

import pytest
from django.db import transaction

from games.engine import SITE, Decision, RulesError
from games.engine.play import waiting_for
from games.mail.answered import Printed
from games.mail.replies.dry_run import Asked, Step, run_one_dry
from games.play.session import Session
from games.rulesets.bounty import wording as bounty
from games.rulesets.buccaneer import wording as buccaneer
from games.rulesets.piracy import wording as piracy
from games.rulesets.trade_winds import wording as trade_winds
from harness.simulation.chances import an_action
from tests.depth import DEPTH
from tests.in_play import table_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
MOVES = 200
LEAST = {"bounty": 2, "piracy": 5, "trade-winds": 12, "buccaneer": 18, "buccaneer-classic": 18, "buccaneer-family": 18}
"""How many different questions come up at least."""
FIELDS = {"option", "choice", "things", "captain", "here", "coins", "target", "event", "ship_first", "crew"}
"""What a sentence may name that its question does not."""


@pytest.fixture
def captains(anne, mary, jack, make_person):
    return [anne, mary, jack, make_person("Bess")]


@pytest.mark.parametrize("slug", LEAST)
def test_each_choice_is_told_as_a_deed_and_not_as_a_question_with_its_answer(slug, captains):
    questions = Counter()
    for seed in range(8 * DEPTH):
        random = Random(f"{slug} {seed}")
        with transaction.atomic():
            session = Session.load(table_of(slug, captains[: random.choice((2, 3, 4))], random).pk)
            questions.update(play_on(session, random))
            transaction.set_rollback(True)
    assert len(questions) >= LEAST[slug], questions


@pytest.mark.parametrize(
    ("asked", "told"),
    [(bounty, bounty), (buccaneer, buccaneer), (piracy, piracy), (trade_winds, trade_winds)],
    ids=["bounty", "buccaneer", "piracy", "trade winds"],
)
def test_every_question_of_an_edition_has_a_sentence_about_its_answer_that_names_what_the_question_names(asked, told):
    sentences = {key if isinstance(key, str) else key[0] for key in told.CHOSEN}
    assert set(asked.ASK) - sentences <= {"close-window"}, "which the site answers"
    for key, sentence in told.CHOSEN.items():
        question = asked.ASK.get(key if isinstance(key, str) else key[0], "")
        assert named_in(sentence) <= named_in(question) | FIELDS


def named_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def play_on(session: Session, random: Random):
    """Play at random, trying each move first as a letter would; yield the names of the questions."""
    rules = session.rules
    for _ in range(MOVES):
        if session.outcome is not None:
            return
        asked = waiting_for(rules, session.state)
        action = an_action(rules, session.state, asked, random)
        if asked.seat is not SITE:
            decision = next(found for found in rules.decisions(session.state) if (found.seat, found.name) == (action.seat, action.decision))
            with suppress(RulesError):  # what its captain cannot know makes it impossible in thought
                step = run_one_dry(Asked(session, action.seat, Printed(codes={})), action)
                assert_deed(session, decision, step)
                yield decision.name
        session.play(action, "player")


def assert_deed(session: Session, decision: Decision, step: Step) -> None:
    question = session.rules.ask(decision, [player.name for player in session.players])
    for sentence in (step.choice, step.results):
        assert sentence.endswith(".")
        assert question not in sentence
