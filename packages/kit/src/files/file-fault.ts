/** The code of a failed call to the file system, such as ENOENT. */
export const fileFault = (err: unknown): string => {
  const code = err instanceof Error ? (err as NodeJS.ErrnoException).code : undefined;
  return code ?? 'EUNKNOWN';
};

const DISK_FAULTS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'EIO',
  'ENOENT',
]);

/** Whether a disk is full, read-only, gone or broken. A socket whose file is missing is not a fault of a disk. */
export const isFileSystemFault = (err: unknown): err is NodeJS.ErrnoException =>
  err instanceof Error && DISK_FAULTS.has(fileFault(err)) && !('syscall' in err && err.syscall === 'connect');

export const isFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT';
