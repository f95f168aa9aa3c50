import { type HubHealth, judgeHubAnswer, reasonCode, startHubHealth } from '@holdfast/domain';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HUB_TIMING } from './follow-hub.ts';
import { pollingOrder } from './hub-connection.ts';
import { createPacedRequests } from './paced-requests.ts';

const { everyMs, pingEveryMs, timeoutMs } = HUB_TIMING;
/** Timers are rounded up. */
const TICK_MS = 5;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

interface Hub {
  /** How long it takes to answer with all states, and with a greeting. */
  statesMs: number;
  greetingMs: number;
  /** From then on it accepts connections and answers nothing. */
  hangsAtMs: number;
}

/** Polls a hub for a time, and notes when its health changed. */
async function pollFor(durationMs: number, { statesMs, greetingMs, hangsAtMs }: Hub) {
  const startMs = performance.now();
  const nowMs = () => performance.now() - startMs;
  const stopping = new AbortController();
  const asked = { states: 0, greeting: 0 };
  const wants = pollingOrder({ everyMs, pingEveryMs });
  const ask = () => {
    const kind = wants();
    asked[kind] += 1;
    const answerMs = kind === 'states' ? statesMs : greetingMs;
    const isAnswered = answerMs < timeoutMs && nowMs() + answerMs < hangsAtMs;
    return new Promise<'states' | 'greeting'>((resolve, reject) => {
      setTimeout(() => (isAnswered ? resolve(kind) : reject(new Error('late'))), isAnswered ? answerMs : timeoutMs);
    });
  };
  const requests = createPacedRequests(ask, { everyMs: pingEveryMs, firstInMs: 0, signal: stopping.signal });
  let health: HubHealth = startHubHealth(0);
  const changes: [string, number][] = [];
  const note = (next: HubHealth) => {
    if (next.kind !== health.kind) changes.push([next.kind, nowMs()]);
    health = next;
  };
  const run = async () => {
    while (!stopping.signal.aborted)
      try {
        if ((await requests.next()) === 'states') note(judgeHubAnswer(health, { kind: 'ok' }, nowMs()));
      } catch {
        if (!stopping.signal.aborted)
          note(judgeHubAnswer(health, { kind: 'miss', reason: reasonCode('hub-timed-out') }, nowMs()));
      }
  };
  const running = run();
  await vi.advanceTimersByTimeAsync(durationMs);
  stopping.abort();
  await vi.advanceTimersByTimeAsync(2 * timeoutMs);
  await running;
  return { changes, asked };
}

const answers = { statesMs: fc.integer({ min: 1, max: 900 }), greetingMs: fc.integer({ min: 1, max: 900 }) };

it('a polled hub that hangs at any time is noticed within 1.5 s, and unreachable within 2 s', () =>
  fc.assert(
    fc.asyncProperty(fc.record({ ...answers, hangsAtMs: fc.integer({ min: 1_000, max: 4_000 }) }), async (hub) => {
      const { changes } = await pollFor(8_000, hub);
      // A slow greeting may be missed just before, and a list be answered meanwhile.
      const [[missed, missedMs] = [], [lost, lostMs] = []] = changes.slice(-2);
      expect([changes[0]?.[0], missed, lost]).toEqual(['ok', 'missed', 'unreachable']);
      expect((missedMs ?? 0) - hub.hangsAtMs).toBeLessThanOrEqual(1_500 + TICK_MS);
      expect((lostMs ?? 0) - hub.hangsAtMs).toBeLessThanOrEqual(2_000 + TICK_MS);
    }),
    { numRuns: 50 },
  ));

it('a polled hub that answers in time, however slowly, is never missed and sends its states once a second', () =>
  fc.assert(
    fc.asyncProperty(fc.record(answers), async (hub) => {
      const { changes, asked } = await pollFor(10_000, { ...hub, hangsAtMs: Number.POSITIVE_INFINITY });
      expect(changes.map(([kind]) => kind)).toEqual(['ok']);
      expect(asked.states).toBeGreaterThanOrEqual(9);
      expect(asked.states).toBeLessThanOrEqual(11);
    }),
    { numRuns: 30 },
  ));

it('a hub that only greets proves nothing about its states', async () => {
  const { changes } = await pollFor(5_000, { statesMs: 2_000, greetingMs: 1, hangsAtMs: Number.POSITIVE_INFINITY });
  expect(changes.map(([kind]) => kind)).toEqual(['unreachable']);
});
