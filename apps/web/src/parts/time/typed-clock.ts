const WITH_SIGN = /^(\d{1,2})[:.](\d{2})(?:\s*([ap])\.?m?\.?)?$/i;
/** Without a colon, as on a keypad. Three digits could also be the start of four. */
const DIGITS = /^(\d{2})(\d{2})$/;

/** A typed time of day, such as 7:05, 07.05, 0705 or 7:05 pm, as `HH:MM`; undefined if it is not one. */
export function readClock(typed: string): string | undefined {
  const text = typed.trim();
  const [, hours, minutes, half] = WITH_SIGN.exec(text) ?? DIGITS.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : twentyFour(Number(hours), half.toLowerCase() === 'p');
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}

const twentyFour = (hour: number, isAfternoon: boolean): number | undefined =>
  hour < 1 || hour > 12 ? undefined : (hour % 12) + (isAfternoon ? 12 : 0);
