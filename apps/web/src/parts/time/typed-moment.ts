const DATE_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const DAY_FIRST = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})[\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

const two = (text: string): string => text.padStart(2, '0');

/**
 * A typed date and time in local time, such as 17.11.2026 14:30 or 2026-11-17 14:30:15, as `YYYY-MM-DDTHH:MM:SS`; undefined
 * if it is not one.
 */
export function readMoment(typed: string): string | undefined {
  const text = typed.trim();
  const [, year, month, day, ...time] = DATE_FIRST.exec(text) ?? swapped(DAY_FIRST.exec(text));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const [hour = '', minute = '', second = '00'] = time.map((part) => part as string | undefined);
  const field = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
  // The 31st of a short month, or hour 25.
  const at = new Date(`${field}Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== field ? undefined : field;
}

const swapped = (found: RegExpExecArray | null): (string | undefined)[] => {
  const [whole, day, month, year, ...time] = found ?? [];
  return [whole, year, month, day, ...time];
};

/** The text of a field in the format of the language; `readMoment` parses it. */
export function printMoment(field: string, language: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})T(.+)$/.exec(field) ?? [];
  if (time === undefined) return '';
  return language === 'de' ? `${day}.${month}.${year} ${time}` : `${year}-${month}-${day} ${time}`;
}
