import type { StreamState } from '@holdfast/domain';

export type StorageAnswer =
  | { kind: 'open'; root: string }
  | { kind: 'closed'; state: Extract<StreamState, 'disk_full' | 'storage_missing'>; detail: string };

/** Asked before anything is written to a storage: a disk that is not the right one gets nothing. */
export interface StorageDoor {
  ask(storageId: string): Promise<StorageAnswer>;
  /** A segment is durable there: from now on the storage can be told from an empty mount point. */
  committed(committed: { storageId: string; root: string; path: string }): void;
}
