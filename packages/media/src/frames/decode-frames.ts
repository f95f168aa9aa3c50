import { backoffMs, sleep } from '@holdfast/kit';
import type { FramePlan } from './frame-args.ts';
import { type Frame, type FrameChildEnd, runFrameChild } from './run-frame-child.ts';

/** Whether the decoder delivers frames, for consumers that have to report at once when it does not. */
export type FrameHealth = { kind: 'starting' } | { kind: 'decoding' } | { kind: 'failed'; reason: string };

export interface FrameDecoderPlan extends FramePlan {
  ffmpegPath: string;
  env: Readonly<Record<string, string>>;
  /** Called before each start of a child process, so that each can have its own credentials. */
  url: () => string | Promise<string>;
  nowMs: () => number;
  /**
   * Called for every frame when it arrives, and must return quickly; see `createNewestFrame` for consumers that are
   * slower.
   */
  onFrame: (frame: Frame) => void;
  onHealth?: (health: FrameHealth) => void;
  /** The child process ended without being stopped; its messages are redacted. */
  onEnd?: (end: FrameChildEnd) => void;
  timing?: Partial<FrameTiming>;
}

export interface FrameTiming {
  silentMs: number;
  lagLimitMs: number;
  minBackoffMs: number;
  maxBackoffMs: number;
}

export interface FrameDecoder {
  health(): FrameHealth;
  /** Resolves when the child is gone. */
  stop(): Promise<void>;
}

const DEFAULT_TIMING: FrameTiming = { silentMs: 15_000, lagLimitMs: 4_000, minBackoffMs: 1_000, maxBackoffMs: 30_000 };

/**
 * Decoded frames of a stream of the restream, at a low rate: one ffmpeg child, started again whenever it ends, falls
 * silent or lags. At most one frame is held here.
 */
export function startFrameDecoder(plan: FrameDecoderPlan): FrameDecoder {
  const timing = { ...DEFAULT_TIMING, ...plan.timing };
  const stopping = new AbortController();
  const { signal } = stopping;
  let health: FrameHealth = { kind: 'starting' };
  const setHealth = (next: FrameHealth) => {
    if (signal.aborted || (next.kind === health.kind && next.kind !== 'failed')) return;
    health = next;
    plan.onHealth?.(next);
  };

  const runOnce = async (): Promise<FrameChildEnd> => {
    try {
      return await runFrameChild({
        ...plan,
        url: await plan.url(),
        silentMs: timing.silentMs,
        lagLimitMs: timing.lagLimitMs,
        signal,
        onFrame: (frame) => {
          if (signal.aborted) return;
          setHealth({ kind: 'decoding' });
          plan.onFrame(frame);
        },
      });
    } catch (err) {
      return { reason: err instanceof Error ? err.message : String(err), frames: 0, lastErrors: [] };
    }
  };
  const run = async (): Promise<void> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const end = await runOnce();
      if (signal.aborted) return;
      if (end.frames > 0) attempt = 0;
      setHealth({ kind: 'failed', reason: end.reason });
      plan.onEnd?.(end);
      await sleep(backoffMs({ attempt, minMs: timing.minBackoffMs, maxMs: timing.maxBackoffMs }), signal);
    }
  };
  const done = run();
  return {
    health: () => health,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
