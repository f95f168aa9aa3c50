import { api } from '../api/api.ts';
import type { Clip } from '../api/queries.ts';
import { type PdfWords, shortTimeOnPage, timeOnPage, zoneOnPage } from '../pdf/pdf-words.ts';
import { loadFrameBytes, orNull, printReport } from '../pdf/print-report.ts';
import { clipTitle, confidenceOf, sourceText } from './clip-words.ts';

const RECENT = 12;

/** The page of an event: the same as that of a sighting, without a plate. */
export async function makeEventPdf(clip: Clip, words: PdfWords): Promise<Uint8Array<ArrayBuffer>> {
  const { t, percent, nameOf } = words;
  const [frame, recent] = await Promise.all([
    orNull(loadFrameBytes(clip.camera_id, clip.start_ts)),
    api.clips.list({
      query: { camera_ids: [clip.camera_id], kind: [clip.kind], end: clip.start_ts, limit: RECENT + 1 },
    }),
  ]);
  const madeAt = new Date();
  const confidenceText = (one: Clip) => {
    const score = confidenceOf(one);
    return score === null ? '' : percent(score);
  };
  const confidence = confidenceText(clip);
  return printReport({
    title: t('pdf.event'),
    banner: null,
    headline: clipTitle(clip, t),
    facts: [
      { label: t('sighting.time'), value: timeOnPage(clip.start_ts, words) },
      ...(clip.end_ts === null ? [] : [{ label: t('pdf.end'), value: timeOnPage(clip.end_ts, words) }]),
      { label: t('pdf.zone'), value: zoneOnPage(clip.start_ts, words) },
      { label: t('sighting.camera'), value: nameOf(clip.camera_id) },
      ...(clip.source_id === null ? [] : [{ label: t('pdf.source'), value: sourceText(clip.source_id, t) }]),
      ...(confidence === '' ? [] : [{ label: t('sighting.confidence'), value: confidence }]),
      ...(clip.zones.length === 0 ? [] : [{ label: t('camera.zones'), value: clip.zones.join(', ') }]),
    ],
    frame: frame && { jpeg: frame, box: null },
    noFrame: t('sighting.noFrame'),
    crop: null,
    recentTitle: t('pdf.recentEvents'),
    recent: recent.clips
      .filter(({ id }) => id !== clip.id)
      .slice(0, RECENT)
      .map((one) => [shortTimeOnPage(one.start_ts, words), clipTitle(one, t), confidenceText(one)]),
    footer: t('pdf.eventFooter', { time: timeOnPage(madeAt.toISOString(), words), id: clip.id }),
    madeAt,
  });
}
