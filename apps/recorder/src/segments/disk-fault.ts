import { type Reason, reasonCode } from '@holdfast/domain';
import { fileFault, isFull } from '@holdfast/kit';
import { StorageChanged } from '../storage/storage-access.ts';

export type DiskFault = 'disk_full' | 'storage_missing';

/** Classifies a failed write. Writing is retried in either case. */
export const diskFaultOf = (err: unknown): DiskFault => (isFull(fileFault(err)) ? 'disk_full' : 'storage_missing');

export function diskFaultDetail(err: unknown): Reason {
  if (err instanceof StorageChanged) return err.reason;
  const code = fileFault(err);
  if (isFull(code)) return reasonCode('storage-full');
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return reasonCode('storage-unwritable');
  return reasonCode('storage-write-failed', { error: code === 'EUNKNOWN' ? 'unknown error' : code });
}
