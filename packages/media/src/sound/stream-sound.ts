import { RateLimit } from '@holdfast/kit';
import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { SOUND_RATE_HZ } from '../fragment/file-head.ts';
import { SAMPLES_PER_FRAME } from '../fragment/fragment-head.ts';
import { rtpTimeDelta } from '../rtp/rtp.ts';
import type { MediaTrack } from '../rtp/sdp.ts';
import { type SoundEncoder, type SoundTool, startSoundEncoder } from './sound-encoder.ts';
import { SoundPackets } from './sound-packets.ts';
import { type SoundSample, type SoundSource, soundSource } from './sound-source.ts';

/** State of the sound; `none` before its first packet. */
export type SoundState = 'none' | 'ok' | 'died' | 'slow';

/** Consecutive AAC frames, in the ticks of the video. */
export interface TimedSound {
  startTicks: number;
  frames: Buffer[];
}

export const FRAME_TICKS = (SAMPLES_PER_FRAME * TICKS_PER_SECOND) / SOUND_RATE_HZ;

/** At long intervals, because each write costs as much as encoding a tenth of a second. */
const FEED_MS = 1_000;
/** A longer silence is not filled: the encoder restarts when sound resumes. */
const MAX_SILENCE_SECONDS = 10;
/** An encoder this far behind its input has stopped working. */
const MAX_BEHIND_SECONDS = 8;
const MAX_FRAMES = 3_000;
/** Between two feeds: several times what any codec sends. More is dropped, or a flood would block the process. */
const MAX_WAITING = { samples: 2_000, bytes: 1024 * 1024 } as const;
/** Timestamps that jump back and forth would start one encoder per packet. */
const STARTS = { perSecond: 0.5, burst: 3 } as const;
const MIN_RESTART_MS = 1_000;
const MAX_RESTART_MS = 30_000;

/**
 * The sound of one connection: converts packets to AAC frames in the ticks of the video. Video never depends on
 * the encoder: missing sound is not waited for, and a failed encoder is restarted.
 */
export class StreamSound {
  readonly source: SoundSource;
  readonly #tool: SoundTool;
  readonly #packets: SoundPackets;
  readonly #ticksAt: (rtpTime: number) => number | undefined;
  readonly #onFrames: () => void;
  readonly #feedMs: number;
  #encoder: SoundEncoder | undefined;
  /** Ticks of the encoder's start. */
  #zeroTicks = 0;
  #fedUntilTicks = 0;
  #madeUntilTicks = 0;
  #waiting: SoundSample[] = [];
  #waitingBytes = 0;
  #fedMs = 0;
  #feeding: NodeJS.Timeout | undefined;
  #lastSampleMs: number | undefined;
  #startedMs = performance.now();
  #frames: { startTicks: number; frame: Buffer }[] = [];
  #failures = 0;
  #restartAtMs = 0;
  readonly #starts = new RateLimit(STARTS, performance.now());
  #state: SoundState = 'none';

  /** Undefined for an unsupported track. */
  static open(options: {
    track: MediaTrack;
    tool: SoundTool;
    /** Maps an RTP time of the sound to the ticks of the video. */
    ticksAt: (rtpTime: number) => number | undefined;
    onFrames: () => void;
    /** How often the encoder is fed. */
    feedMs?: number;
  }): StreamSound | undefined {
    const source = soundSource(options.track);
    return source && new StreamSound({ ...options, source });
  }

  private constructor({
    track,
    tool,
    source,
    ticksAt,
    onFrames,
    feedMs = FEED_MS,
  }: {
    track: MediaTrack;
    tool: SoundTool;
    source: SoundSource;
    ticksAt: (rtpTime: number) => number | undefined;
    onFrames: () => void;
    feedMs?: number;
  }) {
    this.source = source;
    this.#tool = tool;
    this.#ticksAt = ticksAt;
    this.#onFrames = onFrames;
    this.#feedMs = feedMs;
    this.#packets = new SoundPackets({ track, onSample: (sample) => this.#sample(sample) });
  }

  get state(): SoundState {
    return this.#state;
  }

  packet(framed: Buffer): void {
    this.#packets.packet(framed);
  }

