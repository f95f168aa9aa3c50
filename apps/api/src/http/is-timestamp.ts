const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/** An RFC 3339 time of a day that exists: the parser of the language takes 30 February as 2 March. */
export function isTimestamp(text: string): boolean {
  const [, year, month, day] = RFC_3339.exec(text) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(text))) return false;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= lastDay;
}
