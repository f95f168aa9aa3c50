import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonCode } from '../reason/reason.ts';
import { areSensorStatesKnown, type HubAnswer, judgeHubAnswer, shownState, startHubHealth } from './hub-health.ts';

const answers: Record<string, HubAnswer> = {
  o: { kind: 'ok' },
  m: { kind: 'miss', reason: reasonCode('hub-timed-out') },
  r: { kind: 'refused', reason: reasonCode('hub-token-refused') },
};
const after = (letters: string) =>
  [...letters].reduce(
    (health, letter, i) => judgeHubAnswer(health, answers[letter] as HubAnswer, 1_000 * (i + 1)),
    startHubHealth(0),
  );

describe('the health of the hub', () => {
  it.each([
    ['', 'starting', 0],
    ['m', 'starting', 0],
    ['mm', 'unreachable', 0],
    ['o', 'ok', 1_000],
    ['oo', 'ok', 1_000],
    ['om', 'missed', 2_000],
    ['omm', 'unreachable', 2_000],
    ['ommmm', 'unreachable', 2_000],
    ['omo', 'ok', 3_000],
    ['omom', 'missed', 4_000],
    ['or', 'unreachable', 2_000],
    ['r', 'unreachable', 0],
    ['ommo', 'ok', 4_000],
  ])('after %j is %s since %i ms', (letters, kind, sinceMs) => expect(after(letters)).toMatchObject({ kind, sinceMs }));

  it('follows the last two answers alone', () => {
    const sequences = fc.array(fc.constantFrom('o', 'm', 'r'), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(sequences, (letters) => {
        const [before, last] = letters.slice(-2);
        const health = after(letters.join(''));
        expect(areSensorStatesKnown(health)).toBe(last === 'o');
        const isLost = last === 'r' || (last === 'm' && before !== 'o');
        expect(health.kind === 'unreachable').toBe(isLost);
        expect(shownState(health, { state: 'off', changedMs: 5 })).toEqual(
          isLost ? expect.objectContaining({ reason: 'hub-down' }) : { kind: 'known', value: 'off', sinceMs: 5 },
        );
      }),
    );
  });

  it('shows no state before the first answer', () => {
    expect(shownState(startHubHealth(0), undefined)).toEqual({ kind: 'unknown', reason: 'hub-down', sinceMs: null });
    expect(shownState(after('m'), { state: 'on', changedMs: 1 })).toMatchObject({ kind: 'unknown' });
  });
});
