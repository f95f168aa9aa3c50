import type { DiskUser } from './share-disk.ts';

export interface StorageFacts {
  /** Space that footage may still take: free space above the floor. */
  freeBytes: number;
  /** Footage on the storage. */
  heldBytes: number;
  users: readonly DiskUser[];
}

export type StorageForecast =
  /** Nothing is recorded to it. */
  | { kind: 'idle' }
  /** The limits of the policies end footage before the disk is full. */
  | { kind: 'settles' }
  /** How long until it is full at the current rate, and how far back footage reaches from then on. */
  | { kind: 'fills'; inHours: number; reachesHours: number };

/** The future of a storage if cameras keep sending what they send now. */
export function forecastStorage({ freeBytes, heldBytes, users }: StorageFacts): StorageForecast {
  const active = users.filter(({ bytesPerHour }) => bytesPerHour > 0);
  const rate = active.reduce((sum, { bytesPerHour }) => sum + bytesPerHour, 0);
  if (rate === 0) return { kind: 'idle' };
  const room = Math.max(0, heldBytes + freeBytes);
  const reachesHours = hoursThatFill(active, room);
  if (reachesHours === undefined) return { kind: 'settles' };
  return { kind: 'fills', inHours: Math.max(0, freeBytes) / rate, reachesHours };
}

/** The age up to which all of them together fill the room; undefined if their limits keep them below it. */
function hoursThatFill(users: readonly DiskUser[], roomBytes: number): number | undefined {
  const byEnd = users
    .map(({ bytesPerHour, maxBytes }) => ({
      bytesPerHour,
      endHours: (maxBytes ?? Number.POSITIVE_INFINITY) / bytesPerHour,
    }))
    .sort((a, b) => a.endHours - b.endHours);
  let rate = byEnd.reduce((sum, { bytesPerHour }) => sum + bytesPerHour, 0);
  let [hours, bytes] = [0, 0];
  for (const { bytesPerHour, endHours } of byEnd) {
    const filled = bytes + rate * (endHours - hours);
    if (filled >= roomBytes) return hours + (roomBytes - bytes) / rate;
    [hours, bytes] = [endHours, filled];
    rate -= bytesPerHour;
  }
  return undefined;
}
