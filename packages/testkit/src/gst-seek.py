"""Opens a file with GStreamer, seeks and prints where the picture it got begins: `gst-seek.py FILE SECONDS`."""

import pathlib
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402


def settled(pipeline):
    change, _state, _pending = pipeline.get_state(60 * Gst.SECOND)
    if change == Gst.StateChangeReturn.FAILURE:
        sys.exit("the file cannot be played")


def main():
    Gst.init(None)
    uri = pathlib.Path(sys.argv[1]).resolve().as_uri()
    pipeline = Gst.parse_launch(f'uridecodebin uri="{uri}" ! videoconvert ! appsink name=sink sync=false')
    pipeline.set_state(Gst.State.PAUSED)
    settled(pipeline)
    flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
    if not pipeline.seek_simple(Gst.Format.TIME, flags, int(float(sys.argv[2]) * Gst.SECOND)):
        sys.exit("the file does not seek")
    settled(pipeline)
    sample = pipeline.get_by_name("sink").emit("try-pull-preroll", 60 * Gst.SECOND)
    if sample is None:
        sys.exit("no picture came after the seek")
    print(sample.get_segment().to_stream_time(Gst.Format.TIME, sample.get_buffer().pts) / Gst.SECOND)
    pipeline.set_state(Gst.State.NULL)


main()
