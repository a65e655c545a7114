"""Run the web server, a Celery worker and the schedule in one process, so that nothing else needs to be installed."""

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from celery import Celery, beat
from celery.worker import WorkController

from buccaneer_site.schedule import TrueTime
from buccaneer_site.sockets import Application, Receive, Send
from core.broker import ask_workers_to_stop, let_workers_start
from games.announcements import live

LONGEST_MESSAGE = 1024
"""Maximum size in bytes of a browser's message to a socket. Our pages send no messages."""


class EmbeddedWorker:
    """A Celery worker and its schedule, as threads on the memory broker. Incoming mail takes at most three of the worker's threads."""

    def __init__(self, app: "Celery[Any]", concurrency: int = 5) -> None:
        self.app, self.concurrency = app, concurrency
        self.ready = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self) -> None:
        self.app.finalize()
        self.worker = WorkController(
            app=self.app,
            hostname="embedded@localhost",
            pool_cls="threads",
            concurrency=self.concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
            ready_callback=lambda consumer: self.ready.set(),  # WorkController sends no worker_ready signal
        )
        self._thread("celery-worker", self.worker.start)
        if not self.ready.wait(20):
            raise RuntimeError("The Celery worker did not start.")
        self.beat = beat.Service(self.app, max_interval=1, scheduler_cls=TrueTime)
        self._thread("celery-beat", self.beat.start)

    def stop(self, timeout: float = 10) -> None:
        self.beat.stop(wait=False)
        ask_workers_to_stop()
        for thread in self.threads:
            thread.join(timeout)
        let_workers_start()

    def _thread(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(name=name, target=target, daemon=True)
        thread.start()
        self.threads.append(thread)


class Lifespan:
    """An ASGI application that starts and stops the worker with the server, and passes on the event loop of the sockets."""

    def __init__(self, application: Application, worker: EmbeddedWorker, announce: Callable[[], None]) -> None:
        self.application, self.worker, self.announce = application, worker, announce

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.application(scope, receive, send)
            return
        await receive()
        live.attach(asyncio.get_running_loop())  # the in-memory channel layer wakes only its own loop
        await asyncio.to_thread(self.worker.start)
        self.announce()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await asyncio.to_thread(self.worker.stop)
        await send({"type": "lifespan.shutdown.complete"})


def claim_port(host: str, port: int) -> socket.socket:
    """Open and return the listening socket, before anything else starts. Raise OSError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    listener.listen(128)
    return listener


def serve(application: Application, listener: socket.socket, celery_app: "Celery[Any]", announce: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM. Call `announce` once everything is running."""
    config = uvicorn.Config(
        Lifespan(application, EmbeddedWorker(celery_app), announce),
        lifespan="on",
        log_config=None,
        access_log=False,
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[listener])
