import { type Database, findShareOfToken, type OpenShare } from '@holdfast/db';
import { addressBlock } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { createAttemptLimits } from '../auth/attempt-limits.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { digestOf } from '../auth/random-token.ts';

export interface ShareClaim {
  token: string;
  password: string | undefined;
  address: string;
}

/** Undefined for a link that does not exist, has ended or wants another password: callers cannot distinguish these. */
export type ShareOpener = (claim: ShareClaim) => Promise<OpenShare | undefined>;

export function createShareOpener({
  db,
  clock,
  passwords,
}: {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
}): ShareOpener {
  const limits = createAttemptLimits({ db, clock });
  return async ({ token, password, address }) => {
    const block = addressBlock(address);
    limits.admitAddress(block);
    const digest = digestOf(token);
    const find = () => findShareOfToken(db, digest, new Date(clock.now()));
    // Without a password there is nothing to guess but the token.
    if (password === undefined) {
      const share = await find();
      return share?.passwordHash === null ? share : undefined;
    }
    return limits.attempt({ subject: `share ${digest.toString('hex')}`, source: block, isKnown: false }, async () => {
      const share = await find();
      // In every case, so that a wrong password takes as long as a link that does not exist.
      const matches = await passwords.verify(share?.passwordHash ?? undefined, password);
      return matches || share?.passwordHash === null ? share : undefined;
    });
  };
}
