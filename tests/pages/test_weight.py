"""What a first visit to a table costs those with a slow line."""

import gzip

import pytest
from django.conf import settings

from games.tables import lobby
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_everything_a_table_needs_weighs_less_than_100_kb(page, make_person):
    anne = make_person("Anne")
    game = lobby.play_now(anne)
    sign_in(page, anne)
    page.goto("about:blank")  # the front page fetches its pictures late
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    begun: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on("Network.requestWillBeSent", lambda event: begun.setdefault(event["requestId"], event["request"]["url"]))
    session.on("Network.loadingFinished", lambda event: sizes.setdefault(event["requestId"], event["encodedDataLength"]))
    page.goto(f"/games/{game.pk}/", wait_until="networkidle")
    of_table = {begun[request]: size for request, size in sizes.items() if request in begun}
    assert any(address.endswith(f"/games/{game.pk}/") for address in of_table)
    assert sum(of_table.values()) < 100 * 1024, of_table


def test_the_scripts_that_show_what_happened_weigh_less_than_12_kb_together():
    scripts = list((settings.SHIPPED / "static" / "js").glob("motion*.js"))
    assert len(scripts) == 2
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < 12 * 1024
