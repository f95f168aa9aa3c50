import type { Translate } from '../i18n/i18n.tsx';
import { timeIn, zoneAt } from './time-zones.ts';

/** The reader's words and formats, in the zone that was chosen for the page. */
export interface PdfWords {
  t: Translate;
  locale: string;
  timeZone: string;
  percent(share: number): string;
  nameOf(cameraId: string): string;
}

export const timeOnPage = (iso: string, { timeZone, locale }: PdfWords): string => timeIn(iso, timeZone, locale);
export const zoneOnPage = (iso: string, { timeZone }: PdfWords): string => zoneAt(iso, timeZone);

/** For tables, where the zone is clear from the rest of the page. */
export const shortTimeOnPage = (iso: string, { timeZone, locale }: PdfWords): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(new Date(iso));

/** `20261117T183005Z`, for names of files. */
export const stampOf = (iso: string): string => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
