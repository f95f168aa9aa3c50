"""An RTSP camera made of GStreamer's own server, for tests: `gst-camera.py '{"port": 0, "mounts": {...}}'`.

Prints one line, `ready <port>`, once it listens. Ends when its standard input closes.
"""

import faulthandler
import json
import os
import socket
import sys
import threading
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402


def make_auth(account):
    auth = GstRtspServer.RTSPAuth.new()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    if account["kind"] == "basic":
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.BASIC)
        secret = GstRtspServer.RTSPAuth.make_basic(account["username"], account["password"])
        auth.add_basic(secret, token)
    else:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(account["username"], account["password"], token)
    if "tls" in account:
        auth.set_tls_certificate(make_certificate(account["tls"]))
    return auth


def make_certificate(pem):
    return Gio.TlsCertificate.new_from_pem(pem, -1)


def refuse_seeking(_factory, media):
    """A live camera has no beginning to go back to, but test sources have one.

    Players ask for `Range: npt=0-`. Each that joined would rewind the picture of all others, and the server ends itself
    where the first packet after that takes longer than its answer.
    """

    def answer(_pad, info):
        is_seeking = info.get_query().type == Gst.QueryType.SEEKING
        return Gst.PadProbeReturn.DROP if is_seeking else Gst.PadProbeReturn.OK

    def watch(source):
        if source.find_property("is-live"):
            source.get_static_pad("src").add_probe(Gst.PadProbeType.QUERY_UPSTREAM, answer)

    media.get_element().iterate_sources().foreach(watch)


def make_factory(launch, account):
    factory = GstRtspServer.RTSPMediaFactory.new()
    factory.set_launch(launch)
    # Shared: every client gets the very same encoded packets.
    factory.set_shared(True)
    factory.connect("media-configure", refuse_seeking)
    if account is not None:
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)
    return factory


# Longer than the server waits for the first pictures of all pipelines, in which it answers nothing else.
HUNG_SECONDS = 120
ASK_EVERY_SECONDS = 5


def end_if_hung(port, is_secure):
    """Ends a server that no longer answers anything: its tests would wait for minutes each without a reason.

    It is asked as a client asks it, because clients have a thread of their own, which may hang alone. Seconds are counted
    instead of compared with a clock, because tests freeze and resume the whole process.
    """
    silent = [0]

    def ask():
        while True:
            try:
                with open_connection(port, is_secure) as connection:
                    while True:
                        connection.sendall(b"OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n")
                        if not connection.recv(4096):
                            break
                        silent[0] = 0
                        time.sleep(ASK_EVERY_SECONDS)
            except OSError:
                pass
            time.sleep(1)

    def watch():
        while silent[0] < HUNG_SECONDS:
            time.sleep(1)
            silent[0] += 1
        print("the server hangs", file=sys.stderr)
        faulthandler.dump_traceback(all_threads=True)
        os._exit(3)

    for work in (ask, watch):
        threading.Thread(target=work, daemon=True).start()


def open_connection(port, is_secure):
    plain = socket.create_connection(("127.0.0.1", port))
    if not is_secure:
        return plain
    # For the few that need it: it is a tenth of the start.
    import ssl

    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context.wrap_socket(plain)


def main():
    plan = json.loads(sys.argv[1])
    Gst.init(None)
    server = GstRtspServer.RTSPServer.new()
    server.set_address("127.0.0.1")
    server.set_service(str(plan.get("port", 0)))
    account = plan.get("account")
    if account is not None:
        server.set_auth(make_auth(account))
    for path, launch in plan["mounts"].items():
        server.get_mount_points().add_factory(path, make_factory(launch, account))
    # A busy machine must not look like a camera that loses packets.
    server.connect("client-connected", lambda _server, client: client.set_property("drop-backlog", False))
    if server.attach(None) == 0:
        sys.exit("the port is taken")
    loop = GLib.MainLoop()

    def leave_with_parent():
        sys.stdin.read()
        GLib.idle_add(loop.quit)

    threading.Thread(target=leave_with_parent, daemon=True).start()
    end_if_hung(server.get_bound_port(), account is not None and "tls" in account)
    print("ready", server.get_bound_port(), flush=True)
    loop.run()


main()
