import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { drafts } from '../drafts/drafts.ts';
import { changesBetween } from './changes-between.ts';
import { useKeptNote } from './use-kept-note.tsx';

export interface Draft<T extends object> {
  value: T;
  set<K extends keyof T>(field: K, value: T[K]): void;
  merge(part: Partial<T>): void;
  reset(): void;
  /** Only the fields that differ from the saved ones. */
  changes: Partial<T>;
  isDirty: boolean;
}

/**
 * Unsaved input over the saved values of an object. It is kept during navigation, and untouched fields follow updates from
 * the server.
 */
export function useDraft<T extends object>(key: string, saved: T): Draft<T> {
  const router = useRouter();
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.read(key));
  const value: T = { ...saved, ...kept?.typed };
  const changes = changesBetween(saved, value);
  const isDirty = Object.keys(changes).length > 0;
  const hideNote = useKeptNote(key);
  useEffect(() => {
    if (!isDirty) drafts.drop(key);
  }, [key, isDirty]);

  const merge = (part: Partial<T>) => {
    const next: T = { ...saved, ...drafts.read(key)?.typed, ...part };
    drafts.write(key, { typed: changesBetween(saved, next), href: router.history.location.href });
  };
  return {
    value,
    set: (field, next) => {
      const part: Partial<T> = {};
      part[field] = next;
      merge(part);
    },
    merge,
    reset: () => {
      hideNote();
      drafts.drop(key);
    },
    changes,
    isDirty,
  };
}
