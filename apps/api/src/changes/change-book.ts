import { randomBytes } from 'node:crypto';
import { createChangeLog } from './change-log.ts';

/** Recent changes and the cursors that refer to them. */
export interface ChangeBook {
  /** The position after everything noted so far. */
  cursor(): string;
  note(ref: string): void;
  /** Begins anew: earlier cursors are unknown from now on. */
  renew(): void;
  /** The changes noted after a cursor; undefined if they are unknown, or too many to list. */
  since(cursor: string | undefined): string[] | undefined;
}

export function createChangeBook({
  most,
  maxAgeMs,
  maxListed,
  nowMs,
}: {
  most: number;
  maxAgeMs: number;
  maxListed: number;
  nowMs: () => number;
}): ChangeBook {
  const begin = () => ({ epoch: randomBytes(6).toString('hex'), changes: createChangeLog({ most, maxAgeMs }) });
  let book = begin();
  return {
    cursor: () => `${book.epoch}.${book.changes.head}`,
    note: (ref) => book.changes.note(ref, nowMs()),
    renew() {
      book = begin();
    },
    since(cursor) {
      const [epoch, position] = cursor?.split('.') ?? [];
      const missed = epoch === book.epoch ? book.changes.since(Number(position)) : undefined;
      return missed && missed.length <= maxListed ? missed : undefined;
    },
  };
}
