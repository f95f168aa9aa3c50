export type DiskFault = 'disk_full' | 'storage_missing';

export const errorCode = (err: unknown): string =>
  err instanceof Error && 'code' in err && typeof err.code === 'string' ? err.code : '';

/** What a failed write says about its storage. Whatever it was, the answer is to keep trying. */
export const diskFaultOf = (err: unknown): DiskFault =>
  ['ENOSPC', 'EDQUOT'].includes(errorCode(err)) ? 'disk_full' : 'storage_missing';

export function diskFaultDetail(err: unknown): string {
  const code = errorCode(err);
  if (diskFaultOf(err) === 'disk_full') return 'The storage is full: waiting for space.';
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'The storage cannot be written to.';
  return `The storage does not take footage (${code === '' ? 'unknown error' : code}): check that its disk is there.`;
}
