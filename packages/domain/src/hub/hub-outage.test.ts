import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonCode } from '../reason/reason.ts';
import { type HubAnswer, judgeHubAnswer, startHubHealth } from './hub-health.ts';
import { HUB_STEADY_MS, type HubNews, type HubOutage, noOutage, stepHubOutage } from './hub-outage.ts';

/** One letter a second. */
function newsOf(letters: string): [number, HubNews][] {
  let health = startHubHealth(0);
  let outage: HubOutage = noOutage;
  return [...letters].flatMap((letter, i) => {
    const nowMs = 1_000 * (i + 1);
    const answer: HubAnswer = letter === 'o' ? { kind: 'ok' } : { kind: 'miss', reason: reasonCode('hub-timed-out') };
    health = judgeHubAnswer(health, answer, nowMs);
    const step = stepHubOutage(outage, health, nowMs);
    outage = step.outage;
    return step.news ? [[i, step.news] as [number, HubNews]] : [];
  });
}

describe('an outage of the hub', () => {
  const back = 'o'.repeat(HUB_STEADY_MS / 1_000 + 1);

  it.each([
    ['one miss is none', `o${'mo'.repeat(50)}`, []],
    ['two misses are one', 'oomm', ['away']],
    ['is over when the hub answers steadily', `oomm${back}`, ['away', 'back']],
    ['is not over while the hub flaps', `oo${'mmo'.repeat(60)}${back}`, ['away', 'back']],
    ['a hub that never answered is away', `mm${back}`, ['away', 'back']],
  ])('%s', (_title, letters, kinds) => expect(newsOf(letters).map(([, { kind }]) => kind)).toEqual(kinds));

  it('lasts from the first miss to the first answer of those that last', () =>
    expect(newsOf(`oommmm${back}`).at(-1)?.[1]).toEqual({ kind: 'back', outageMs: 4_000 }));

  it('is reported in turns, however the hub behaves', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('o', 'm', back), { maxLength: 60 }), (parts) => {
        const kinds = newsOf(parts.join('')).map(([, { kind }]) => kind);
        expect(kinds).toEqual(kinds.map((_, i) => (i % 2 === 0 ? 'away' : 'back')));
      }),
    );
  });
});
