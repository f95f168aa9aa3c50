import { findElement, textOf, type XmlElement } from './xml.ts';

/** A camera without a clock begins in 1970. Later than this no camera is, and the end of the calendar is not far from there. */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** The time that a device reports; undefined if it is none that a clock can show. */
export function deviceTimeMs(body: XmlElement): number | undefined {
  const utc = findElement(body, 'UTCDateTime');
  const part = (name: string) => Number(textOf(utc, name) ?? Number.NaN);
  const ms = Date.UTC(part('Year'), part('Month') - 1, part('Day'), part('Hour'), part('Minute'), part('Second'));
  return ms >= 0 && ms < LATEST_MS ? ms : undefined;
}
