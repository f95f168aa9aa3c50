import { tmpdir } from 'node:os';
import { reasonCode, type StreamRef } from '@holdfast/domain';
import { backoffMs, type Logger, type OutboundRule, sleep } from '@holdfast/kit';
import { type FedFrom, type Publisher, pinSource, publishArgs, type SourceState, startFfmpeg } from '@holdfast/media';
import type { FfmpegTool } from './ffmpeg-tool.ts';

const SETTLED_MS = 10_000;
const CHECK_MS = 1_000;
/** As long as a camera and the restream may take to answer. */
export const HUNG_AFTER_CHECKS = 30;

/**
 * Feeds a camera into the restream that does not speak RTSP, or whose video has to be transcoded: a child process reads
 * it and publishes the stream, unchanged unless an administrator enabled transcoding. The camera's address is passed on
 * standard input, because the process list would show its password.
 */
export function startPublisher({
  ref,
  from,
  targetUrl,
  report,
  receivedBytes,
  hungAfterChecks = HUNG_AFTER_CHECKS,
  ffmpeg,
  outbound,
  log,
}: {
  ref: StreamRef;
  from: FedFrom;
  /** Called for each child, because an address is valid for one connection. */
  targetUrl: () => string;
  report: (state: SourceState) => void;
  /** What the restream has received so far. */
  receivedBytes: () => number;
  /** Seconds without a byte after which the child counts as hung, and is killed and started again. */
  hungAfterChecks?: number;
  ffmpeg: FfmpegTool;
  outbound: OutboundRule;
  log: Logger;
}): Publisher {
  const stopping = new AbortController();
  const { signal } = stopping;

  const runOnce = async (): Promise<{ settled: boolean }> => {
    const startedMs = performance.now();
    const pinned = await pinSource(from.url, outbound);
    if (pinned.kind !== 'ok') {
      report({ kind: pinned.kind === 'refused' ? 'refused' : 'offline', reason: pinned.reason });
      return { settled: false };
    }
    report({ kind: 'connecting' });
    const child = startFfmpeg({
      ...publishArgs({ sourceUrl: pinned.at(pinned), targetUrl: targetUrl(), convert: from.convert }),
      ffmpegPath: ffmpeg.path,
      env: ffmpeg.env,
      cwd: tmpdir(),
      onStdoutLine: () => {},
    });
    const stop = () => void child.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const watchdog = watchProgress(receivedBytes, hungAfterChecks, () => {
      log.warn({ camera_id: ref.cameraId, stream: ref.stream }, 'the process of a source hangs, starting it again');
      stop();
    });
    const exit = await child.exit;
    clearInterval(watchdog);
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) {
      log.warn({ camera_id: ref.cameraId, stream: ref.stream, last_errors: exit.lastErrors }, 'source ended');
      report({ kind: 'offline', reason: reasonCode('source-not-forwardable') });
    }
    return { settled: performance.now() - startedMs > SETTLED_MS };
  };
  const run = async (): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      if ((await runOnce()).settled) attempt = 0;
      await sleep(backoffMs({ attempt, minMs: 1_000, maxMs: 30_000 }), signal);
    }
  };
  const done = run();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Counts checks, not time: after a freeze of this process the first one comes before the bytes that have arrived meanwhile. */
function watchProgress(receivedBytes: () => number, hungAfterChecks: number, onHung: () => void): NodeJS.Timeout {
  let before = receivedBytes();
  let withoutProgress = 0;
  return setInterval(() => {
    const bytes = receivedBytes();
    withoutProgress = bytes === before ? withoutProgress + 1 : 0;
    before = bytes;
    if (withoutProgress === hungAfterChecks) onHung();
  }, CHECK_MS);
}
