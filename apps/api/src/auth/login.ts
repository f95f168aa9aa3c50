import {
  blockLogin,
  clearLoginBackoff,
  countLoginFailure,
  type Database,
  findCredentials,
  findLoginBackoff,
} from '@holdfast/db';
import { type Bucket, loginWaitSeconds, takeToken } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';
import type { PasswordHasher } from './passwords.ts';

interface LoginDeps {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
}

// Generous for a family behind one address, useless for guessing.
const ADDRESS_RULE = { capacity: 20, refillPerSecond: 0.5 };
const MOST_ADDRESSES = 10_000;

const tooMany = (retryAfterSeconds: number) =>
  new Problem('too-many-attempts', { detail: `Try again in ${retryAfterSeconds} s.`, retryAfterSeconds });

/** Checks a name and password under both limits: per address in memory, per name in the database. */
export function createLogin({ db, clock, passwords }: LoginDeps) {
  const addresses = new Map<string, Bucket>();

  const spendAddressToken = (address: string) => {
    const verdict = takeToken(addresses.get(address), ADDRESS_RULE, clock.now());
    // Re-inserted, so that the map stays in order of last use and the longest unused is dropped first.
    addresses.delete(address);
    addresses.set(address, verdict.bucket);
    const oldest = addresses.size > MOST_ADDRESSES ? addresses.keys().next().value : undefined;
    if (oldest !== undefined) addresses.delete(oldest);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  };

  return async ({ username, password, address }: { username: string; password: string; address: string }) => {
    spendAddressToken(address);
    const usernameKey = username.toLowerCase();
    const backoff = await findLoginBackoff(db, usernameKey);
    const waitMs = (backoff?.blockedUntil?.getTime() ?? 0) - clock.now();
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));

    const user = await findCredentials(db, username);
    if ((await passwords.verify(user?.passwordHash, password)) && user) {
      if (backoff) await clearLoginBackoff(db, usernameKey);
      return { userId: user.id };
    }
    const failures = await countLoginFailure(db, usernameKey, new Date(clock.now()));
    const wait = loginWaitSeconds(failures);
    if (wait > 0) await blockLogin(db, usernameKey, new Date(clock.now() + wait * 1000));
    throw new Problem('wrong-credentials');
  };
}