  /** Whether sound up to this time may still arrive soon. It has not gone silent because the process was frozen until `wokeMs`. */
  awaits(ticks: number, { nowMs, wokeMs }: { nowMs: number; wokeMs: number }): boolean {
    if (this.#state === 'died' || this.#state === 'slow') return false;
    if (nowMs - Math.max(wokeMs, this.#lastSampleMs ?? this.#startedMs) > 2 * this.#feedMs) return false;
    const last = this.#frames.at(-1);
    return last === undefined || last.startTicks + FRAME_TICKS < ticks;
  }

  /** Takes the sound that starts before this time, including late sound; the frames are consecutive. */
  takeUntil(ticks: number): TimedSound | undefined {
    const [first] = this.#frames;
    if (first === undefined || first.startTicks >= ticks) return undefined;
    const taken: TimedSound = { startTicks: first.startTicks, frames: [] };
    let next = first.startTicks;
    while (this.#frames[0] !== undefined && this.#frames[0].startTicks === next && next < ticks) {
      taken.frames.push((this.#frames.shift() as { frame: Buffer }).frame);
      next += FRAME_TICKS;
    }
    return taken;
  }

  async end(): Promise<void> {
    this.#feed();
    await this.#encoder?.end(2 * this.#feedMs);
    this.#encoder = undefined;
  }

  /** Stops at once; sound in the encoder is lost. */
  stop(): void {
    clearTimeout(this.#feeding);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#killEncoder();
  }

  #sample(sample: SoundSample): void {
    const nowMs = performance.now();
    this.#lastSampleMs = nowMs;
    const isFlood = this.#waiting.length >= MAX_WAITING.samples || this.#waitingBytes >= MAX_WAITING.bytes;
    if (isFlood) return;
    this.#waiting.push(sample);
    this.#waitingBytes += sample.bytes.length;
    const dueMs = this.#fedMs + this.#feedMs - nowMs;
    if (dueMs <= 0) this.#feed();
    // By a timer, not by the next packet: when sound pauses its last second must still be encoded.
    else this.#feeding ??= setTimeout(() => this.#feed(), dueMs);
  }

  #feed(): void {
    clearTimeout(this.#feeding);
    this.#feeding = undefined;
    this.#fedMs = performance.now();
    this.#waitingBytes = 0;
    // Once for all parts: the encoder answers none of them before all are fed.
    const isStuck = this.#fedUntilTicks - this.#madeUntilTicks > MAX_BEHIND_SECONDS * TICKS_PER_SECOND;
    if (this.#encoder !== undefined && isStuck) this.#failed('slow');
    for (const samples of splitAtJumps(this.#waiting.splice(0))) this.#feedPart(samples);
  }

  #feedPart(samples: readonly SoundSample[]): void {
    const [first] = samples;
    const startTicks = first && this.#ticksAt(first.rtpTime);
    if (startTicks === undefined) return;
    if (Math.abs(startTicks - this.#fedUntilTicks) > MAX_SILENCE_SECONDS * TICKS_PER_SECOND) this.#killEncoder();
    if (this.#encoder === undefined && !this.#start(startTicks)) return;
    const lasting = withHoles(samples);
    const { clockRate } = this.source;
    const inSource = Math.max(0, Math.round(((startTicks - this.#zeroTicks) * clockRate) / TICKS_PER_SECOND));
    this.#encoder?.feed(lasting, inSource);
    const fed = lasting.reduce((sum, { durationTicks }) => sum + durationTicks, 0);
    this.#fedUntilTicks = startTicks + (fed * TICKS_PER_SECOND) / clockRate;
  }

  #start(startTicks: number): boolean {
    const nowMs = performance.now();
    this.#starts.refill(nowMs);
    if (nowMs < this.#restartAtMs || !this.#starts.take()) return false;
    const zeroTicks = Math.round(startTicks);
    this.#zeroTicks = zeroTicks;
    this.#madeUntilTicks = zeroTicks;
    this.#fedUntilTicks = zeroTicks;
    // Output of an encoder that was stopped has another start.
    const isCurrent = () => this.#encoder === encoder;
    const encoder: SoundEncoder = startSoundEncoder({
      tool: this.#tool,
      source: this.source,
      onFrame: (frame, index) => {
        if (!isCurrent()) return;
        this.#failures = 0;
        this.#state = 'ok';
        this.#frames.push({ startTicks: zeroTicks + index * FRAME_TICKS, frame });
        this.#madeUntilTicks = zeroTicks + (index + 1) * FRAME_TICKS;
        if (this.#frames.length > MAX_FRAMES) this.#frames.shift();
        this.#onFrames();
      },
      onEnd: (reason) => {
        if (isCurrent()) this.#failed(reason);
      },
    });
    this.#encoder = encoder;
    return true;
  }

  #failed(reason: 'died' | 'slow'): void {
    this.#killEncoder();
    this.#state = reason;
    this.#restartAtMs = performance.now() + Math.min(MAX_RESTART_MS, MIN_RESTART_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#onFrames();
  }

  #killEncoder(): void {
    this.#encoder?.kill();
    this.#encoder = undefined;
  }
}

/** A longer gap is a jump, after which the samples have their own time. */
const MAX_HOLE_SAMPLES = 20;

const ticksToNext = (sample: SoundSample, next: SoundSample | undefined): number =>
  next === undefined ? sample.durationTicks : rtpTimeDelta(next.rtpTime, sample.rtpTime);

/** Parts with only small gaps between their samples. */
function splitAtJumps(samples: readonly SoundSample[]): SoundSample[][] {
  const parts: SoundSample[][] = [];
  for (const [i, sample] of samples.entries()) {
    const previous = samples[i - 1];
    const ticks = previous && ticksToNext(previous, sample);
    const follows = previous && ticks !== undefined && ticks > 0 && ticks < MAX_HOLE_SAMPLES * previous.durationTicks;
    if (follows) parts.at(-1)?.push(sample);
    else parts.push([sample]);
  }
  return parts;
}

/** Each sample lasts until the next one: a lost packet becomes a gap that the encoder fills. */
const withHoles = (samples: readonly SoundSample[]): SoundSample[] =>
  samples.map((sample, i) => ({
    ...sample,
    durationTicks: Math.max(sample.durationTicks, ticksToNext(sample, samples[i + 1])),
  }));
