import { clearLoginBackoff, type Database, reserveLoginAttempt } from '@holdfast/db';
import {
  type Bucket,
  type NameThrottle,
  reasonCode,
  releaseAttempt,
  takeToken,
  throttleAttempt,
  untouched,
} from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';
import { createTurns } from './turns.ts';

/** A client that tries a password. */
export interface Attempt {
  /** The target of the attempt: a user's name as it is compared, or a link. */
  subject: string;
  /** A block of addresses, or a known device. */
  source: string;
  /** Not delayed by the attempts of others. */
  isKnown: boolean;
}

export interface AttemptLimits {
  /** Refuses an address that tries too often, regardless of the target. */
  admitAddress(block: string): void;
  /** Undefined if the check fails; refuses while it has to wait. */
  attempt<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined>;
}

// Generous for a family behind one address, useless for guessing.
const ADDRESS_RULE = { capacity: 20, refillPerSecond: 0.5 };
const MAX_ADDRESSES = 10_000;
const MAX_SUBJECTS = 10_000;
const MAX_QUEUED = 20;

const tooMany = (retryAfterSeconds: number) =>
  new Problem('too-many-attempts', {
    reason: reasonCode('retry-after', { seconds: retryAfterSeconds }),
    retryAfterSeconds,
  });

/**
 * Three limits: per address and, a few seconds at most, per subject, both in memory; per subject and source, growing to a
 * quarter of an hour, in the database. Attempts of one source take turns, so that several correct ones at once are not delayed
 * by each other's pending counts.
 */
export function createAttemptLimits({ db, clock }: { db: Database; clock: Clock }): AttemptLimits {
  const addresses = new Map<string, Bucket>();
  const subjects = new Map<string, NameThrottle>();
  const turns = createTurns(MAX_QUEUED);

  const limitSubject = ({ subject, source }: Attempt) => {
    const verdict = throttleAttempt(subjects.get(subject) ?? untouched, { source, nowMs: clock.now() });
    putLast(subjects, subject, verdict.throttle, MAX_SUBJECTS);
    if (verdict.waitSeconds > 0) throw tooMany(verdict.waitSeconds);
  };

  return {
    admitAddress: (block) => {
      const verdict = takeToken(addresses.get(block), ADDRESS_RULE, clock.now());
      putLast(addresses, block, verdict.bucket, MAX_ADDRESSES);
      if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
    },
    attempt: async (attempt, check) => {
      const { subject, source, isKnown } = attempt;
      const turn = turns(`${subject} ${source}`, async () => {
        if (!isKnown) limitSubject(attempt);
        const counted = { usernameKey: subject, source };
        const reserved = await reserveLoginAttempt(db, counted, new Date(clock.now()));
        if (reserved.kind === 'blocked')
          throw tooMany(Math.max(1, Math.ceil((reserved.until.getTime() - clock.now()) / 1000)));
        const found = await check();
        if (found === undefined) return undefined;
        await clearLoginBackoff(db, counted);
        const throttle = subjects.get(subject);
        if (!isKnown && throttle) subjects.set(subject, releaseAttempt(throttle));
        return found;
      });
      if (!turn) throw tooMany(1);
      return turn;
    },
  };
}

/** Keeps the map in order of last use, so that the least recently used is dropped first. */
function putLast<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > most ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
