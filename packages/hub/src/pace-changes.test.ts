import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HubEntity } from './hub-entity.ts';
import { paceChanges } from './pace-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entity = (state: string): HubEntity => ({ state, changedMs: 0, name: null, deviceClass: null, unit: null });
const ids = ['binary_sensor.a', 'binary_sensor.b', 'binary_sensor.c'];
const states = fc.tuple(...ids.map(() => fc.constantFrom('on', 'off', 'unavailable')));

it('a change after a rest is published at once, a flood in few steps that end as it ended', () => {
  const published: string[] = [];
  const paced = paceChanges((entities) => published.push(entities.get('light.a')?.state ?? ''));
  const offer = (state: string) => paced.offer(new Map([['light.a', entity(state)]]));
  offer('off');
  expect(published).toEqual(['off']);
  for (let i = 0; i < 10_000; i += 1) offer(i % 2 === 0 ? 'on' : 'off');
  vi.runAllTimers();
  expect(published).toEqual(['off', 'on', 'off']);
  offer('on');
  expect(published.at(-1)).toBe('on');
});

it('whatever was on is seen on, and the last state is the last one published', () => {
  const steps = fc.array(fc.oneof(states, fc.constant('time' as const), fc.constant('flush' as const)));
  fc.assert(
    fc.property(steps, (script) => {
      const seenOn = new Set<string>();
      const wasOn = new Set<string>();
      let [last, published]: (ReadonlyMap<string, HubEntity> | undefined)[] = [];
      const paced = paceChanges((entities) => {
        published = entities;
        for (const [id, { state }] of entities) if (state === 'on') seenOn.add(id);
      });
      for (const step of script) {
        if (step === 'time') vi.advanceTimersToNextTimer();
        else if (step === 'flush') paced.flush();
        else {
          last = new Map(step.map((state, i) => [ids[i] ?? '', entity(state)]));
          for (const [id, { state }] of last) if (state === 'on') wasOn.add(id);
          paced.offer(last);
        }
      }
      vi.runAllTimers();
      expect([...seenOn].sort()).toEqual([...wasOn].sort());
      expect(published).toEqual(last);
    }),
  );
});

it('nothing is published after its end', () => {
  let count = 0;
  const paced = paceChanges(() => {
    count += 1;
  });
  paced.offer(new Map());
  paced.offer(new Map());
  paced.stop();
  vi.runAllTimers();
  expect(count).toBe(1);
});
