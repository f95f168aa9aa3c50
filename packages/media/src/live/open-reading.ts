import { openCameraSession } from '../rtsp/camera-session.ts';
import { parseCameraUrl } from '../rtsp/camera-url.ts';
import { LiveStream } from '../rtsp/live-stream.ts';

/** A stream of the restream inside this process: readers join it and start on a keyframe, as they do over RTSP. */
export interface Reading {
  live: LiveStream;
  /** Settles when the stream is over; readers were told by then. */
  ended: Promise<void>;
  close(): void;
}

// The restream waits up to ten seconds for a camera that is read on demand.
const TIMEOUTS = { connectMs: 5_000, answerMs: 15_000 };

/** Throws a `SourceError` where the stream is not to be had. */
export async function openReading({ url, signal }: { url: string; signal: AbortSignal }): Promise<Reading> {
  const camera = parseCameraUrl(url);
  if (!camera) throw new TypeError('a reading takes an RTSP address');
  let live: LiveStream | undefined;
  const session = await openCameraSession({
    camera,
    trust: { kind: 'any' },
    outbound: {},
    timeouts: TIMEOUTS,
    signal,
    openSink: (tracks) => {
      live = new LiveStream({ tracks, nowMs: () => performance.timeOrigin + performance.now() });
      return live;
    },
  });
  if (!live) throw new TypeError('a session that plays has its tracks');
  const opened = live;
  return { live: opened, ended: session.ended.then(() => opened.end()), close: session.close };
}
