import { type Database, findCredentials } from '@holdfast/db';
import { addressBlock, foldName } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { createAttemptLimits } from './attempt-limits.ts';
import type { KnownDevice } from './known-device.ts';
import type { PasswordHasher } from './passwords.ts';

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
  username: string;
  passwordHash: string;
}

export type PasswordCheck = (claim: PasswordClaim) => Promise<Proven | undefined>;

/**
 * Every check of a user's password, under the limits of attempts. A device that signed in as this user before counts as its own
 * source and is not delayed by others.
 */
export function createPasswordCheck({ db, clock, passwords }: Deps): PasswordCheck {
  const limits = createAttemptLimits({ db, clock });
  return async ({ username, password, address, device }) => {
    const block = addressBlock(address);
    limits.admitAddress(block);
    const user = await findCredentials(db, username);
    const isKnown = device !== undefined && device.userId === user?.id;
    const source = isKnown ? `device ${device.deviceId}` : block;
    return limits.attempt({ subject: foldName(username), source, isKnown }, async () => {
      if (!(await passwords.verify(user?.passwordHash, password)) || !user) return undefined;
      return { userId: user.id, username: user.username, passwordHash: user.passwordHash };
    });
  };
}
