import { type Reason, reasonCode, reasonText } from '@holdfast/domain';
import { fileFault, isFull } from '@holdfast/kit';

export type DiskFault = 'disk_full' | 'storage_missing';

/** Another disk is mounted in the place of a storage, or none. */
export class StorageChanged extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reasonText(reason));
    this.reason = reason;
  }
}

/** Classifies a failed write. Writing is retried in either case. */
export const diskFaultOf = (err: unknown): DiskFault => (isFull(fileFault(err)) ? 'disk_full' : 'storage_missing');

export function diskFaultDetail(err: unknown): Reason {
  if (err instanceof StorageChanged) return err.reason;
  const code = fileFault(err);
  if (isFull(code)) return reasonCode('storage-full');
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return reasonCode('storage-unwritable');
  return reasonCode('storage-write-failed', { error: code === 'EUNKNOWN' ? 'unknown error' : code });
}
