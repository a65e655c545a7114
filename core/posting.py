"""Post to URLs that people gave us: https only, never into our own network, no redirects. Import this late: requests takes 5 MB."""

from ipaddress import ip_address
from typing import Any

from requests import RequestException, Session
from requests_hardened import Config, Manager
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter

from core.outward import leads_inside, problem_with

CONFIG = Config(
    ip_filter_enable=True, ip_filter_allow_loopback_ips=False, never_redirect=True, default_timeout=(3, 7),
    user_agent_override="Buccaneer",
)  # fmt: skip


class PostError(Exception):
    """Raised if a post was not accepted. `code` is a short reason; `is_permanent` means that a retry is useless."""

    def __init__(self, code: str, *, is_permanent: bool = False):
        super().__init__(code)
        self.code, self.is_permanent = code, is_permanent


class Outward(IPFilterAdapter):
    """An adapter that connects to the IP address it has checked, with stricter checks than the library's."""

    def build_connection_pool_key_attributes(self, *args: Any, **kwargs: Any) -> Any:
        host, pool = super().build_connection_pool_key_attributes(*args, **kwargs)
        if leads_inside(ip_address(host["host"].strip("[]"))):
            raise InvalidIPAddress(host["host"])
        return host, pool


def session() -> Session:
    """Return a session that checks the IP address of a host, and connects to exactly the checked address."""
    http: Session = Manager(CONFIG).get_session()
    http.trust_env = False
    http.mount("https://", Outward(is_https_proto=True))
    return http


def post(url: str, body: bytes, headers: dict[str, str]) -> None:
    """Post once, without reading the body of the response. Raise PostError."""
    if problem_with(url):
        raise PostError("bad-address", is_permanent=True)
    try:
        with session() as line, line.post(url, data=body, headers=headers, stream=True) as answer:
            code = answer.status_code
    except InvalidIPAddress:
        raise PostError("inside-our-network", is_permanent=True) from None
    except RequestException as error:
        raise PostError(type(error).__name__) from None
    if not 200 <= code < 300:
        raise PostError(f"http-{code}", is_permanent=300 <= code < 500 and code != 429)
