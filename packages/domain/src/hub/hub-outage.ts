import type { HubHealth } from './hub-health.ts';

/** A hub that flaps has one long outage: it is back when it has answered for this long. */
export const HUB_STEADY_MS = 30_000;

export type HubOutage =
  | { kind: 'none' }
  /** `okSinceMs`: it answers again, but not for long. */
  | { kind: 'away'; sinceMs: number; okSinceMs: number | null };

export type HubNews = { kind: 'away'; reason: string } | { kind: 'back'; outageMs: number };

export const noOutage: HubOutage = { kind: 'none' };

/** The outage after one more observation of the hub, and what there is to report. */
export function stepHubOutage(
  before: HubOutage,
  health: HubHealth,
  nowMs: number,
): { outage: HubOutage; news: HubNews | undefined } {
  if (health.kind === 'unreachable') {
    if (before.kind === 'away') return { outage: { ...before, okSinceMs: null }, news: undefined };
    const { sinceMs, reason } = health;
    return { outage: { kind: 'away', sinceMs, okSinceMs: null }, news: { kind: 'away', reason } };
  }
  if (before.kind === 'none' || health.kind !== 'ok') return { outage: before, news: undefined };
  const okSinceMs = before.okSinceMs ?? nowMs;
  if (nowMs - okSinceMs < HUB_STEADY_MS) return { outage: { ...before, okSinceMs }, news: undefined };
  return { outage: noOutage, news: { kind: 'back', outageMs: Math.max(0, okSinceMs - before.sinceMs) } };
}
