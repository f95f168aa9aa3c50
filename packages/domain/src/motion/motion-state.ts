import { reasonCode } from '../reason/reason.ts';
import { failOpenAt } from './fail-open.ts';
import type { MotionSource, SourceHealth, WatchingSource } from './motion-source.ts';

export interface MotionSettings {
  preMs: number;
  postMs: number;
  enabled: readonly WatchingSource[];
}

/** In progress while `toMs` is null. Without pre- and post-roll. */
export interface Span {
  fromMs: number;
  toMs: number | null;
}

/** Why footage is kept. */
export type KeepCause = 'motion' | 'fail-open';

export interface MotionState {
  readonly settings: MotionSettings;
  readonly startedMs: number;
  readonly nowMs: number;
  readonly health: ReadonlyMap<WatchingSource, SourceHealth>;
  /** Moving objects by source; each source has its own keys. */
  readonly active: ReadonlyMap<MotionSource, ReadonlySet<string>>;
  /** Manual requests with their end times. */
  readonly requests: ReadonlyMap<string, number>;
  readonly spans: Readonly<Record<KeepCause, readonly Span[]>>;
}

export type MotionInput =
  /** `fromMs`: start of the motion, if the source knows it to be earlier than the message. */
  | { kind: 'start'; source: WatchingSource; key: string; fromMs?: number }
  | { kind: 'stop'; source: WatchingSource; key: string }
  /** The source works again, with everything that moves now: objects not listed have ended. */
  | { kind: 'able'; source: WatchingSource; active: readonly string[] }
  | { kind: 'unable'; source: WatchingSource; reason: string }
  /** A manual request to record around now. */
  | { kind: 'record'; key: string; fromMs: number; untilMs: number }
  | { kind: 'settings'; settings: MotionSettings }
  /** Only time has passed. */
  | { kind: 'tick' };

/** Maximum delay of a signal after the motion. */
export const LATE_SIGNAL_MS = 3_000;
/** Older spans cannot overlap a fragment that is still held. */
const FORGET_AFTER_MS = 120_000;
const STARTING = reasonCode('motion-starting');

export function startMotion(settings: MotionSettings, nowMs: number): MotionState {
  const health = new Map(settings.enabled.map((source) => [source, unableSince(nowMs, STARTING)] as const));
  const state: MotionState = {
    settings,
    startedMs: nowMs,
    nowMs,
    health,
    active: new Map(),
    requests: new Map(),
    spans: { motion: [], 'fail-open': [] },
  };
  return followSpans(state);
}

const unableSince = (sinceMs: number, reason: string): SourceHealth => ({ kind: 'unable', sinceMs, reason });

/**
 * The combined state of all sources after one more input. A time before the previous one means that the clock was set
 * back: all times of the state are moved back as well.
 */
export function stepMotion(before: MotionState, input: MotionInput, atMs: number): MotionState {
  const state = atMs < before.nowMs ? moveInTime(before, atMs - before.nowMs) : passTime(before, atMs);
  const { nowMs } = state;
  switch (input.kind) {
    case 'tick':
      return state;
    case 'settings': {
      const { settings } = input;
      const health = new Map(
        settings.enabled.map((source) => [source, state.health.get(source) ?? unableSince(nowMs, STARTING)] as const),
      );
      const isEnabled = (source: MotionSource) => source === 'manual' || settings.enabled.includes(source);
      const active = new Map([...state.active].filter(([source]) => isEnabled(source)));
      return followSpans({ ...state, settings, health, active });
    }
    case 'record': {
      // A second request of the same key never shortens what the first one promised.
      const promisedMs = state.requests.get(input.key) ?? nowMs;
      const requests = new Map(state.requests).set(input.key, Math.max(nowMs, promisedMs, input.untilMs));
      return followSpans(
        withActive({ ...state, requests }, 'manual', (keys) => keys.add(input.key)),
        input.fromMs,
      );
    }
  }
  if (!state.settings.enabled.includes(input.source)) return state;
  switch (input.kind) {
    case 'start':
      return followSpans(
        withActive(state, input.source, (keys) => keys.add(input.key)),
        input.fromMs,
      );
    case 'stop':
      return followSpans(withActive(state, input.source, (keys) => keys.delete(input.key)));
    case 'unable': {
      // Keeps the first time: another reason for not working does not restart the period.
      const before = state.health.get(input.source);
      const sinceMs = before?.kind === 'unable' ? before.sinceMs : nowMs;
      const health = new Map(state.health).set(input.source, unableSince(sinceMs, input.reason));
      return followSpans({ ...state, health });
    }
    case 'able': {
      const health = new Map(state.health).set(input.source, { kind: 'able' });
      return followSpans({ ...state, health, active: new Map(state.active).set(input.source, new Set(input.active)) });
    }
  }
}

