import { type Reason, reasonCode } from '@holdfast/domain';
import type { createPermits, OutboundRule } from '@holdfast/kit';
import { runTool } from '../ffmpeg/run-tool.ts';
import { type SourceInput, sourceInput } from '../ffmpeg/source-input.ts';
import { explainFailure } from './explain-failure.ts';
import { pinSource } from './pin-source.ts';
import { openRtspProxy } from './rtsp-proxy.ts';

export type Permits = ReturnType<typeof createPermits>;

/** Default limit of concurrent processes. */
export const MAX_CONCURRENT = 4;

export interface SourceReading {
  /** Including its password. */
  url: string;
  program: string;
  argsFor(input: readonly string[]): readonly string[];
  /** For ffmpeg's demuxer of the source, as lines of the concat list. */
  readerOptions?: readonly string[];
  outbound: OutboundRule;
  permits: Permits;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal | undefined;
}

type Failed = { kind: 'refused' | 'unreachable'; reason: Reason };
export type ReadResult = { kind: 'done'; stdout: Buffer } | Failed;

const REDIRECTED = reasonCode('camera-redirects');
const ABANDONED: Failed = { kind: 'unreachable', reason: reasonCode('source-stopped') };

/** Runs ffmpeg or ffprobe on a camera whose address was checked and pinned, for RTSP through our proxy. */
export async function runOnSource(reading: SourceReading): Promise<ReadResult> {
  const { signal, permits } = reading;
  const source = await reach(reading);
  if (source.kind !== 'ok') return source;
  try {
    // After connecting: cameras that are switched off must not occupy a permit.
    const release = await permits.acquire(signal).catch(() => undefined);
    if (release === undefined) return ABANDONED;
    try {
      return await run(reading, source);
    } finally {
      release();
    }
  } finally {
    source.close();
  }
}

interface Reached {
  kind: 'ok';
  input: SourceInput;
  sawRedirect(): boolean;
  close(): void;
}

async function reach({ url, outbound, signal, readerOptions }: SourceReading): Promise<Reached | Failed> {
  const pinned = await pinSource(url, outbound);
  if (pinned.kind !== 'ok') return pinned;
  const { scheme, address, port } = pinned;
  if ((scheme !== 'rtsp' && scheme !== 'rtsps') || port === undefined)
    return {
      kind: 'ok',
      input: sourceInput(pinned.at(pinned), readerOptions),
      sawRedirect: () => false,
      close: () => undefined,
    };
  const pass = await openRtspProxy({ address, port, secure: scheme === 'rtsps' }, signal);
  if (pass.kind !== 'ok') return pass;
  const door = pinned.at({ scheme: 'rtsp', address: '127.0.0.1', port: pass.port });
  return { kind: 'ok', input: sourceInput(door, readerOptions), sawRedirect: pass.sawRedirect, close: pass.close };
}

async function run(reading: SourceReading, { input, sawRedirect }: Reached): Promise<ReadResult> {
  const { program, argsFor, timeoutMs, maxOutputBytes, signal } = reading;
  const result = await runTool({
    program,
    args: argsFor(input.args),
    input: input.list,
    timeoutMs,
    maxOutputBytes,
    ...(signal && { signal }),
  });
  if (result.kind === 'done') return result;
  if (result.kind === 'aborted') return ABANDONED;
  return { kind: 'unreachable', reason: sawRedirect() ? REDIRECTED : explainFailure(result) };
}
