"""The files for containers and the example of settings name what the site reads, and nothing else."""

import re

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from buccaneer_site import cli

pytestmark = pytest.mark.one_database
ROOT = settings.BASE_DIR
EXAMPLE = (ROOT / ".env.example").read_text()
NAMED = {name: bool(off) for off, name in re.findall(r"^(#?)([A-Z_]+)=", EXAMPLE, re.M)}
"""Each variable of the example, and whether it is commented out."""
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
OF_COMPOSE = {"POSTGRES_PASSWORD", "MAIL_NAME", "RELAYHOST", "WEB_PORT"}
NOT_FOR_TOWNS = {"XDG_DATA_HOME"}


def read_by_the_site():
    source = (ROOT / "buccaneer_site" / "settings.py").read_text()
    said = set(re.findall(r'env\.\w+\(\(?"([A-Z_]+)"', source))
    return said | {f"{name}_SECRET" for name in re.findall(r'env\.provider\("([A-Z_]+)"', source)}


def test_the_example_names_every_variable_that_the_settings_read_and_no_other():
    assert NAMED.keys() - OF_COMPOSE == read_by_the_site() - NOT_FOR_TOWNS


def test_what_a_town_needs_is_not_commented_out():
    assert {name for name, is_off in NAMED.items() if not is_off} == {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "SITE_URL"}


def test_each_variable_of_the_example_is_explained_in_the_docs():
    docs = "".join((ROOT / "docs" / name).read_text() for name in ("running.md", "post.md", "deploying.md"))
    assert [name for name in NAMED if f"`{name}`" not in docs and f"{name}=" not in docs] == []


@pytest.mark.parametrize("name", [name for name, service in COMPOSE["services"].items() if "command" in service and "env_file" in service])
def test_each_container_of_the_site_starts_a_command_that_there_is(name):
    command = COMPOSE["services"][name]["command"][0]
    assert command in cli.PROCESSES or cli.OTHER_NAMES.get(command, command) in get_commands()


def test_containers_of_the_site_write_only_to_their_data():
    for service in COMPOSE["services"].values():
        if "env_file" in service:
            assert (service["read_only"], service["cap_drop"], service["volumes"]) == (True, ["ALL"], ["data:/var/lib/buccaneer"])


def test_no_container_waits_for_one_that_has_ended():
    """podman then refuses to start it: “depends on container … not found in input list”."""
    ends = {name for name, service in COMPOSE["services"].items() if service["restart"] != "unless-stopped"}
    assert ends == {"setup"}
    assert [name for name, service in COMPOSE["services"].items() if ends & set(service.get("depends_on", ()))] == []


def test_each_container_of_the_site_waits_until_setup_has_migrated_the_database():
    of_the_site = {name: service for name, service in COMPOSE["services"].items() if "env_file" in service and name != "setup"}
    assert [name for name, service in of_the_site.items() if "until buccaneer migrate --check" not in service["entrypoint"][2]] == []


def test_only_this_machine_reaches_the_containers_and_nothing_reaches_the_relay():
    ports = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:${WEB_PORT:-8000}:8000"], "receiver": ["127.0.0.1:8024:8024"]}
