type Mark = string | number;

export type Admitted<M extends Mark> =
  /** Write an entry for these marks, which are new. */
  | { kind: 'note'; marks: readonly M[] }
  /** Write one last entry: the limit of this hour is reached. */
  | { kind: 'more' }
  /** Recorded already. */
  | { kind: 'known' };

export interface SpanBook {
  admit<M extends Mark>(group: string, marks: readonly M[], nowMs: number): Admitted<M>;
  /** The entry could not be written: the marks are admitted again. */
  forget(group: string, marks: readonly Mark[]): void;
}

interface Group {
  marks: Set<Mark>;
  lines: number;
}

const HOUR_MS = 3_600_000;

/**
 * Limits the audit entries of repeated requests: within an hour of the clock each mark of a group (such as an hour of
 * footage) is recorded once, and a group gets at most `limit` entries and one for everything beyond.
 */
export function createSpanBook(limit: number): SpanBook {
  let hour = Number.NaN;
  const groups = new Map<string, Group>();
  return {
    admit(name, marks, nowMs) {
      if (Math.floor(nowMs / HOUR_MS) !== hour) {
        hour = Math.floor(nowMs / HOUR_MS);
        groups.clear();
      }
      const group = groups.get(name) ?? { marks: new Set<Mark>(), lines: 0 };
      groups.set(name, group);
      const fresh = marks.filter((mark) => !group.marks.has(mark));
      if (fresh.length === 0 || group.lines > limit) return { kind: 'known' };
      group.lines += 1;
      if (group.lines > limit) return { kind: 'more' };
      for (const mark of fresh) group.marks.add(mark);
      return { kind: 'note', marks: fresh };
    },
    forget(name, marks) {
      const group = groups.get(name);
      if (!group) return;
      group.lines -= 1;
      for (const mark of marks) group.marks.delete(mark);
    },
  };
}

const MOST_HOURS = 48;

/** The hours of the clock that a range touches, as their numbers since 1970; of a long range the first ones and the last. */
export function hoursOf({ startMs, endMs }: { startMs: number; endMs: number }): number[] {
  const first = Math.floor(startMs / HOUR_MS);
  const last = Math.max(first, Math.ceil(endMs / HOUR_MS) - 1);
  const count = Math.min(last - first + 1, MOST_HOURS);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? last : first + i));
}

/** The whole hours from the first to the last mark. */
export const rangeOfHours = (marks: readonly number[]): { startMs: number; endMs: number } => ({
  startMs: Math.min(...marks) * HOUR_MS,
  endMs: (Math.max(...marks) + 1) * HOUR_MS,
});
