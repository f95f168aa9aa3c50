import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detection } from './detector-message.ts';
import { createMergeQueue, mergeDetections } from './merge-queue.ts';

const detection = (over: Partial<Detection> = {}): Detection => ({
  providerEventId: 'a',
  cameraName: 'gate',
  tsMs: 1_000,
  endTsMs: null,
  lifecycle: 'update',
  label: 'car',
  subLabel: null,
  score: 0.5,
  topScore: 0.5,
  zones: [],
  box: null,
  isMoving: true,
  plate: null,
  hasSnapshot: false,
  endsBeforeStart: false,
  hasBadBox: false,
  raw: {},
  ...over,
});

describe('queued messages', () => {
  it('of one event are merged, and its end, start, best score and plate survive in any order of arrival', () => {
    const anyDetection = fc
      .record({
        id: fc.constantFrom('a', 'b', 'c'),
        isEnd: fc.boolean(),
        topScore: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        plate: fc.option(fc.constantFrom('AB1', 'AB2')),
      })
      .map(({ id, isEnd, topScore, plate }) =>
        detection({
          providerEventId: id,
          lifecycle: isEnd ? 'end' : 'update',
          endTsMs: isEnd ? 9_000 : null,
          topScore,
          plate:
            plate === null
              ? null
              : { text: plate, confidence: null, region: null, vehicle: null, box: null, cropJpeg: null },
        }),
      );
    fc.assert(
      fc.property(fc.array(anyDetection, { minLength: 1, maxLength: 30 }), (messages) => {
        const queue = createMergeQueue(100);
        for (const message of messages) queue.push(message);
        for (const got of queue.take(100)) {
          const all = messages.filter(({ providerEventId }) => providerEventId === got.providerEventId);
          expect(got.lifecycle === 'end').toBe(all.some(({ lifecycle }) => lifecycle === 'end'));
          expect(got.endTsMs !== null).toBe(got.lifecycle === 'end');
          const scores = all.flatMap(({ topScore }) => topScore ?? []);
          expect(got.topScore).toBe(scores.length === 0 ? null : Math.max(...scores));
          expect(got.plate?.text ?? null).toBe(all.findLast(({ plate }) => plate !== null)?.plate?.text ?? null);
        }
        expect(queue.waiting).toBe(0);
      }),
    );
  });

  it('are bounded: a new event is rejected when the queue is full, an update of a queued one is not', () => {
    const queue = createMergeQueue(2);
    expect(['a', 'b', 'c', 'a'].map((providerEventId) => queue.push(detection({ providerEventId })))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([queue.waiting, queue.merged]).toEqual([2, 1]);
  });

  it('never end before their first start, although a message names an earlier one', () => {
    const times = fc.record({ startMs: fc.nat(100), lengthMs: fc.option(fc.nat(100)) });
    fc.assert(
      fc.property(fc.array(times, { minLength: 1 }), (messages) => {
        const merged = messages
          .map(({ startMs, lengthMs }) =>
            detection({
              tsMs: startMs,
              endTsMs: lengthMs === null ? null : startMs + lengthMs,
              lifecycle: lengthMs === null ? 'update' : 'end',
            }),
          )
          .reduce(mergeDetections);
        expect(merged.tsMs).toBe(messages[0]?.startMs);
        expect(merged.endTsMs ?? merged.tsMs).toBeGreaterThanOrEqual(merged.tsMs);
      }),
    );
  });

  it('never reopen an ended event', () => {
    const ended = detection({ lifecycle: 'end', endTsMs: 5_000, isMoving: false });
    expect(mergeDetections(ended, detection())).toMatchObject({ lifecycle: 'end', endTsMs: 5_000, isMoving: false });
  });
});
