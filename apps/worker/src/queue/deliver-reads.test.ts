import { ApiProblem } from '@holdfast/client';
import { createLogger } from '@holdfast/kit';
import { describe, expect, it, vi } from 'vitest';
import { deliverReads } from './deliver-reads.ts';
import { judgeFailure, judgeReply } from './judge-reply.ts';
import type { QueuedRead } from './queued-read.ts';
import type { ReadQueue } from './read-queue.ts';

const problem = (status: number, code: string, retryAfterSeconds?: number) =>
  new ApiProblem({ type: `/problems/${code}`, title: 'no', status, instance: '' }, retryAfterSeconds);

describe('the verdict on a read', () => {
  it.each([
    ['stored', judgeReply({}), 'delivered'],
    ['dropped by the ignore list', judgeReply({ dropped: 'ignore-list' }), 'delivered'],
    ['dropped because the engine is off', judgeReply({ dropped: 'engine-refuses' }), 'unwanted'],
    ['sent while plates are off', judgeFailure(problem(403, 'plates-disabled')), 'unwanted'],
    ['of a removed camera', judgeFailure(problem(404, 'not-found')), 'unwanted'],
    ['sent with a token that was rotated', judgeFailure(problem(401, 'unauthenticated')), 'later'],
    ['sent while the database is away', judgeFailure(problem(503, 'database-unavailable', 2)), 'later'],
    ['sent to an unreachable API', judgeFailure(new TypeError('fetch failed')), 'later'],
    ['that is too old', judgeFailure(problem(422, 'invalid')), 'refused'],
  ])('%s', (_title, verdict, kind) => {
    expect(verdict.kind).toBe(kind);
  });

  it('waits as long as the API requests', () => {
    expect(judgeFailure(problem(503, 'database-unavailable', 2))).toMatchObject({ afterMs: 2_000 });
  });
});

const read = (n: number): QueuedRead => ({
  camera_id: 'c',
  plate: `P${n}`,
  plate_raw: `P${n}`,
  confidence: 0.9,
  provider_event_id: String(n),
  ts: '2026-01-01T00:00:00.000Z',
  bbox: [0, 0, 0.1, 0.1],
});

/** An in-memory queue with the order of the real one. */
function memoryQueue(items: QueuedRead[]): ReadQueue<QueuedRead> {
  return {
    add: async (item) => void items.push(item),
    oldest: async () => {
      const [item] = items;
      return item && { item, remove: async () => void items.shift() };
    },
    clear: async () => void items.splice(0),
    get size() {
      return items.length;
    },
  };
}

describe('delivery', () => {
  it('sends in order, keeps reads that were not accepted, and resumes', async () => {
    vi.useFakeTimers();
    try {
      const items = [read(1), read(2)];
      const sent: string[] = [];
      let answer: () => Promise<object> = async () => Promise.reject(new TypeError('fetch failed'));
      const delivery = deliverReads({
        queue: memoryQueue(items),
        log: createLogger({ name: 'test', level: 'silent' }),
        send: async ({ provider_event_id }) => {
          sent.push(provider_event_id);
          return answer();
        },
      });
      const stopping = new AbortController();
      const done = delivery.run(stopping.signal);
      await vi.advanceTimersByTimeAsync(300_000);
      const whileAway = sent.length;
      expect(new Set(sent)).toEqual(new Set(['1']));
      // Five minutes of an unreachable API: retried, but not in a busy loop.
      expect(whileAway).toBeGreaterThan(5);
      expect(whileAway).toBeLessThan(40);
      answer = async () => ({});
      await vi.advanceTimersByTimeAsync(60_000);
      expect(sent.slice(whileAway)).toEqual(['1', '2']);
      items.push(read(3));
      delivery.wake();
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.at(-1)).toBe('3');
      items.push(read(4), read(5));
      answer = async () => Promise.reject(problem(403, 'plates-disabled'));
      delivery.wake();
      await vi.advanceTimersByTimeAsync(1);
      expect(items).toEqual([]);
      stopping.abort();
      await done;
      expect(sent.slice(whileAway)).toEqual(['1', '2', '3', '4']);
    } finally {
      vi.useRealTimers();
    }
  });
});
