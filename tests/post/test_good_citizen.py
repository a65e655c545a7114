"""What others make of our letters and of how this site is set up: a filter of spam, and our own doctor in front of real DNS."""

import re
import subprocess

import pytest

from notifications.doctor import checks

from .conftest import everything_has_come

pytestmark = pytest.mark.post
SCORE = re.compile(r"score=(-?[\d.]+)")


@pytest.fixture
def town(settings, site, names):
    settings.MAILBOX = False


def findings(with_letter=False):
    return [(finding.what, finding.state) for finding in checks.examine(with_letter)]


def test_spamassassin_sees_nothing_bad_in_a_turn_letter(letter, tmp_path):
    """Its local tests, with nothing learnt."""
    command = ["spamassassin", "--local", "--prefspath", tmp_path / "prefs", "--cf", "use_bayes 0", "--cf", "use_auto_welcomelist 0"]
    done = subprocess.run(command, input=letter.raw, capture_output=True, check=True, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    said = " ".join(re.search(r"^X-Spam-Status: (.*(?:\n\s.*)*)", done.stdout.decode(), re.MULTILINE)[1].split())
    assert float(SCORE.search(said)[1]) < 1.0, said


def test_the_doctor_finds_nothing_missing_in_a_site_set_up_like_this(town):
    found = findings(with_letter=True)
    everything_has_come()
    assert {what for what, state in found if state != "ok"} == {"FROM_EMAIL"}, found  # From is a name of its own here
    assert [what for what, _ in found] == [
        *(
            "SITE_URL",
            "relay",
            "SPF",
            "DMARC",
            "MX",
            "SPF",
            "reverse name",
            "FROM_EMAIL",
            "receiver",
            "AUTHSERV_ID",
            "DESK",
            "letter",
            "clock",
            "DKIM",
        )
    ]


def test_the_doctor_misses_what_another_domain_lacks(town, settings):
    settings.MAIL_DOMAIN = settings.REPLY_DOMAIN = "nowhere.example"
    assert [what for what, state in findings() if state == "missing"] == ["SPF", "DMARC", "MX", "SPF"]


def test_the_doctor_sees_that_nobody_signs(town, settings):
    settings.DEFAULT_FROM_EMAIL, settings.MAIL_DOMAIN = "Buccaneer <turns@elsewhere.example>", "elsewhere.example"
    assert findings(with_letter=True)[-3:] == [("letter", "ok"), ("clock", "ok"), ("DKIM", "missing")]
    everything_has_come()
