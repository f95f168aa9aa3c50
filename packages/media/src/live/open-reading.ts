import { reasonCode } from '@holdfast/domain';
import { openCameraSession } from '../rtsp/camera-session.ts';
import { parseCameraUrl } from '../rtsp/camera-url.ts';
import { offline } from '../rtsp/source-state.ts';
import { LiveStream } from '../stream/live-stream.ts';

/** A stream of the restream inside this process. Readers join it and start with a keyframe, as over RTSP. */
export interface Reading {
  live: LiveStream;
  /** Resolves when the stream has ended, after its readers were notified. */
  ended: Promise<void>;
  close(): void;
}

// The restream waits up to ten seconds for a camera that is read on demand.
const TIMEOUTS = { connectMs: 5_000, answerMs: 15_000 };
const SILENT_MS = 10_000;

/** Throws a `SourceError` if the stream is not available. */
export async function openReading({
  url,
  signal,
  silentMs = SILENT_MS,
}: {
  url: string;
  signal: AbortSignal;
  silentMs?: number;
}): Promise<Reading> {
  const camera = parseCameraUrl(url);
  if (!camera) throw new TypeError('a reading takes an RTSP address');
  let live: LiveStream | undefined;
  let heardAtMs = 0;
  const session = await openCameraSession({
    camera,
    trust: { kind: 'any' },
    outbound: {},
    timeouts: TIMEOUTS,
    signal,
    openSink: (tracks) => {
      const opening = new LiveStream({ tracks, nowMs: () => performance.timeOrigin + performance.now() });
      live = opening;
      return {
        packet: (track, framed) => {
          heardAtMs = performance.now();
          opening.packet(track, framed);
        },
        report: (track, framed) => opening.report(track, framed),
        batchEnd: () => opening.batchEnd(),
      };
    },
  });
  if (!live) throw new TypeError('a session that plays has its tracks');
  const opened = live;
  heardAtMs = performance.now();
  // A machine that was cut off from the network sends nothing, not even a reset.
  const watch = setInterval(() => {
    if (performance.now() - heardAtMs > silentMs) session.fail(offline(reasonCode('restream-silent')));
  }, silentMs / 4).unref();
  const ended = session.ended.then(() => {
    clearInterval(watch);
    opened.end();
  });
  return { live: opened, ended, close: session.close };
}
