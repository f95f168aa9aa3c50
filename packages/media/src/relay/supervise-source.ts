import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from 'node:util';
import { type Reason, reasonCode } from '@holdfast/domain';
import { FreezeWatch, type OutboundRule } from '@holdfast/kit';
import type { CameraTrust } from '../rtsp/camera-connection.ts';
import { type CameraTimeouts, openCameraSession } from '../rtsp/camera-session.ts';
import { parseCameraUrl } from '../rtsp/camera-url.ts';
import { offline, SourceError, type SourceFault, type SourceState } from '../rtsp/source-state.ts';
import { LiveStream } from '../stream/live-stream.ts';
import { retryDelayMs } from './retry-delay.ts';

export interface SourceTiming extends CameraTimeouts {
  /** Without a picture for this long the camera counts as offline. */
  silenceMs: number;
  /** How long readers wait for a keyframe before they start without one. */
  keyframePatienceMs: number;
  /** A connection that lasted this long resets the failure count. */
  settledMs: number;
  /** Scales all retry delays; one in the product. */
  retryScale: number;
}

export const defaultSourceTiming: SourceTiming = {
  connectMs: 10_000,
  answerMs: 10_000,
  silenceMs: 10_000,
  keyframePatienceMs: 30_000,
  settledMs: 10_000,
  retryScale: 1,
};

export interface SourceSupervision {
  url: string;
  trust: CameraTrust;
  /** Read again for each connection. */
  outbound: () => OutboundRule;
  timing: SourceTiming;
  signal: AbortSignal;
  nowMs: () => number;
  onState: (state: SourceState) => void;
  onLive: (live: LiveStream) => void;
  onEnded: (live: LiveStream) => void;
}

/** Pulls one camera stream until aborted: connects, streams, and reconnects after any kind of end. */
export async function superviseSource(supervision: SourceSupervision): Promise<void> {
  const { signal, nowMs, onState, timing } = supervision;
  let failures = 0;
  onState({ kind: 'connecting' });
  while (!signal.aborted) {
    const startedMs = nowMs();
    const { fault, streamed } = await connectOnce(supervision);
    if (signal.aborted) break;
    failures = streamed && nowMs() - startedMs >= timing.settledMs ? 0 : failures + 1;
    onState(fault);
    const delayMs = retryDelayMs({ fault, failures, random: Math.random() }) * timing.retryScale;
    await sleep(delayMs, undefined, { signal }).catch(() => {});
  }
}

async function connectOnce(supervision: SourceSupervision): Promise<{ fault: SourceFault; streamed: boolean }> {
  const { url, trust, outbound, timing, signal, nowMs, onState, onLive, onEnded } = supervision;
  const camera = parseCameraUrl(url);
  if (camera === undefined)
    return { fault: { kind: 'refused', reason: reasonCode('address-not-rtsp') }, streamed: false };
  let live: LiveStream | undefined;
  let streamed = false;
  try {
    const session = await openCameraSession({
      camera,
      trust,
      outbound: outbound(),
      timeouts: timing,
      signal,
      openSink: (tracks) => {
        live = new LiveStream({ tracks, nowMs, keyframePatienceMs: timing.keyframePatienceMs });
        return live;
      },
    });
    if (live === undefined)
      return { fault: { kind: 'refused', reason: reasonCode('camera-without-session') }, streamed };
    streamed = true;
    onLive(live);
    onState({ kind: 'streaming', tracks: live.tracks });
    const stopWatching = watch(live, supervision, (error) => session.fail(error));
    const { fault } = await session.ended;
    stopWatching();
    return { fault, streamed };
  } catch (error) {
    return { fault: faultOf(error), streamed };
  } finally {
    if (live) {
      live.end();
      if (streamed) onEnded(live);
    }
  }
}

function watch(live: LiveStream, supervision: SourceSupervision, fail: (error: SourceError) => void): () => void {
  const { timing, nowMs, onState } = supervision;
  const startedMs = nowMs();
  const freezes = new FreezeWatch(startedMs);
  let warned = false;
  // Immediately, because its readers reconnect immediately and must wait for the new stream.
  void aborted(live.codecChanged, live).then(() => fail(offline(reasonCode('camera-changed-codec'))));
  void aborted(live.givenUp, live).then(() => fail(offline(live.givenUp.reason as Reason)));
  const timer = setInterval(
    () => {
      // After a freeze of this process the timer fires before the packets that arrived meanwhile are read.
      const heardMs = Math.max(live.lastPacketMs, freezes.wokeMs(nowMs()));
      if (nowMs() - heardMs > timing.silenceMs) {
        fail(offline(reasonCode('camera-sends-no-picture')));
        return;
      }
      if (live.lastKeyframeMs !== undefined && nowMs() - live.lastKeyframeMs > longestGapMs(live, timing)) {
        fail(offline(reasonCode('camera-no-keyframes')));
        return;
      }
      const missing = nowMs() - (live.lastKeyframeMs ?? startedMs) > timing.keyframePatienceMs;
      if (missing === warned) return;
      warned = missing;
      const warning = reasonCode('camera-no-keyframes');
      onState({ kind: 'streaming', tracks: live.tracks, ...(missing ? { warning } : {}) });
    },
    Math.min(1_000, timing.silenceMs / 4),
  );
  return () => clearInterval(timer);
}

/** Reconnecting usually brings a keyframe, but a camera that sends them rarely needs more time. */
const longestGapMs = (live: LiveStream, timing: SourceTiming): number =>
  Math.max(10 * timing.keyframePatienceMs, 3 * (live.keyframeGapMs ?? 0));

/** Fail closed: an unknown error means a camera that cannot be used now, never a crash. */
function faultOf(error: unknown): SourceFault {
  if (error instanceof SourceError) return error.fault;
  return { kind: 'offline', reason: reasonCode('camera-connection-failed') };
}
