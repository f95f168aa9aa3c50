import type { LookupFunction } from 'node:net';

/** Connects to the address that was checked, whatever the name server answers by now. */
export const pinnedLookup =
  ({ address, family }: { address: string; family: 4 | 6 }): LookupFunction =>
  (_name, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
