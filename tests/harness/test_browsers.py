"""Browsers of the soak and of the simulated town, which may act amid each other's requests."""

from django.core.signals import got_request_exception
from django.test import RequestFactory

from harness.simulation.browsers import Browser


def test_a_browser_hears_of_the_faults_of_its_own_requests_only():
    mine, other = Browser(), Browser()
    got_request_exception.connect(mine.store_exc_info)
    for asking, is_kept in ((other, False), (mine, True)):
        try:
            raise ValueError
        except ValueError:
            got_request_exception.send(sender=None, request=RequestFactory(**asking.defaults).get("/"))
        assert (mine.exc_info is not None) == is_kept
    got_request_exception.disconnect(mine.store_exc_info)
