import { clearLoginBackoff, type Database, findCredentials, reserveLoginAttempt } from '@holdfast/db';
import { addressBlock, type Bucket, foldName, reasonCode, takeToken } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';
import type { PasswordHasher } from './passwords.ts';
import { createTurns } from './turns.ts';

interface Deps {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
}

export interface PasswordClaim {
  username: string;
  password: string;
  address: string;
}

/** Who the password proved right for, with the hash it was held against: what follows must not outlive that hash. */
export interface Proven {
  userId: string;
  passwordHash: string;
}

export type PasswordCheck = (claim: PasswordClaim) => Promise<Proven | undefined>;

// Generous for a family behind one address, useless for guessing.
const ADDRESS_RULE = { capacity: 20, refillPerSecond: 0.5 };
const MOST_ADDRESSES = 10_000;
const MOST_IN_LINE = 20;

const tooMany = (retryAfterSeconds: number) =>
  new Problem('too-many-attempts', {
    reason: reasonCode('retry-after', { seconds: retryAfterSeconds }),
    retryAfterSeconds,
  });

/**
 * Every check of a password, under both limits: per address in memory, per name in the database. Attempts at one name take
 * turns here, so that somebody right several times at once is not held up by attempts of theirs that are still counted.
 */
export function createPasswordCheck({ db, clock, passwords }: Deps): PasswordCheck {
  const addresses = new Map<string, Bucket>();
  const turns = createTurns(MOST_IN_LINE);

  const spendAddressToken = (address: string) => {
    const verdict = takeToken(addresses.get(address), ADDRESS_RULE, clock.now());
    // Re-inserted, so that the map stays in order of last use and the longest unused is dropped first.
    addresses.delete(address);
    addresses.set(address, verdict.bucket);
    const oldest = addresses.size > MOST_ADDRESSES ? addresses.keys().next().value : undefined;
    if (oldest !== undefined) addresses.delete(oldest);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  };

  return async ({ username, password, address }) => {
    spendAddressToken(addressBlock(address));
    const usernameKey = foldName(username);
    const turn = turns(usernameKey, async () => {
      const attempt = await reserveLoginAttempt(db, usernameKey, new Date(clock.now()));
      if (attempt.kind === 'blocked')
        throw tooMany(Math.max(1, Math.ceil((attempt.until.getTime() - clock.now()) / 1000)));
      const user = await findCredentials(db, username);
      if (!(await passwords.verify(user?.passwordHash, password)) || !user) return undefined;
      await clearLoginBackoff(db, usernameKey);
      return { userId: user.id, passwordHash: user.passwordHash };
    });
    if (!turn) throw tooMany(1);
    return turn;
  };
}
