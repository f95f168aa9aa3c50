import { clearLoginBackoff, type Database, findCredentials, reserveLoginAttempt } from '@holdfast/db';
import {
  addressBlock,
  type Bucket,
  foldName,
  type NameThrottle,
  reasonCode,
  releaseAttempt,
  takeToken,
  throttleAttempt,
  untouched,
} from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';
import type { KnownDevice } from './known-device.ts';
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
  /** A browser that signed in before, and its user. */
  device: KnownDevice | undefined;
}

/** The user whose password was correct, with the hash it was checked against: a session must not outlive that hash. */
export interface Proven {
  userId: string;
  passwordHash: string;
}

export type PasswordCheck = (claim: PasswordClaim) => Promise<Proven | undefined>;

// Generous for a family behind one address, useless for guessing.
const ADDRESS_RULE = { capacity: 20, refillPerSecond: 0.5 };
const MAX_ADDRESSES = 10_000;
const MAX_NAMES = 10_000;
const MAX_QUEUED = 20;

const tooMany = (retryAfterSeconds: number) =>
  new Problem('too-many-attempts', {
    reason: reasonCode('retry-after', { seconds: retryAfterSeconds }),
    retryAfterSeconds,
  });

/**
 * Every password check, under three limits: per address and, a few seconds at most, per name, both in memory; per name and
 * source, growing to a quarter of an hour, in the database. A device that signed in as this user before counts as its own
 * source and is not delayed by others. Attempts of one source take turns, so that several correct ones at once are not delayed
 * by each other's pending counts.
 */
export function createPasswordCheck({ db, clock, passwords }: Deps): PasswordCheck {
  const addresses = new Map<string, Bucket>();
  const names = new Map<string, NameThrottle>();
  const turns = createTurns(MAX_QUEUED);

  const spendAddressToken = (address: string) => {
    const verdict = takeToken(addresses.get(address), ADDRESS_RULE, clock.now());
    putLast(addresses, address, verdict.bucket, MAX_ADDRESSES);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  };
  const limitName = (usernameKey: string, source: string) => {
    const verdict = throttleAttempt(names.get(usernameKey) ?? untouched, { source, nowMs: clock.now() });
    putLast(names, usernameKey, verdict.throttle, MAX_NAMES);
    if (verdict.waitSeconds > 0) throw tooMany(verdict.waitSeconds);
  };

  return async ({ username, password, address, device }) => {
    const block = addressBlock(address);
    spendAddressToken(block);
    const usernameKey = foldName(username);
    const user = await findCredentials(db, username);
    const isKnown = device !== undefined && device.userId === user?.id;
    const source = isKnown ? `device ${device.deviceId}` : block;
    const turn = turns(`${usernameKey} ${source}`, async () => {
      if (!isKnown) limitName(usernameKey, source);
      const attempt = await reserveLoginAttempt(db, { usernameKey, source }, new Date(clock.now()));
      if (attempt.kind === 'blocked')
        throw tooMany(Math.max(1, Math.ceil((attempt.until.getTime() - clock.now()) / 1000)));
      if (!(await passwords.verify(user?.passwordHash, password)) || !user) return undefined;
      await clearLoginBackoff(db, { usernameKey, source });
      const throttle = names.get(usernameKey);
      if (!isKnown && throttle) names.set(usernameKey, releaseAttempt(throttle));
      return { userId: user.id, passwordHash: user.passwordHash };
    });
    if (!turn) throw tooMany(1);
    return turn;
  };
}

/** Keeps the map in order of last use, so that the least recently used is dropped first. */
function putLast<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > most ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
