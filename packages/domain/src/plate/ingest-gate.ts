import { acceptsSource, type LprEngine } from './engine.ts';

/** A fact that could not be read from the database. A separate value, so that no caller can mistake it for "no". */
export const UNREADABLE = 'unreadable';
export type Unreadable = typeof UNREADABLE;

export type ReadFacts = {
  platesEnabled: boolean | Unreadable;
  /** undefined: no such camera. */
  engine: LprEngine | undefined | Unreadable;
  sourceId: string;
  onIgnoreList: boolean | Unreadable;
};

export type DropReason = 'plates-disabled' | 'unknown-camera' | 'engine-refuses' | 'ignore-list';

export type Admission =
  | { kind: 'store' }
  | { kind: 'drop'; reason: DropReason }
  /** Nothing may be stored; the sender should try again. */
  | { kind: 'unavailable'; fact: 'platesEnabled' | 'engine' | 'onIgnoreList' };

/**
 * In this order: plates enabled, engine of the camera, ignore list; then the read is stored. Fail closed: a fact that could not be read
 * rejects the read, unless an earlier rule has already decided.
 */
export function admitRead({ platesEnabled, engine, sourceId, onIgnoreList }: ReadFacts): Admission {
  if (platesEnabled === UNREADABLE) return { kind: 'unavailable', fact: 'platesEnabled' };
  if (!platesEnabled) return { kind: 'drop', reason: 'plates-disabled' };
  if (engine === UNREADABLE) return { kind: 'unavailable', fact: 'engine' };
  if (engine === undefined) return { kind: 'drop', reason: 'unknown-camera' };
  if (!acceptsSource(engine, sourceId)) return { kind: 'drop', reason: 'engine-refuses' };
  if (onIgnoreList === UNREADABLE) return { kind: 'unavailable', fact: 'onIgnoreList' };
  if (onIgnoreList) return { kind: 'drop', reason: 'ignore-list' };
  return { kind: 'store' };
}

/** Only a watch entry with notify raises an alert, and only until the read's latch is set. */
export const raisesAlert = (read: { alerted: boolean }, hit: { notify: boolean } | undefined): boolean =>
  !read.alerted && hit?.notify === true;
