"""The site can be put on a phone's home screen, which some phones ask for before they let messages through."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from PIL import Image


def found(name: str) -> Path:
    """A static file by the name it has in addresses."""
    return Path(finders.find(name))


@pytest.fixture
def manifest() -> dict:
    return json.loads(found("app/manifest.json").read_text())


def test_every_page_names_the_manifest_and_a_picture(client, db):
    page = client.get("/lobby/").content.decode()
    for relation, name in (("manifest", "app/manifest.json"), ("apple-touch-icon", "app/icon-180.png")):
        assert re.search(rf'rel="{relation}" href="/static/{name}"', page)
        assert found(name).exists()


def test_it_opens_with_ones_own_games(manifest, client, anne, sign_in):
    assert sign_in(client, anne).get(manifest["start_url"]).status_code == 200


def test_the_pictures_are_as_large_as_they_say(manifest):
    for icon in manifest["icons"]:
        with Image.open(found("app/manifest.json").parent / icon["src"]) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
