export interface ChangeLog {
  /** Position of the newest change. */
  readonly head: number;
  /** `ref` names what changed; if it changes again, it moves to the end. */
  note(ref: string, nowMs: number): void;
  /** The changes after a position, oldest first; undefined if they are no longer known. */
  since(position: number): string[] | undefined;
}

/** Keeps for a while which things changed, not how: they are read again when a follower resumes. Bounded by number and age. */
export function createChangeLog({ most, maxAgeMs }: { most: number; maxAgeMs: number }): ChangeLog {
  const noted = new Map<string, { position: number; atMs: number }>();
  let head = 0;
  /** Changes up to here are unknown. */
  let floor = 0;
  return {
    get head() {
      return head;
    },
    note(ref, nowMs) {
      head += 1;
      noted.delete(ref);
      noted.set(ref, { position: head, atMs: nowMs });
      for (const [oldest, { position, atMs }] of noted) {
        if (noted.size <= most && nowMs - atMs <= maxAgeMs) break;
        noted.delete(oldest);
        floor = position;
      }
    },
    since(position) {
      if (!Number.isSafeInteger(position) || position < floor || position > head) return undefined;
      return [...noted].filter(([, one]) => one.position > position).map(([ref]) => ref);
    },
  };
}
