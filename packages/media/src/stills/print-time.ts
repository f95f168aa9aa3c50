/** Filters that print the time of each picture on standard error; only pictures with metadata are printed. */
export const PRINT_TIME = ['metadata=mode=add:key=still:value=1', 'metadata=mode=print:file=pipe\\\\:2'] as const;

/** The printed times in seconds, in the order of the pictures. */
export const printedTimes = (printed: string): number[] =>
  [...printed.matchAll(/pts_time:(-?[\d.]+)/g)].map(([, seconds]) => Number(seconds));
