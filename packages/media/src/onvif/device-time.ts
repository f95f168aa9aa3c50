import { findElement, textOf, type XmlElement } from './xml.ts';

/**
 * No camera reports a time after this: one without a battery starts in 1970. Dates far beyond it cannot be represented.
 */
const LATEST_MS = Date.UTC(9999, 0, 1);

/** The time that a device reports; undefined if it is missing or implausible. */
export function deviceTimeMs(body: XmlElement): number | undefined {
  const utc = findElement(body, 'UTCDateTime');
  const part = (name: string) => Number(textOf(utc, name) ?? Number.NaN);
  const ms = Date.UTC(part('Year'), part('Month') - 1, part('Day'), part('Hour'), part('Minute'), part('Second'));
  return ms >= 0 && ms < LATEST_MS ? ms : undefined;
}
