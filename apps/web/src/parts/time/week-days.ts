/** Monday first, as in the API. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const daysOf = (text: string): Weekday[] => weekdays.filter((_, i) => text[i] === '1');

export const textOfDays = (days: readonly string[]): string =>
  weekdays.map((day) => (days.includes(day) ? '1' : '0')).join('');

/** Days in a row are written as a range: "Mon–Fri". */
export function weekDaysText(text: string, nameOf: (day: Weekday) => string, everyDay: string): string {
  if (!text.includes('0')) return everyDay;
  const rows: Weekday[][] = [];
  weekdays.forEach((day, i) => {
    if (text[i] !== '1') return;
    const row = rows.at(-1);
    if (row && text[i - 1] === '1') row.push(day);
    else rows.push([day]);
  });
  const written = ([first, ...more]: Weekday[]) => {
    const last = more.at(-1);
    if (first === undefined) return '';
    if (last === undefined) return nameOf(first);
    return `${nameOf(first)}${more.length > 1 ? '–' : ', '}${nameOf(last)}`;
  };
  return rows.map(written).join(', ');
}
