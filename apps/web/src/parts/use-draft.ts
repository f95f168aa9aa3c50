import { useState } from 'react';
import { changesBetween } from './changes-between.ts';

export interface Draft<T extends object> {
  value: T;
  set<K extends keyof T>(field: K, value: T[K]): void;
  merge(part: Partial<T>): void;
  reset(): void;
  /** Only what differs from what was saved: what is left out stays on the server. */
  changes: Partial<T>;
  isDirty: boolean;
}

/** What somebody is typing, over what is saved. News from the server show through wherever nothing was typed. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [typed, setTyped] = useState<Partial<T>>({});
  const value = { ...saved, ...typed };
  const changes = changesBetween(saved, value);
  return {
    value,
    set: (field, next) => setTyped((before) => ({ ...before, [field]: next })),
    merge: (part) => setTyped((before) => ({ ...before, ...part })),
    reset: () => setTyped({}),
    changes,
    isDirty: Object.keys(changes).length > 0,
  };
}
