import { expect, it } from 'vitest';
import { createTurns } from './in-turn.ts';

const answer = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A step to the next place, which is known only after the answer of a server. */
const places = () => {
  let at = 0;
  return async () => {
    const from = at;
    await answer();
    at = from + 1;
    return at;
  };
};

it('each step starts where the one before it ended', async () => {
  const inTurn = createTurns(10);
  const step = places();
  expect(await Promise.all([inTurn(step), inTurn(step), inTurn(step)])).toEqual([1, 2, 3]);
});

it('a step that fails does not stop those after it', async () => {
  const inTurn = createTurns(10);
  const failing = inTurn(() => Promise.reject(new Error('away')));
  const next = inTurn(places());
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe(1);
});

it('steps beyond the limit are left out until others have ended', async () => {
  const inTurn = createTurns(2);
  const step = places();
  expect(await Promise.all([inTurn(step), inTurn(step), inTurn(step)])).toEqual([1, 2, undefined]);
  expect(await inTurn(step)).toBe(3);
});
