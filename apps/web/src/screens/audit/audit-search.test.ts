import { describe, expect, it } from 'vitest';
import { auditFilter, csvAddress, readAuditSearch } from './audit-search.ts';

const ID = '0f0e0d0c-0b0a-4908-8706-050403020100';
const NOW = Date.UTC(2026, 10, 17, 12, 34, 56);

describe('the filters in the address', () => {
  it('keep what is known', () => {
    const search = { kind: 'deleted', user: ID, camera: ID, period: 'week' };
    expect(readAuditSearch(search)).toEqual(search);
  });

  it.each([
    [{ kind: 'everything' }],
    [{ user: 'anna' }],
    [{ camera: ['a'] }],
    [{ period: 'year' }],
    [{ period: 'range', from: 'yesterday' }],
    [{ other: 1 }],
  ])('drop what is not: %j', (search) =>
    expect(Object.keys(readAuditSearch(search))).toEqual('from' in search ? ['period'] : []),
  );
});

describe('the query to the server', () => {
  it('is everything by default', () => expect(auditFilter({}, NOW)).toEqual({}));

  it('has all actions of a kind', () =>
    expect(auditFilter({ kind: 'shared' }, NOW).actions).toEqual(['share-created', 'share-opened', 'share-revoked']));

  it('stays the same within an hour', () =>
    expect(auditFilter({ period: 'day' }, NOW)).toEqual({ start: '2026-11-16T13:00:00.000Z' }));

  it('leaves out an end that is before the start', () => {
    const filter = auditFilter({ period: 'range', from: '2026-11-17T10:00', to: '2026-11-17T09:00' }, NOW);
    expect(Object.keys(filter)).toEqual(['start']);
  });

  it('has the same filters for the CSV file', () => {
    expect(csvAddress({})).toBe('/audit/export');
    expect(csvAddress({ actions: ['signed-in', 'signed-out'], user_id: ID })).toBe(
      `/audit/export?actions=signed-in&actions=signed-out&user_id=${ID}`,
    );
  });
});
