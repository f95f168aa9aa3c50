import type { LookupFunction } from 'node:net';

/** Connects to the address that was checked, even if the name server now returns another one. */
export const pinnedLookup =
  ({ address, family }: { address: string; family: 4 | 6 }): LookupFunction =>
  (_name, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
