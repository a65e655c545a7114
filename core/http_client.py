"""Post to addresses that people gave us: https only, never into our own network, no redirects, short timeouts."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from requests import RequestException, Response, Session
from requests_hardened import Config, Manager
from requests_hardened.ip_filter import InvalidIPAddress

CONFIG = Config(
    ip_filter_enable=True, ip_filter_allow_loopback_ips=False, never_redirect=True, default_timeout=(3, 7),
    user_agent_override="Buccaneer",
)  # fmt: skip
LONGEST = 500
PORTS = (None, 443, 8443)
INSIDE = "That address leads into our own network."


class PostError(Exception):
    """The post was not accepted. `code` says why in a word; `is_permanent`: trying again is useless."""

    def __init__(self, code: str, *, is_permanent: bool = False):
        super().__init__(code)
        self.code, self.is_permanent = code, is_permanent


def session() -> Session:
    """Return a session that checks the IP address of a host before it connects, and connects to exactly that."""
    found = Manager(CONFIG).get_session()
    found.trust_env = False
    return found


def problem_with(url: str) -> str:
    """Return why we do not post to this address, in a sentence, or "". The IP address of a host is checked at each post."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "That is not an address."
    if len(url) > LONGEST or not url.isascii() or any(char.isspace() for char in url):
        return "That is not an address we can post to."
    if parts.scheme != "https" or not parts.hostname or port not in PORTS or parts.username or parts.password:
        return "Only addresses that begin with https:// are posted to, without a password in them."
    return "" if "." in parts.hostname or ":" in parts.hostname else INSIDE


def refusal(url: str) -> str:
    """Return why a person may not give us this address, or "". An IP address in our own network is refused at once."""
    if problem := problem_with(url):
        return problem
    try:
        address = ip_address(urlsplit(url).hostname or "")
        return "" if address.is_global and not address.is_reserved else INSIDE
    except ValueError:  # a host name: its IP address may change by tomorrow
        return ""


def origin(url: str) -> str:
    """Return scheme and host of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Post once. Raises PostError; the answer's body is never read."""
    if problem_with(url):
        raise PostError("bad-address", is_permanent=True)
    try:
        with session() as line, line.post(url, data=body, headers=headers, stream=True) as answer:
            check(answer)
    except InvalidIPAddress:
        raise PostError("inside-our-network", is_permanent=True) from None
    except RequestException as error:
        raise PostError(type(error).__name__) from None


def check(answer: Response) -> None:
    """Check the status of an answer. Raises PostError."""
    code = answer.status_code
    if not 200 <= code < 300:
        raise PostError(f"http-{code}", is_permanent=300 <= code < 500 and code != 429)
