import { reasonCode, reasonText } from '@holdfast/domain';
import { backoffMs, type Logger, sleep } from '@holdfast/kit';
import { type Crop, openHeldVideo } from '@holdfast/media';
import type { PlateEngine } from '../engine/plate-engine.ts';
import type { PassReader } from '../passes/pass-reader.ts';
import type { CameraSettings } from './camera-settings.ts';
import { chooseGateStream } from './choose-gate-stream.ts';
import { readScene } from './read-scene.ts';
import { watchGate } from './watch-gate.ts';

export interface WatchOptions {
  mainUrl: string;
  subUrl: string | undefined;
  settings: CameraSettings;
  engine: PlateEngine;
  passes: PassReader<Crop>;
  onResults: (results: ReturnType<PassReader<Crop>['addFrame']>) => void;
  sampleFps: number;
  holdMs: number;
  threads: number;
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  log: Logger;
}

const BACKOFF = { minMs: 1_000, maxMs: 30_000 };
const SETTLED_MS = 30_000;
const TICK_MS = 500;

/** Reads the plates of one camera until the signal aborts; retries while the camera is offline. */
export async function watchCamera(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { passes, onResults } = options;
  let isReading = false;
  // Passes also end by time, and without frames only this timer advances it; also while the camera is away.
  const ticking = setInterval(() => {
    if (!isReading) onResults(passes.addFrame([], Date.now()));
  }, TICK_MS);
  const setReading = (now: boolean) => {
    isReading = now;
  };
  await keepWatching({ ...options, setReading }, signal).finally(() => clearInterval(ticking));
}

interface Watching extends WatchOptions {
  setReading: (isReading: boolean) => void;
}

async function keepWatching(options: Watching, signal: AbortSignal): Promise<void> {
  const { log } = options;
  let reportedReason = '';
  let loggedGate = '';
  // Logged when pictures arrive, and only once between two faults: a camera that stays away is tried again for hours.
  const onWatching = ({ isMain }: { isMain: boolean }) => {
    const gate = isMain ? 'main' : 'sub';
    if (loggedGate === gate) return;
    loggedGate = gate;
    if (isMain)
      log.warn('there is no sub stream: the main stream is decoded all the time, which costs several times as much');
    log.info({ gate }, 'watching the camera');
  };
  for (let attempt = 0; !signal.aborted; ) {
    const startedMs = performance.now();
    const reason = await watchOnce({ ...options, onWatching }, signal).catch(faultText);
    if (signal.aborted) return;
    if (performance.now() - startedMs > SETTLED_MS) attempt = 0;
    if (reason !== reportedReason || loggedGate !== '') log.warn({ reason }, 'the camera cannot be read, trying again');
    reportedReason = reason;
    loggedGate = '';
    await sleep(backoffMs({ attempt, ...BACKOFF }), signal);
    attempt += 1;
  }
}

/** A restream answers 503 for a camera that is offline; from a camera itself it would mean that the camera is busy. */
const BUSY = reasonCode('camera-no-room');

function faultText(err: unknown): string {
  const message = err instanceof Error ? err.message : String(err);
  return message === BUSY ? 'the restream does not have its stream now' : reasonText(message);
}

/** One connection; returns the reason why it ended. */
async function watchOnce(
  options: Watching & { onWatching: (gate: { isMain: boolean }) => void },
  signal: AbortSignal,
): Promise<string> {
  const { mainUrl, subUrl, settings, sampleFps, ffmpegPath, env, log, onWatching, setReading } = options;
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  const chosen = await chooseGateStream({ mainUrl, subUrl }, ending);
  if (chosen === undefined) return 'its sub stream is not available';
  const video = await openHeldVideo({ url: mainUrl, signal: ending });
  let gateFault = '';
  let wake = () => {};
  const gate = watchGate({
    url: chosen.url,
    fps: sampleFps,
    zones: settings.zones,
    ffmpegPath,
    env,
    onMove: () => wake(),
    onHealth: (health) => {
      if (health.kind === 'decoding') onWatching(chosen);
      if (health.kind !== 'failed' || health.reason === gateFault) return;
      gateFault = health.reason;
      log.warn({ reason: reasonText(health.reason) }, 'the motion gate receives no pictures');
    },
  });
  ending.addEventListener('abort', () => wake(), { once: true });
  const reading = (async () => {
    while (!ending.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (ending.aborted) resolve();
      });
      if (ending.aborted) return;
      setReading(true);
      try {
        await readScene({ ...options, video, gate, signal: ending });
      } finally {
        setReading(false);
      }
    }
  })();
  try {
    await Promise.race([video.ended, reading]);
  } finally {
    stopping.abort();
    video.close();
    await gate.stop();
  }
  await reading;
  return 'the stream ended';
}
