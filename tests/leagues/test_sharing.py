"""A link to a league, a season or a captain shows what everyone may see; to a private league nothing."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from leagues.models import League
from tests.reading import tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def run(make_run, people):
    run = make_run(people(7)).begin()
    run.end_all()
    return run


def test_a_link_to_a_profile_leads_those_without_an_account_to_what_is_public(run, client, sign_in):
    person = run.season.entries.exclude(user=None).first().user
    answer = client.get(f"/captains/{person.pk}/", follow=True)
    assert answer.redirect_chain == [(reverse("leagues:captain", args=[person.pk]), 302)]
    shown = {tag.attributes["property"]: tag.attributes["content"] for tag in tree(answer).css('meta[property^="og:"]')}
    assert shown["og:title"] == person.name
    assert f"/ratings/of/{person.pk}/share.png" in shown["og:image"]
    assert client.get(f"/captains/{person.pk}/?line=1").url.startswith("/account/login/")
    assert client.get("/captains/999999/").url.startswith("/account/login/")
    type(person).objects.filter(pk=person.pk).update(is_guest=True)
    assert client.get(f"/captains/{person.pk}/").url.startswith("/account/login/")
    assert sign_in(client, run.season.entries.exclude(user=None).last().user).get(f"/captains/{person.pk}/").status_code == 200


def pages_of(run) -> list[str]:
    season = run.season
    person = season.entries.exclude(user=None).first().user_id
    return [
        reverse("leagues:league", args=[season.league.slug]),
        reverse("leagues:season", args=[season.league.slug, season.number]),
        reverse("leagues:captain", args=[person]),
    ]


def told(page) -> dict[str, str]:
    return {tag.attributes["property"]: tag.attributes["content"] for tag in tree(page).css("meta[property]")}


def test_a_link_tells_a_name_a_sentence_and_a_picture(run, client, golden):
    said = [told(client.get(page)) for page in pages_of(run)]
    assert golden("pages/leagues_shared", [one["og:description"] for one in said])
    for one in said:
        picture = client.get(one["og:image"].removeprefix("http://testserver"))
        assert Image.open(BytesIO(picture.content)).size == (1200, 630)


def test_the_picture_of_a_private_league_is_the_sites_own(run, client):
    League.objects.update(is_public=False)
    slug, number = run.season.league.slug, run.season.number
    for name, args in (("share_league", [slug]), ("share_season", [slug, number]), ("share_captain", [10**6]), ("share_league", ["none"])):
        assert client.get(reverse(f"leagues:{name}", args=args)).url == "/share.png"
