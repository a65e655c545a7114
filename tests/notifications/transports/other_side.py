"""A server of another party, that takes posts and writes them down."""

from http.server import BaseHTTPRequestHandler

from tests.ports import free_port

PORT = free_port(22750)
URL = f"https://hooks.example.net:{PORT}/room/7"


def listener(seen: list) -> type[BaseHTTPRequestHandler]:
    """Answers as `answers` tells it to, and writes down in `seen` what was sent."""

    class Handler(BaseHTTPRequestHandler):
        answers: list[int] = []

        def do_POST(self):
            seen.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(Handler.answers.pop(0) if Handler.answers else 201)
            self.send_header("Location", "https://elsewhere.example/")
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler
