"""Some mail programs answer From, whatever Reply-To says: at a site that gets such letters, they are answers like any other."""

import pytest

from tests.letters import codes, receipt

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def from_in(settings):
    """The site writes from an address whose letters reach it."""
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <letters@localhost>"
    return "letters@localhost"


def answer_from(post, letter, text, to, **headers):
    """Reply to From, as s-nail does."""
    told = letter.message()
    chain = f"{told['References']} {told['Message-ID']}"
    about = {"From": letter.to[0], "To": to, "Subject": f"Re: {letter.subject}", "References": chain, "In-Reply-To": told["Message-ID"]}
    return post.deliver(text, about | headers, letter.to[0], headers.pop("auth", "pass"))


def test_an_answer_to_from_is_an_answer_to_the_letter(post, at, from_in):
    [letter] = post.letters()
    assert letter.extra_headers["Reply-To"] in letter.extra_headers["References"]
    assert answer_from(post, letter, codes(letter)["stay"], from_in).state == "applied"
    assert answer_from(post, receipt(), "no", from_in).state == "applied"
    assert at.game.number == 2


def test_an_answer_to_from_is_proved_like_any_other(post, at, from_in):
    [letter] = post.letters()
    assert answer_from(post, letter, "stay", from_in, From="jack@example.org").reason == "other-sender"
    kept = post.deliver(
        "stay", {"From": letter.to[0], "To": from_in, "References": letter.extra_headers["References"]}, letter.to[0], "none"
    )
    assert (kept.state, at.game.number) == ("held", 0)


def test_an_answer_to_from_without_references_goes_to_the_command_address(post, at, from_in, settings):
    [letter] = post.letters()
    kept = answer_from(post, letter, "tables", from_in, References="<x@y>")
    assert (kept.envelope_to, kept.reason) == (settings.DESK, "tables")
    sealed = letter.extra_headers["Reply-To"]
    kept = answer_from(post, letter, "tables", from_in, References=f"<{sealed[:10]}{'a' if sealed[10] != 'a' else 'b'}{sealed[11:]}>")
    assert kept.envelope_to == settings.DESK


def test_letters_of_a_site_whose_from_is_elsewhere_name_no_reply_address_in_references(post, at, settings):
    settings.DEFAULT_FROM_EMAIL = "Buccaneer <letters@elsewhere.example>"
    [letter] = post.letters()
    assert "r-" not in letter.extra_headers["References"]
