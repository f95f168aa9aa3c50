import { loadFrame } from '../plates/use-frame.ts';
import { drawText } from './draw-text.ts';
import { loadFonts } from './load-fonts.ts';
import { type Report, reportPdf } from './report-page.ts';

/** A page without one of its pictures is better than none. */
export const orNull = <T>(promise: Promise<T>): Promise<T | null> => promise.catch(() => null);

export const loadFrameBytes = async (cameraId: string, ts: string): Promise<Uint8Array> =>
  new Uint8Array(await (await loadFrame(cameraId, ts)).arrayBuffer());

/** Draws a page with the fonts that its texts need. */
export const printReport = async (report: Report): Promise<Uint8Array<ArrayBuffer>> =>
  reportPdf(report, { fonts: await loadFonts(textsOf(report)), drawText });

const textsOf = ({ title, banner, headline, facts, recent, recentTitle, footer, noFrame }: Report): string[] => [
  title,
  banner ?? '',
  headline,
  ...facts.flatMap(({ label, value }) => [label, value]),
  recentTitle,
  ...recent.flat(),
  noFrame,
  // The ellipsis of text that is cut.
  `${footer}…`,
];
