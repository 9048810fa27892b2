"""Run the application on an address of this machine."""

from __future__ import annotations

import errno
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp


def serve(app: ASGIApp, host: str, port: int, *, open_page: bool = False) -> int:
    """Serve until interrupted; the address is printed when the port is taken for sure."""
    import uvicorn

    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"{address}  (Ctrl+C ends it)", file=sys.stderr, flush=True)
    if host not in ("127.0.0.1", "::1", "localhost"):
        print("others on the network can see this page", file=sys.stderr)
    if open_page:
        webbrowser.open(address)
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="off", ws="none")
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                errno.EADDRINUSE, "the port is in use; choose another with --port, or 0", str(port)
            ) from error
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from error
    return listening
