import { describe, expect, it } from 'vitest';
import { admitRead, type ReadFacts, raisesAlert, UNREADABLE } from './ingest-gate.ts';

const good: ReadFacts = { platesEnabled: true, engine: 'both', sourceId: 'native-alpr', onIgnoreList: false };

describe('ingest gate', () => {
  it('stores a read that passes all rules', () => expect(admitRead(good)).toEqual({ kind: 'store' }));

  it.each([
    ['plates-disabled', { platesEnabled: false, engine: 'none', onIgnoreList: true }],
    ['plates-disabled', { platesEnabled: false, engine: UNREADABLE, onIgnoreList: UNREADABLE }],
    ['unknown-camera', { engine: undefined, onIgnoreList: true }],
    ['engine-refuses', { engine: 'external', onIgnoreList: true }],
    ['engine-refuses', { engine: 'none', onIgnoreList: UNREADABLE }],
    ['ignore-list', { onIgnoreList: true }],
  ] as const)('drops with %s, the first rule in order that fails', (reason, facts) =>
    expect(admitRead({ ...good, ...facts })).toEqual({ kind: 'drop', reason }),
  );

  it.each([
    ['platesEnabled', { platesEnabled: UNREADABLE, engine: 'none', onIgnoreList: true }],
    ['engine', { engine: UNREADABLE, onIgnoreList: true }],
    ['onIgnoreList', { onIgnoreList: UNREADABLE }],
  ] as const)('fails closed when %s cannot be read', (fact, facts) =>
    expect(admitRead({ ...good, ...facts })).toEqual({ kind: 'unavailable', fact }),
  );
});

describe('alert latch', () => {
  it.each([
    ['a notifying entry is hit for the first time', false, { notify: true }, true],
    ['the read has alerted before', true, { notify: true }, false],
    ['the entry does not notify', false, { notify: false }, false],
    ['no entry is hit', false, undefined, false],
  ])('%s', (_title, alerted, hit, raised) => expect(raisesAlert({ alerted }, hit)).toBe(raised));
});
