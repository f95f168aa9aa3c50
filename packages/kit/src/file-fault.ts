/** The code of a failed call to the file system, such as ENOENT. */
export const fileFault = (err: unknown): string => {
  const code = err instanceof Error ? (err as NodeJS.ErrnoException).code : undefined;
  return code ?? 'EUNKNOWN';
};

export const isFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT';
