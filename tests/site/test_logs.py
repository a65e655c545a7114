"""Every line of the log is JSON; those of one request, and of the tasks it starts, have one id."""

import io
import json
import logging
import logging.config
import re

import pytest
from celery import shared_task
from structlog.contextvars import bound_contextvars

from buccaneer_site.celery import app
from buccaneer_site.logs import LineFormatter, present_id
from tests.site.test_metrics import ROOT

log = logging.getLogger("tests.logs")


@shared_task(name="tests.says_something")
def says_something() -> str:
    log.warning("a task")
    return present_id()


@pytest.fixture
def lines():
    """`lines()` are the lines that were logged since the last call, as they stand in the log."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter())
    logging.getLogger().addHandler(handler)

    def taken() -> list[dict]:
        said = stream.getvalue().splitlines()
        stream.truncate(stream.seek(0))
        return [json.loads(line) for line in said]

    yield taken
    logging.getLogger().removeHandler(handler)


def test_an_answer_names_the_id_that_stands_on_the_lines_of_its_request(client, lines):
    answer = client.get("/no/such/page/")
    assert re.fullmatch("[0-9a-f]{32}", answer["X-Request-ID"])
    assert [line["request"] for line in lines() if line["logger"] == "django.request"] == [answer["X-Request-ID"]]
    assert client.get("/no/such/page/")["X-Request-ID"] != answer["X-Request-ID"]


@pytest.mark.parametrize("given", ["a proxys id 12", "short", "x" * 65, 'quoted"id-of-a-liar', "zwölf-zeichen"])
def test_an_id_that_is_none_is_not_taken_over(client, given):
    assert client.get("/healthz", HTTP_X_REQUEST_ID=given)["X-Request-ID"] != given


def test_an_id_that_a_proxy_gave_is_taken_over(client, lines):
    assert client.get("/no/such/page/", HTTP_X_REQUEST_ID="proxy-12345678")["X-Request-ID"] == "proxy-12345678"
    assert {line["request"] for line in lines()} == {"proxy-12345678"}


def test_after_a_request_its_id_is_on_no_line(client, lines):
    client.get("/healthz")
    log.warning("later")
    assert "request" not in lines()[-1]


def test_a_task_takes_along_the_id_of_what_started_it(lines):
    """Over the broker in memory, by a worker in this process, as on one machine."""
    app.conf.task_always_eager = False
    sent = []
    with bound_contextvars(request="the-request-1"), app.connection_for_write() as connection:
        says_something.apply_async(connection=connection)
        queue = connection.SimpleQueue("celery", no_ack=True)
        message = queue.get(timeout=10)
        sent.append(message.headers["started_by"])
        queue.close()
    assert sent == ["the-request-1"]
    request = {"id": "the-task-1", "started_by": sent[0]}
    says_something.push_request(**request)
    try:
        assert says_something() == "the-request-1"
    finally:
        says_something.pop_request()
    line = lines()[-1]
    assert (line["event"], line["request"], line["task"]) == ("a task", "the-request-1", "tests.says_something")


def test_a_task_of_the_schedule_has_an_id_of_its_own(lines):
    found = says_something.apply(task_id="of-the-schedule").result
    assert found == "of-the-schedule"
    assert lines()[-1]["request"] == "of-the-schedule"


def test_uvicorns_own_lines_are_json_too(capfd):
    """As its option --log-config sets it up, before the site is loaded."""
    before = logging.getLogger().handlers[:]
    try:
        logging.config.dictConfig(json.loads((ROOT / "buccaneer_site/uvicorn_logging.json").read_text()))
        logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
        said = json.loads(capfd.readouterr().err)
    finally:
        logging.getLogger().handlers[:] = before
    assert (said["event"], said["level"], said["logger"]) == ("Started server process [7]", "info", "uvicorn.error")
