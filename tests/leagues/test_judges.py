"""Every kind of page, as others judge it: the Nu checker reads its markup, axe and a browser look at it on a desk and on a phone."""

import re

import pytest

from games.engine import commitment
from games.models import Seed
from games.rulesets import on_offer
from games.tables import lobby
from tests.browsing import served
from tests.leagues.judges import Nu, faults_in_browser
from tests.leagues.test_busy_site import a_fixture, addresses, busy, captain, is_page, olga  # noqa: F401  two are fixtures

pytestmark = [pytest.mark.browser, pytest.mark.judges, pytest.mark.django_db, pytest.mark.long]
SECRET = b"the weather of judges at work ..".ljust(32)[:32]
NUMBERS = re.compile(r"\d+|(?<=/u/)[^/]+|(?<=/join/)[^/]+")


def one_of_each(found: list[str]) -> list[str]:
    """One address of each kind: those that differ in a number or a code are alike."""
    return list({NUMBERS.sub("0", address): address for address in reversed(found)}.values())


class Answers(dict[str, bytes]):
    """Pages as their readers got them, by reader and address; of refusals one of each kind."""

    def __init__(self) -> None:
        self.refused: set[int] = set()
        self.addresses: set[str] = set()

    def add(self, client, reader: str, wanted: list[str]) -> None:
        for address in wanted:
            answer = client.get(address)
            if is_page(answer) and answer.status_code not in self.refused:
                self[f"/{reader}{address}"] = answer.content
                self.addresses.add(address)
                self.refused |= {answer.status_code} - {200}


def pages(client, sign_in, run, games, olga) -> Answers:  # noqa: F811
    """Every kind of page: as it is for who organises and plays everywhere, a captain on turn in a league, and a visitor."""
    everywhere = [*one_of_each(addresses(run, games)), *(f"/rules/{edition}/" for edition in on_offer())]
    own = [f"/games/{lobby.play_now(olga, edition).pk}/" for edition in on_offer()]
    over = [f"/games/{games[-1].pk}/{page}" for page in ("", "story/", "history/", "clock/")]
    found = Answers()
    sign_in(client, olga)
    found.add(client, "organiser", [*everywhere, *own, *over])
    sign_in(client, captain(a_fixture(run).game, on_turn=True))
    found.add(client, "captain", [f"/games/{a_fixture(run).game_id}/", "/my/"])
    client.logout()
    found.add(client, "visitor", [address for address in everywhere if address not in found.addresses])
    found.add(client, "visitor", ["/", "/lobby/", f"/games/{games[0].pk}/"])
    return found


@pytest.fixture
def same_cards(monkeypatch):
    """Each run looks at the same positions: a fault in one that is rare is found once, and not now and then."""
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))


def test_judges_find_no_fault_on_any_kind_of_page(same_cards, busy, olga, client, sign_in, browser, tmp_path):  # noqa: F811
    found = pages(client, sign_in, *busy, olga)
    assert len(found) > 80
    nu = Nu(tmp_path, found)
    with served(found) as site:
        faults = faults_in_browser(browser, site, list(found))
    assert nu.faults() + faults == []


WRONG = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Wrong</title><main><h1>Wrong</h1>
<p hx-get="/" style="color: #ddd; background: #fff">Too pale</p><p style="width: 1300px">Wide</p></main>
<script>const late = () => document.querySelector("h1").before(Object.assign(document.createElement("p"), {style: "height: 9rem"}));
requestAnimationFrame(() => requestAnimationFrame(late));</script>
"""


def test_judges_name_what_is_wrong(browser, tmp_path):
    nu = Nu(tmp_path, {"/wrong/": WRONG})
    with served({"/wrong/": WRONG}) as site:
        seen = "\n".join([*nu.faults(), *faults_in_browser(browser, site, ["/wrong/"])])
    for fault in ("hx-get", "color-contrast", "wide on a screen of 320", "shifts by"):
        assert fault in seen
