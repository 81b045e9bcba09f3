"""Imported before a client: writes down every address that the process connects to or looks up, and lets none but loopback pass."""

import os
import sys

_contacts = os.environ["ABP_CLIENT_CONTACTS"]


def _is_loopback(host):
    return host in ("localhost", "::1") or str(host).startswith("127.")


def _note(host, port):
    with open(_contacts, "a") as file:
        file.write(f"{host}:{port}\n")
    if not _is_loopback(host):
        raise ConnectionError(f"a connection to {host}:{port} was stopped")


def _audit(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple):
        _note(args[1][0], args[1][1])
    elif event == "socket.getaddrinfo" and args[0] is not None:
        host = args[0].decode() if isinstance(args[0], bytes) else args[0]
        if not _is_loopback(host):
            _note(host, "dns")


sys.addaudithook(_audit)
