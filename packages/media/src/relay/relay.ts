import { type StreamRef, streamKey } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { Authorize } from '../rtsp/reader-gate.ts';
import { rtspLimits } from '../rtsp/rtsp-limits.ts';
import { type RtspServer, startRtspServer } from '../rtsp/rtsp-server.ts';
import type { SourceState } from '../rtsp/source-state.ts';
import type { OpenedStream, PublishedStream, StreamDirectory } from '../rtsp/stream-directory.ts';
import {
  type FedFrom,
  type FedSource,
  type Publisher,
  RelaySource,
  type RelayTiming,
  type SourcePlan,
  type SourceStats,
} from './relay-source.ts';
import { defaultSourceTiming } from './supervise-source.ts';

export interface RelayOptions {
  host: string;
  /** Zero uses any free port. */
  port: number;
  authorize: Authorize;
  /** Addresses that cameras must not have. Our own port is always excluded, or a stream could feed itself. */
  outbound?: OutboundRule;
  onState?: (path: StreamRef, state: SourceState) => void;
  /** Starts the process that publishes a source which the relay cannot pull itself. */
  startPublisher?: (path: StreamRef, from: FedFrom, source: FedSource) => Publisher;
  onSlowReader?: (dropped: { remote: string; bufferedBytes: number }) => void;
  timing?: Partial<RelayTiming>;
  /** Unread bytes after which a reader is dropped. */
  readerBufferedBytes?: number;
  handshakeMs?: number;
}

/** What a reader in this process needs to wait for a source. */
export interface SourceStates {
  stateOf(path: StreamRef): SourceState;
  /** Resolves at the next change of this source, or when the signal aborts. */
  stateChanged(path: StreamRef, signal: AbortSignal): Promise<void>;
}

const defaultTiming: RelayTiming = { ...defaultSourceTiming, openWaitMs: 10_000, lingerMs: 10_000 };

/** Starts the restream: one connection to each camera stream, any number of readers. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const relay = new Relay(options);
  await relay.listen();
  return relay;
}

export class Relay implements StreamDirectory, SourceStates {
  readonly #options: RelayOptions;
  readonly #timing: RelayTiming;
  readonly #sources = new Map<string, { path: StreamRef; source: RelaySource }>();
  /** Kept apart from the sources, because a reader may wait for one that does not exist yet. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #server: RtspServer | undefined;
  #closed = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
  }

  async listen(): Promise<void> {
    this.#server = await startRtspServer({
      host: this.#options.host,
      port: this.#options.port,
      directory: this,
      authorize: this.#options.authorize,
      handshakeMs: this.#options.handshakeMs ?? 30_000,
      bufferedBytes: this.#options.readerBufferedBytes ?? rtspLimits.readerBufferedBytes,
      onSlowReader: (dropped) => this.#options.onSlowReader?.(dropped),
    });
  }

  get port(): number {
    return this.#server?.port ?? this.#options.port;
  }

  /** Serves exactly these sources. The old connection to a camera ends before a new one begins: some allow only one. */
  async setSources(wanted: readonly { path: StreamRef; plan: SourcePlan }[]): Promise<void> {
    const plans = new Map(wanted.map(({ path, plan }) => [streamKey(path), plan]));
    const stale = [...this.#sources.values()].filter(
      ({ path, source }) => !isSamePlan(source.plan, plans.get(streamKey(path))),
    );
    await Promise.all(stale.map(({ path }) => this.removeSource(path)));
    await Promise.all(wanted.map(({ path, plan }) => this.setSource(path, plan)));
  }

  /** An unchanged plan changes nothing and keeps the readers. Another plan restarts this stream only. */
  async setSource({ cameraId, stream }: StreamRef, plan: SourcePlan): Promise<void> {
    const path = { cameraId, stream };
    const known = this.#sources.get(streamKey(path));
    if (this.#closed || (known && isSamePlan(known.source.plan, plan))) return;
    // The old source disconnects at once; its end is awaited last, so that concurrent calls cannot interleave.
    const closing = known?.source.close();
    const source = new RelaySource({
      plan,
      outbound: () => this.#outbound(),
      timing: this.#timing,
      nowMs: monotonicWallMs,
      onState: (state) => this.#stateChanged(path, state),
      startPublisher: (from, fed) => this.#options.startPublisher?.(path, from, fed),
    });
    this.#sources.set(streamKey(path), { path, source });
    await closing;
  }

  #outbound(): OutboundRule {
    const own = { host: '127.0.0.1', port: this.port };
    return { deniedPorts: [...(this.#options.outbound?.deniedPorts ?? []), own] };
  }

  async removeSource(path: StreamRef): Promise<void> {
    const known = this.#sources.get(streamKey(path));
    this.#sources.delete(streamKey(path));
    await known?.source.close();
  }

  stateOf(path: StreamRef): SourceState {
    return this.#sources.get(streamKey(path))?.source.state ?? { kind: 'idle' };
  }

  stateChanged(path: StreamRef, signal: AbortSignal): Promise<void> {
    const key = streamKey(path);
    return new Promise((resolve) => {
      const listeners = this.#listeners.get(key) ?? new Set();
      const done = () => {
        listeners.delete(done);
        if (listeners.size === 0) this.#listeners.delete(key);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.set(key, listeners.add(done));
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }

  #stateChanged(path: StreamRef, state: SourceState): void {
    this.#options.onState?.(path, state);
    for (const listener of [...(this.#listeners.get(streamKey(path)) ?? [])]) listener();
  }

  stats(): (StreamRef & SourceStats)[] {
    return [...this.#sources.values()].map(({ path, source }) => ({ ...path, ...source.stats() }));
  }

  async openStream(path: StreamRef, signal: AbortSignal): Promise<OpenedStream> {
    const known = this.#sources.get(streamKey(path));
    return known ? known.source.open(signal) : { kind: 'unknown' };
  }

  publish(path: StreamRef, tracks: readonly MediaTrack[]): PublishedStream | undefined {
    return this.#sources.get(streamKey(path))?.source.publish(tracks);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const sources = [...this.#sources.values()];
    this.#sources.clear();
    await Promise.all([this.#server?.close(), ...sources.map(({ source }) => source.close())]);
  }
}

const isSamePlan = (a: SourcePlan, b: SourcePlan | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Monotonic wall time: setting the clock must not make a camera look silent. */
const monotonicWallMs = (): number => performance.timeOrigin + performance.now();