/** Without it motion after the step would seem to begin in the future, and its footage would be dropped. */
function moveInTime(state: MotionState, byMs: number): MotionState {
  const moveSpans = (spans: readonly Span[]): Span[] =>
    spans.map(({ fromMs, toMs }) => ({ fromMs: fromMs + byMs, toMs: toMs === null ? null : toMs + byMs }));
  const moveHealth = (health: SourceHealth): SourceHealth =>
    health.kind === 'able' ? health : { ...health, sinceMs: health.sinceMs + byMs };
  return {
    ...state,
    startedMs: state.startedMs + byMs,
    nowMs: state.nowMs + byMs,
    health: new Map([...state.health].map(([source, health]) => [source, moveHealth(health)])),
    requests: new Map([...state.requests].map(([key, untilMs]) => [key, untilMs + byMs])),
    spans: { motion: moveSpans(state.spans.motion), 'fail-open': moveSpans(state.spans['fail-open']) },
  };
}

/** Ends requests and patience periods at their own times. */
function passTime(state: MotionState, nowMs: number): MotionState {
  let passed = state;
  for (const [key, untilMs] of [...state.requests].sort(([, a], [, b]) => a - b)) {
    if (untilMs > nowMs) break;
    const requests = new Map(passed.requests);
    requests.delete(key);
    passed = followSpans(
      withActive({ ...passed, nowMs: Math.max(passed.nowMs, untilMs), requests }, 'manual', (keys) => keys.delete(key)),
    );
  }
  return followSpans({ ...passed, nowMs });
}

function withActive(state: MotionState, source: MotionSource, change: (keys: Set<string>) => void): MotionState {
  const keys = new Set(state.active.get(source));
  change(keys);
  return { ...state, active: new Map(state.active).set(source, keys) };
}

/** Opens and closes spans to match the state. */
function followSpans(state: MotionState, motionFromMs = state.nowMs): MotionState {
  const isActive = [...state.active.values()].some((keys) => keys.size > 0);
  const failOpen = failOpenAt(state.health, state.nowMs, state.startedMs);
  const { nowMs } = state;
  return {
    ...state,
    spans: {
      motion: follow(state.spans.motion, isActive ? Math.min(nowMs, motionFromMs) : undefined, nowMs),
      'fail-open': follow(state.spans['fail-open'], failOpen?.sinceMs, nowMs),
    },
  };
}

function follow(spans: readonly Span[], openFromMs: number | undefined, nowMs: number): readonly Span[] {
  const last = spans.at(-1);
  const isOpen = last?.toMs === null;
  if (openFromMs === undefined) return isOpen ? [...spans.slice(0, -1), { ...last, toMs: nowMs }] : spans;
  if (isOpen) {
    if (openFromMs >= last.fromMs) return spans;
    return [...spans.slice(0, -1), { ...last, fromMs: openFromMs }];
  }
  const kept = spans.filter(({ toMs }) => toMs === null || nowMs - toMs < FORGET_AFTER_MS);
  return [...kept, { fromMs: openFromMs, toMs: null }];
}
