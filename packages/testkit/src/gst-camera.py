"""An RTSP camera made of GStreamer's own server, for tests: `gst-camera.py '{"port": 0, "mounts": {...}}'`.

Prints one line, `ready <port>`, once it listens. Ends when its standard input closes.
"""

import faulthandler
import json
import os
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


# Longer than the server waits for the first picture of a pipeline, in which it does nothing else.
HUNG_SECONDS = 45


def end_if_hung():
    """Ends a server that no longer handles anything: its tests would wait for minutes each without a reason.

    Seconds are counted instead of compared with a clock, because tests freeze and resume the whole process.
    """
    silent = [0]

    def beat():
        silent[0] = 0
        return True

    def watch():
        while silent[0] < HUNG_SECONDS:
            time.sleep(1)
            silent[0] += 1
        print("the server hangs", file=sys.stderr)
        faulthandler.dump_traceback(all_threads=True)
        os._exit(3)

    GLib.timeout_add_seconds(1, beat)
    threading.Thread(target=watch, daemon=True).start()


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
    end_if_hung()
    print("ready", server.get_bound_port(), flush=True)
    loop.run()


main()
