"""Every link of every letter opens without signing in, or says that it asks for that."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from games.models import Game
from notifications.models import ReplyAddress
from tests import every_letter as sample
from tests.leagues.test_every_letter import the_same_deal  # noqa: F401  a fixture
from tests.reading import part, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
ASKS_FOR_SIGNING_IN = {
    "held": "we could not prove who wrote that answer, so a key in a letter must not confirm it",
    "held-desk": "we could not prove who wrote that letter, so a key in a letter must not confirm it",
    "vote-agreed": "an organiser decides about the game of others",
    "league-alarm": "an organiser decides about the games of others",
    "friendship": "no letter about friends has a key",
    "search-ended": "one looks for players on a page of one's own, and the letter has no key",
    "given-up": "one looks for players on a page of one's own, and the letter has no key",
    "silenced": "the page lists whom one has blocked",
    "reports": "a host decides about people",
    "faults": "the pages of those who run the site",
}
CLOSED = {"newer-code": "nobody can open the table, as the letter says"}


def links_of(letter) -> Iterator[tuple[str, str]]:
    """Yield (words, path) of all links to the site, in both forms."""
    for link in tree(letter.html).css(f"a[href^='{settings.SITE_URL}']"):
        yield link.text(), link.attributes["href"].removeprefix(settings.SITE_URL)
    words = ""
    for line in letter.text.splitlines():
        if (url := line.strip()).startswith(settings.SITE_URL):
            yield words, url.removeprefix(settings.SITE_URL)
        elif line.strip():
            words = f"{words} {line}" if words and not words.endswith((".", ":")) else line


def why_shut(client, kind: str, words: str, path: str) -> str:
    """Return why this link does not do what its words say; "" if it does."""
    page = client.get(path, follow=True)
    end = page.redirect_chain[-1][0] if page.redirect_chain else path
    if urlsplit(end).path == "/account/login/":
        return "" if kind in ASKS_FOR_SIGNING_IN and "sign in" in words.lower() else f"{words.strip()!r} leads to signing in: {path}"
    if kind in CLOSED and page.status_code == 503:
        return ""
    return "" if page.status_code == 200 else f"{words.strip()!r} answers {page.status_code}: {path}"


@pytest.fixture
def walked(monkeypatch, client):
    """What is wrong with the links of each letter, opened right after it was written."""
    found, write = {}, sample.write

    def write_and_walk(kind, user, **facts):
        letter = write(kind, user, **facts)
        found[kind] = sorted({shut for words, path in links_of(letter) if (shut := why_shut(client, kind, words, path))})
        return letter

    monkeypatch.setattr(sample, "write", write_and_walk)
    return found


def test_every_link_of_every_letter_of_a_private_table_opens_signed_out(walked, anne, mary):
    game = sample.running_game("buccaneer", anne, mary)
    Game.objects.filter(pk=game.pk).update(open_to_all=False)
    game.refresh_from_db()
    sample.of_a_turn(game)
    sample.of_a_table(game)
    sample.of_mail_commands(anne, mary)
    sample.of_moderation(game, anne, mary)
    assert {kind: shut for kind, shut in walked.items() if shut} == {}


def test_every_link_of_a_league_s_letters_opens_signed_out(walked, anne, make_run, people, organiser):
    run = make_run([anne, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    sample.of_a_league(run.season, anne, organiser)
    assert {kind: shut for kind, shut in walked.items() if shut} == {}


def test_ready_is_said_to_a_league_from_its_letter_without_signing_in(client, anne, make_run, people):
    run = make_run([anne, *people(6)], ready_check=True)
    run.step("close")
    run.step("start")
    entry = run.season.entries.get(user=anne)
    letter = sample.write("league-muster", anne, entry=entry.pk, round=run.season.rounds.first().pk)
    path = urlsplit(tree(letter.html).css_first("a.button").attributes["href"]).path
    page = client.get(path)
    assert [button.attributes["value"] for button in tree(page).css("button[name=word]")] == ["ready"]
    assert part(page, "article p") in " ".join(letter.text.split())
    assert not entry.season.rounds.filter(ready=entry).exists()
    assert client.post(path, {"word": "ready"}, follow=True).status_code == 200
    assert entry.season.rounds.filter(ready=entry).exists()
    assert not tree(client.get(path)).css("button[name=word]")
    assert client.post(path, {"word": "set sail"}).status_code == 400
    ReplyAddress.objects.update(revoked=True)
    assert (client.get(path).status_code, client.post(path, {"word": "ready"}).status_code) == (410, 410)
