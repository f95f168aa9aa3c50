import { type Reason, reasonText, type StreamState } from '@holdfast/domain';

export type StorageAnswer =
  | { kind: 'open'; root: string }
  | { kind: 'closed'; state: Extract<StreamState, 'disk_full' | 'storage_missing'>; detail: string };

/** Checked before anything is written to a storage, so that the wrong disk is never written to. */
export interface StorageAccess {
  check(storageId: string): Promise<StorageAnswer>;
  /** Called before each new file: throws StorageChanged if another disk is in the place of an open storage by now. */
  confirm(storageId: string): Promise<void>;
  /** Called after the first durable segment, to mark the storage. */
  committed(committed: { storageId: string; root: string; path: string }): void;
}

/** Another disk is mounted in the place of a storage, or none. */
export class StorageChanged extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reasonText(reason));
    this.reason = reason;
  }
}
