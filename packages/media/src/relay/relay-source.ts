import { reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { CameraTrust } from '../rtsp/camera-connection.ts';
import type { SourceState } from '../rtsp/source-state.ts';
import type { OpenedStream, PublishedStream } from '../rtsp/stream-directory.ts';
import { LiveStream } from '../stream/live-stream.ts';
import { type SourceTiming, superviseSource } from './supervise-source.ts';

export type SourcePlan =
  /** Pulled from a camera, permanently or on demand. */
  | { kind: 'pull'; url: string; when: 'always' | 'on-demand'; trust?: CameraTrust }
  /** Pushed: by a publisher of our own that reads it elsewhere, or by one from outside. */
  | { kind: 'publish'; from?: FedFrom };

/** What a publisher of our own reads: a camera without RTSP, or one whose video has to be transcoded. */
export interface FedFrom {
  url: string;
  convert: boolean;
}

export interface Publisher {
  stop(): Promise<void>;
}

/** What a publisher of our own knows of its source. */
export interface FedSource {
  /** Why it has nothing to publish. */
  report(state: SourceState): void;
  /** What has been received so far; only grows. */
  receivedBytes(): number;
}

export interface RelayTiming extends SourceTiming {
  /** How long a reader waits for a source that is starting. */
  openWaitMs: number;
  /** How long an on-demand source stays open after its last reader. */
  lingerMs: number;
}

export interface SourceStats {
  state: SourceState;
  readers: number;
  /** Bytes received since the source was set; only grows. */
  bytes: number;
  /** Connections that reached streaming. */
  connections: number;
  lastPacketMs: number | undefined;
  lastKeyframeMs: number | undefined;
  /** Between the last two keyframes. */
  keyframeGapMs: number | undefined;
}

/** One source of the relay: connected once for any number of readers. */
export class RelaySource {
  readonly plan: SourcePlan;
  readonly #outbound: () => OutboundRule;
  readonly #timing: RelayTiming;
  readonly #nowMs: () => number;
  readonly #onState: (state: SourceState) => void;
  readonly #publisher: Publisher | undefined;
  readonly #arrivals = new Set<(live: LiveStream | undefined) => void>();
  #state: SourceState = { kind: 'idle' };
  #live: LiveStream | undefined;
  #pull: { stop: AbortController; done: Promise<void> } | undefined;
  #holds = 0;
  #linger: NodeJS.Timeout | undefined;
  #closed = false;
  #pastBytes = 0;
  #connections = 0;

  constructor({
    plan,
    outbound,
    timing,
    nowMs,
    onState,
    startPublisher,
  }: {
    plan: SourcePlan;
    outbound: () => OutboundRule;
    timing: RelayTiming;
    nowMs: () => number;
    onState: (state: SourceState) => void;
    startPublisher: (from: FedFrom, source: FedSource) => Publisher | undefined;
  }) {
    this.plan = plan;
    this.#outbound = outbound;
    this.#timing = timing;
    this.#nowMs = nowMs;
    this.#onState = onState;
    if (plan.kind === 'pull' && plan.when === 'always') this.#startPull();
    if (plan.kind === 'publish' && plan.from)
      this.#publisher = startPublisher(plan.from, {
        report: (state) => {
          if (!this.#closed) this.#setState(state);
        },
        receivedBytes: () => this.#bytes,
      });
  }

  get state(): SourceState {
    return this.#state;
  }

  get #bytes(): number {
    return this.#pastBytes + (this.#live?.bytes ?? 0);
  }

  stats(): SourceStats {
    return {
      state: this.#state,
      readers: this.#live?.readers ?? 0,
      bytes: this.#bytes,
      connections: this.#connections,
      lastPacketMs: this.#live?.lastPacketMs,
      lastKeyframeMs: this.#live?.lastKeyframeMs,
      keyframeGapMs: this.#live?.keyframeGapMs,
    };
  }

  async open(signal: AbortSignal): Promise<OpenedStream> {
    if (this.#closed) return { kind: 'unknown' };
    this.#hold();
    const live = this.#live ?? (await this.#arrival(signal));
    if (live === undefined) {
      this.#release();
      return { kind: 'unavailable' };
    }
    let held = true;
    const release = () => {
      if (held) this.#release();
      held = false;
    };
    return { kind: 'open', live, release };
  }

  publish(tracks: readonly MediaTrack[]): PublishedStream | undefined {
    if (this.#closed || this.plan.kind !== 'publish') return undefined;
    // A publisher that stopped sending without disconnecting must not block its successor.
    if (this.#live && this.#nowMs() - this.#live.lastPacketMs < this.#timing.silenceMs) return undefined;
    this.#live?.end();
    const live = new LiveStream({ tracks, nowMs: this.#nowMs, keyframePatienceMs: this.#timing.keyframePatienceMs });
    this.#begin(live);
    this.#setState({ kind: 'streaming', tracks });
    const end = () => {
      const current = this.#live === live;
      live.end();
      this.#finish(live);
      if (current && !this.#closed) this.#setState({ kind: 'offline', reason: reasonCode('publisher-left') });
    };
    return { sink: live, isOver: () => live.ended || live.codecChanged.aborted, end };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#linger);
    this.#pull?.stop.abort();
    const publisherStopped = this.#publisher?.stop();
    this.#live?.end();
    this.#live = undefined;
    for (const arrive of this.#arrivals) arrive(undefined);
    await Promise.all([this.#pull?.done, publisherStopped]);
  }

  #hold(): void {
    this.#holds += 1;
    clearTimeout(this.#linger);
    if (this.plan.kind === 'pull') this.#startPull();
  }

  #release(): void {
    this.#holds -= 1;
    if (this.#closed || this.#holds > 0 || this.plan.kind !== 'pull' || this.plan.when === 'always') return;
    this.#linger = setTimeout(() => this.#stopPull(), this.#timing.lingerMs);
  }

  #startPull(): void {
    if (this.#pull || this.#closed || this.plan.kind !== 'pull') return;
    const stop = new AbortController();
    const whilePulling = (act: () => void) => {
      if (!stop.signal.aborted) act();
    };
    const done = superviseSource({
      url: this.plan.url,
      trust: this.plan.trust ?? { kind: 'any' },
      outbound: this.#outbound,
      timing: this.#timing,
      signal: stop.signal,
      nowMs: this.#nowMs,
      onState: (state) => whilePulling(() => this.#setState(state)),
      onLive: (live) => whilePulling(() => this.#begin(live)),
      onEnded: (live) => this.#finish(live),
    });
    this.#pull = { stop, done };
  }

  #stopPull(): void {
    this.#pull?.stop.abort();
    this.#pull = undefined;
    this.#setState({ kind: 'idle' });
  }

  #begin(live: LiveStream): void {
    this.#live = live;
    this.#connections += 1;
    for (const arrive of this.#arrivals) arrive(live);
  }

  #finish(live: LiveStream): void {
    this.#pastBytes += live.bytes;
    if (this.#live === live) this.#live = undefined;
  }

  #setState(state: SourceState): void {
    this.#state = state;
    this.#onState(state);
  }

  #arrival(signal: AbortSignal): Promise<LiveStream | undefined> {
    return new Promise((resolve) => {
      const arrive = (live: LiveStream | undefined) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#arrivals.delete(arrive);
        resolve(live);
      };
      const giveUp = () => arrive(undefined);
      const timer = setTimeout(giveUp, this.#timing.openWaitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#arrivals.add(arrive);
      if (signal.aborted) giveUp();
    });
  }
}
