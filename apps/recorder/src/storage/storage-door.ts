import type { StreamState } from '@holdfast/domain';

export type StorageAnswer =
  | { kind: 'open'; root: string }
  | { kind: 'closed'; state: Extract<StreamState, 'disk_full' | 'storage_missing'>; detail: string };

/** Asked before anything is written to a storage, so that the wrong disk is never written to. */
export interface StorageDoor {
  ask(storageId: string): Promise<StorageAnswer>;
  /** Asked again before each new file: throws StorageChanged if another disk is in the place of an open storage by now. */
  confirm(storageId: string): Promise<void>;
  /** Called after the first durable segment, to mark the storage. */
  committed(committed: { storageId: string; root: string; path: string }): void;
}
