from __future__ import annotations

import base64
import ipaddress
from typing import Dict, NamedTuple, Optional
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._errors import invalid


class Proxy(NamedTuple):
    host: str
    port: int
    # `Proxy-Authorization`, when the address of the proxy names a user.
    headers: Dict[str, str]


def proxy_for(base_url: str) -> Optional[Proxy]:
    """What HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY ask for; never for loopback."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    proxies = getproxies()
    address = proxies.get(parts.scheme) or proxies.get("all")
    if not address or is_loopback(host) or proxy_bypass(host):
        return None
    proxy = urlsplit(address if "://" in address else f"http://{address}")
    if proxy.scheme != "http" or not proxy.hostname:
        raise invalid(
            "proxy",
            f"Proxies are supported over http:// only, the environment names one over {proxy.scheme}://.",
        )
    return Proxy(proxy.hostname, proxy.port or 80, _authorization(proxy.username, proxy.password))


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _authorization(user: Optional[str], password: Optional[str]) -> Dict[str, str]:
    if user is None:
        return {}
    pair = f"{unquote(user)}:{unquote(password or '')}".encode("utf-8")
    return {"proxy-authorization": f"Basic {base64.b64encode(pair).decode('ascii')}"}
