import type { ClipReader } from '@holdfast/db';
import { type AlertPictureForm, type Reason, reasonText } from '@holdfast/domain';
import { type Logger, withTimeLimit } from '@holdfast/kit';
import type { ClipStore } from '../clips/clip-store.ts';
import { Problem } from '../http/problem.ts';
import type { AlertImage } from './channels/channel.ts';

/** The picture of a plate read for an alert: its crop, or a picture of its clip. */
export type AlertImages = (
  plateReadId: string,
  forms: readonly AlertPictureForm[],
  limits: { maxBytes: number },
) => Promise<AlertImage | null>;

export type AlertCrop = { kind: 'ok'; jpeg: Buffer } | { kind: 'none' } | { kind: 'failed'; reason: Reason };

interface ImageDeps {
  log: Logger;
  cropOf(plateReadId: string): Promise<AlertCrop>;
  clipStore: Pick<ClipStore, 'locate'>;
}

/** The longest that rendering may delay an alert. */
const RENDER_MS = 12_000;
/** Limits for a detector or a disk that hangs, too. A picture that arrives later is stored all the same. */
const PATIENCE_MS: Record<AlertPictureForm, number> = {
  crop: 6_000,
  moving: RENDER_MS + 1_000,
  thumbnail: RENDER_MS + 1_000,
};
/** The channel's owner was checked with the delivery. */
const PRODUCT: ClipReader = { userId: 'alerts', isProduct: true, seesPlates: true, seesBookmarks: false };

/** The first form that can be made and is small enough. An alert without its picture is better than none. */
export const createAlertImages =
  (deps: ImageDeps): AlertImages =>
  async (plateReadId, forms, { maxBytes }) => {
    for (const form of forms) {
      const image = await imageOf(deps, plateReadId, form);
      if (image && image.bytes.length <= maxBytes) return image;
    }
    return null;
  };

async function imageOf(deps: ImageDeps, plateReadId: string, form: AlertPictureForm): Promise<AlertImage | null> {
  try {
    const image = form === 'crop' ? cropImage(deps, plateReadId) : clipImage(deps, plateReadId, form);
    return await withTimeLimit(image, PATIENCE_MS[form]);
  } catch (err) {
    const reason = err instanceof Problem ? err.message : err;
    deps.log.warn({ plate_read_id: plateReadId, form, err: reason }, 'an alert has no picture');
    return null;
  }
}

async function cropImage({ cropOf, log }: ImageDeps, plateReadId: string): Promise<AlertImage | null> {
  const crop = await cropOf(plateReadId);
  if (crop.kind === 'failed')
    log.warn({ plate_read_id: plateReadId, reason: reasonText(crop.reason) }, 'an alert has no picture');
  return crop.kind === 'ok' ? { bytes: crop.jpeg, mediaType: 'image/jpeg', name: 'plate.jpg' } : null;
}

async function clipImage(
  { clipStore }: ImageDeps,
  plateReadId: string,
  form: 'moving' | 'thumbnail',
): Promise<AlertImage | null> {
  const { open } = await clipStore.locate(PRODUCT, plateReadId, form === 'moving' ? 'gif' : 'thumbnail');
  const opened = await open(AbortSignal.timeout(RENDER_MS));
  if (opened.kind === 'unreadable') return null;
  try {
    const bytes = Buffer.from(await opened.source.read(0, opened.source.sizeBytes));
    return form === 'moving'
      ? { bytes, mediaType: 'image/gif', name: 'clip.gif' }
      : { bytes, mediaType: 'image/jpeg', name: 'clip.jpg' };
  } finally {
    await opened.close();
  }
}
