/** Footage of one policy that fills a disk until it reaches a limit of its own. */
export interface DiskUser {
  bytesPerHour: number;
  /** The maximum by its own limits; null if it has none. */
  maxBytes: number | null;
}

/**
 * How much of a disk one policy will use once it is full. A full disk deletes the oldest footage first, of any policy, so all
 * keep theirs equally long, except those that reach their own limit earlier.
 */
export function shareOfDisk(roomBytes: number, own: DiskUser, others: readonly DiskUser[]): number {
  const all = [own, ...others].filter(({ bytesPerHour }) => bytesPerHour > 0);
  // Policies that stop first leave the remaining room to the others.
  const byEnd = all.toSorted((a, b) => endHours(a) - endHours(b));
  let leftBytes = Math.max(0, roomBytes);
  let leftRate = byEnd.reduce((sum, { bytesPerHour }) => sum + bytesPerHour, 0);
  for (const user of byEnd) {
    const hours = leftBytes / leftRate;
    if (endHours(user) >= hours) return own.maxBytes === null ? own.bytesPerHour * hours : leastOf(own, hours);
    if (user === own) return own.maxBytes ?? 0;
    leftBytes -= user.maxBytes ?? 0;
    leftRate -= user.bytesPerHour;
  }
  return 0;
}

const endHours = ({ bytesPerHour, maxBytes }: DiskUser): number =>
  maxBytes === null ? Number.POSITIVE_INFINITY : maxBytes / bytesPerHour;

const leastOf = ({ bytesPerHour, maxBytes }: DiskUser, hours: number): number =>
  Math.min(maxBytes ?? Number.POSITIVE_INFINITY, bytesPerHour * hours);
