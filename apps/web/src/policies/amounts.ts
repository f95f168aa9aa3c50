const GIGABYTE = 1_000_000_000;

/** Empty means no limit. */
export const toGigabytes = (bytes: number | null): number | '' => (bytes === null ? '' : bytes / GIGABYTE);
export const toBytes = (gigabytes: number | string): number | null => {
  const amount = typeof gigabytes === 'number' ? gigabytes : Number.parseFloat(gigabytes);
  return Number.isFinite(amount) && amount > 0 ? Math.max(1, Math.round(amount * GIGABYTE)) : null;
};

export type SpanUnit = 'hours' | 'days';
/** The unit in which a duration reads best. */
export const unitOf = (hours: number | null): SpanUnit => (hours === null || hours % 24 === 0 ? 'days' : 'hours');
export const toSpan = (hours: number | null, unit: SpanUnit): number | '' =>
  hours === null ? '' : unit === 'days' ? hours / 24 : hours;
export const toHours = (span: number | string, unit: SpanUnit): number | null => {
  const amount = typeof span === 'number' ? span : Number.parseFloat(span);
  return Number.isFinite(amount) && amount > 0 ? Math.max(1, Math.round(unit === 'days' ? amount * 24 : amount)) : null;
};
