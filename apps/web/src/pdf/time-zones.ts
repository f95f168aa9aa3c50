/** The reader's zone first, then UTC, then all others. */
export function timeZones(own: string): string[] {
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** To the second. */
export const timeIn = (iso: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone }).format(new Date(iso));

/** The zone with its offset at that moment: a page is read far from where it was made. */
export function zoneAt(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date(iso));
  return `${timeZone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'})`;
}
