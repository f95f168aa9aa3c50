import { type Route, routes } from '@holdfast/contract';
import { AUDIT_ACTIONS } from '@holdfast/domain';
import { describe, expect, it } from 'vitest';
import { actionOf, auditedRoutes, type NotNoted } from './audited-routes.ts';

const everyRoute = Object.entries(routes).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, route]) => ({ feature, name, route: route as Route })),
);
const table: Readonly<Record<string, Readonly<Record<string, string | NotNoted>>>> = auditedRoutes;

/** Noted by their handlers, because they only read or happen before the user is known. */
const WITHOUT_ROUTE = [
  'live-watched',
  'playback-watched',
  'clip-watched',
  'pictures-viewed',
  'export-downloaded',
  'clip-downloaded',
  'watchlist-exported',
  'audit-exported',
  'support-bundle-downloaded',
  'sign-in-failed',
];

describe('the table of audited routes', () => {
  it.each(everyRoute.filter(({ route }) => route.method !== 'GET'))(
    'has an action or a reason for $route.method $route.path',
    ({ feature, name }) => {
      const entry = table[feature]?.[name];
      if (typeof entry === 'string') expect(AUDIT_ACTIONS).toContain(entry);
      else expect(entry?.because).toMatch(/^[A-Z].{10,}\.$/);
    },
  );

  it('names no route that does not exist, and none that only reads', () => {
    const changing = new Set(
      everyRoute.filter(({ route }) => route.method !== 'GET').map(({ feature, name }) => `${feature}.${name}`),
    );
    const listed = Object.entries(table).flatMap(([feature, names]) =>
      Object.keys(names).map((name) => `${feature}.${name}`),
    );
    expect(listed.filter((key) => !changing.has(key))).toEqual([]);
  });

  it('uses every action for one route, except those that are noted by hand', () => {
    const used = everyRoute.flatMap(({ feature, name }) => actionOf(feature, name) ?? []);
    expect([...used].sort()).toEqual(AUDIT_ACTIONS.filter((action) => !WITHOUT_ROUTE.includes(action)).sort());
  });
});
