import { failOpenAt } from './fail-open.ts';
import type { MotionSource, SourceHealth, WatchingSource } from './motion-source.ts';

export interface MotionSettings {
  preMs: number;
  postMs: number;
  enabled: readonly WatchingSource[];
}

/** Open while `toMs` is null. Without pre- and post-roll. */
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
  /** What moves right now, by source; each source names its own objects. */
  readonly active: ReadonlyMap<MotionSource, ReadonlySet<string>>;
  /** Requests by hand, with the moment each ends. */
  readonly requests: ReadonlyMap<string, number>;
  readonly spans: Readonly<Record<KeepCause, readonly Span[]>>;
}

export type MotionInput =
  /** `fromMs`: when the motion began, where the source knows it to be earlier than the message. */
  | { kind: 'start'; source: WatchingSource; key: string; fromMs?: number }
  | { kind: 'stop'; source: WatchingSource; key: string }
  /** Able again, with everything that moves now: what it missed to end meanwhile has ended. */
  | { kind: 'able'; source: WatchingSource; active: readonly string[] }
  | { kind: 'unable'; source: WatchingSource; reason: string }
  /** Footage around now is wanted by hand. */
  | { kind: 'record'; key: string; fromMs: number; untilMs: number }
  | { kind: 'settings'; settings: MotionSettings }
  /** Nothing but time passed. */
  | { kind: 'tick' };

/** A signal may arrive this much later than the motion it tells of. */
export const LATE_SIGNAL_MS = 3_000;
/** A span that cannot touch any fragment still waiting is forgotten. */
const FORGET_AFTER_MS = 120_000;
const STARTING = 'Motion detection is starting.';

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

/** The union of all sources after one more message. Time never runs backwards: a clock set back stands still. */
export function stepMotion(before: MotionState, input: MotionInput, atMs: number): MotionState {
  const state = passTime(before, Math.max(before.nowMs, atMs));
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
      const requests = new Map(state.requests).set(input.key, Math.max(nowMs, input.untilMs));
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
      // The first moment counts: being unable for another reason is still being unable.
      if (state.health.get(input.source)?.kind === 'unable') return state;
      const health = new Map(state.health).set(input.source, unableSince(nowMs, input.reason));
      return followSpans({ ...state, health });
    }
    case 'able': {
      const health = new Map(state.health).set(input.source, { kind: 'able' });
      return followSpans({ ...state, health, active: new Map(state.active).set(input.source, new Set(input.active)) });
    }
  }
}

/** Lets requests end and patience run out, each at its own moment. */
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

/** Opens and closes spans to match what the state says now. */
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
