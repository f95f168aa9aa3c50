/** A render that waits for a permit, on behalf of the user who asked first. */
export interface Waiter {
  id: number;
  userId: string;
}

export interface QueueState {
  /** In the order in which they came. */
  waiting: readonly Waiter[];
  /** Permits in use by each user. */
  running: ReadonlyMap<string, number>;
  /** When each user was last given a permit, as a running number. */
  servedAt: ReadonlyMap<string, number>;
}

/** The next to be served: of the user with the fewest permits, then of the one who was served longest ago. */
export function nextWaiter({ waiting, running, servedAt }: QueueState): Waiter | undefined {
  let best: Waiter | undefined;
  const rank = ({ userId }: Waiter) => [running.get(userId) ?? 0, servedAt.get(userId) ?? -1] as const;
  for (const waiter of waiting) if (!best || isBefore(rank(waiter), rank(best))) best = waiter;
  return best;
}

const isBefore = (a: readonly [number, number], b: readonly [number, number]) =>
  a[0] !== b[0] ? a[0] < b[0] : a[1] < b[1];

export type QueueAdmission = { kind: 'enter' } | { kind: 'displace'; waiter: Waiter } | { kind: 'refuse' };

/**
 * Whether one more may wait. In a full queue the newest waiter of the user with the most makes room, unless the newcomer would
 * then be that user.
 */
export function admitWaiter(waiting: readonly Waiter[], userId: string, most: number): QueueAdmission {
  if (waiting.length < most) return { kind: 'enter' };
  const counts = new Map<string, number>();
  for (const waiter of waiting) counts.set(waiter.userId, (counts.get(waiter.userId) ?? 0) + 1);
  const largest = Math.max(0, ...counts.values());
  if ((counts.get(userId) ?? 0) + 1 >= largest) return { kind: 'refuse' };
  const displaced = waiting.findLast((waiter) => counts.get(waiter.userId) === largest);
  return displaced ? { kind: 'displace', waiter: displaced } : { kind: 'refuse' };
}
