import { api } from '../api/api.ts';
import { boxInFrame } from '../plates/box-in-frame.ts';
import { engineName } from '../plates/engine-name.ts';
import type { PlateRead } from '../plates/plate-queries.ts';
import { type PdfWords, shortTimeOnPage, timeOnPage, zoneOnPage } from './pdf-words.ts';
import { loadFrameBytes, orNull, printReport } from './print-report.ts';

const RECENT = 12;

/** Collects what is known about a read and draws its page. */
export async function makeSightingPdf(read: PlateRead, words: PdfWords): Promise<Uint8Array<ArrayBuffer>> {
  const { t, percent, nameOf } = words;
  const [frame, crop, recent] = await Promise.all([
    orNull(loadFrameBytes(read.camera_id, read.ts)),
    read.has_crop ? orNull(api.plates.crop({ params: { id: read.id } })) : null,
    api.plates.search({ query: { q: read.plate, match: 'exact', limit: RECENT + 1 } }),
  ]);
  const madeAt = new Date();
  return printReport({
    title: t('pdf.sighting'),
    banner: read.watch === null ? null : t('pdf.watched', { label: read.watch.label ?? read.watch.plate }),
    headline: read.plate,
    facts: [
      { label: t('sighting.time'), value: timeOnPage(read.ts, words) },
      { label: t('pdf.zone'), value: zoneOnPage(read.ts, words) },
      { label: t('sighting.camera'), value: nameOf(read.camera_id) },
      { label: t('sighting.engine'), value: engineName(read.source_id, t) },
      ...(read.confidence === null ? [] : [{ label: t('sighting.confidence'), value: percent(read.confidence) }]),
      ...(read.region === null ? [] : [{ label: t('sighting.region'), value: read.region }]),
      ...(read.plate_raw === read.plate ? [] : [{ label: t('sighting.raw'), value: read.plate_raw }]),
    ],
    frame: frame && { jpeg: frame, box: boxInFrame(read) },
    noFrame: t('sighting.noFrame'),
    crop: crop as Uint8Array | null,
    recentTitle: t('pdf.recent'),
    recent: recent.items
      .filter(({ id }) => id !== read.id)
      .slice(0, RECENT)
      .map((one) => [
        shortTimeOnPage(one.ts, words),
        nameOf(one.camera_id),
        one.confidence === null ? '' : percent(one.confidence),
      ]),
    footer: t('pdf.footer', { time: timeOnPage(madeAt.toISOString(), words), id: read.id }),
    madeAt,
  });
}
