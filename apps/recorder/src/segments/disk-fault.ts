import { type Reason, reasonCode } from '@holdfast/domain';
export type DiskFault = 'disk_full' | 'storage_missing';

export const errorCode = (err: unknown): string =>
  err instanceof Error && 'code' in err && typeof err.code === 'string' ? err.code : '';

/** Classifies a failed write. Writing is retried in either case. */
export const diskFaultOf = (err: unknown): DiskFault =>
  ['ENOSPC', 'EDQUOT'].includes(errorCode(err)) ? 'disk_full' : 'storage_missing';

export function diskFaultDetail(err: unknown): Reason {
  const code = errorCode(err);
  if (diskFaultOf(err) === 'disk_full') return reasonCode('storage-full');
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return reasonCode('storage-unwritable');
  return reasonCode('storage-write-failed', { error: code === '' ? 'unknown error' : code });
}
