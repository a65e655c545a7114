"""Every kind of question can be asked without a template of the edition's own."""

import pytest
from django.template.loader import render_to_string

from games.engine import Amount, Choose, Confirm, Deal, Pick, Place
from games.web.questions import question
from tests.reading import part

pytestmark = pytest.mark.one_database

NAMES = ["Anne", "Mary"]


class Plain:
    """An edition with words and nothing else."""

    slug = "plain"

    def ask(self, decision, names):
        return f"What about {decision.name}, {names[decision.seat]}?"

    def label(self, decision, option, names):
        return f"<{option}>"

    def help(self, decision):
        return "Think twice."


KINDS = [
    Choose(0, "course", "left", ("left", "right")),
    Place(0, "square", "A1", ("A1", "B2")),
    Confirm(0, "done", "yes"),
    Amount(0, "bid", 3, 1, 9),
    Pick(0, "cards", ("x",), ("x", "x", "y"), 1, 2, worth={"x": 2, "y": 3}, high=4),
    Deal(0, "swap", None, ("gold", "rum"), ("pearl",), worth={"gold": 4, "rum": 2, "pearl": 3}, cargo=("gold",), room=1, optional=True),
]


def asked(decision) -> str:
    """The form for this decision."""
    found = question(Plain(), decision, NAMES)
    return render_to_string(
        "games/table/question.html",
        {"question": found, "asks_at": "/games/5/move/", "number": 7, "main": True, "game": {"pk": 5}, "csrf_token": "t"},
    )


@pytest.mark.parametrize("decision", KINDS, ids=lambda decision: decision.kind)
def test_every_kind_of_question_is_a_form_that_works_without_scripts(decision, golden):
    html = asked(decision)
    assert 'action="/games/5/move/"' in html
    assert 'name="seen" value="7"' in html
    assert f'name="decision" value="{decision.name}"' in html
    assert golden("pages/table", part(html, "div.question h2"))


@pytest.mark.parametrize("decision", KINDS, ids=lambda decision: decision.kind)
def test_labels_are_never_markup(decision):
    assert "<gold>" not in asked(decision)
    assert "<left>" not in asked(decision)


def test_a_pick_offers_equal_things_each_by_itself_with_what_they_are_worth(golden):
    html = asked(KINDS[4])
    assert html.count('name="answer" value="x" data-worth="2"') == 2
    assert golden("pages/table", part(html, "fieldset.pile legend"))


def test_a_deal_has_two_piles_and_says_what_room_there_is(golden):
    html = asked(KINDS[5])
    assert html.count('name="give"') == 2
    assert html.count('name="take"') == 1
    assert "data-even" in html
    assert golden("pages/table", part(html, "div.question p.soft"))


def test_an_amount_is_kept_within_its_bounds_by_the_field():
    html = asked(KINDS[3])
    assert 'min="1" max="9" value="3"' in html


def test_a_button_that_says_only_yes_has_its_question_beside_it(golden):
    class Yes(Plain):
        def label(self, decision, option, names):
            return "Yes"

    asked_for = {"small": [question(Yes(), KINDS[2], NAMES)], "seat": 0, "number": 7, "game": {"pk": 5}}
    assert golden("pages/table", part(render_to_string("games/table/controls.html", asked_for), "#say-done"))


def test_an_amount_with_one_answer_says_no_limits():
    assert "From 2" not in asked(Amount(0, "bid", 2, 2, 2))
