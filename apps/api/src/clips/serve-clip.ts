import { CLIP_START_HEADER } from '@holdfast/contract';
import type { ClipReader } from '@holdfast/db';
import { exportFileName } from '@holdfast/domain';
import type { FastifyRequest } from 'fastify';
import { clientLeft } from '../http/client-left.ts';
import type { Bytes } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import type { LocatedClip } from './clip-footage.ts';
import { type ClipForm, clipExtensions } from './clip-name.ts';
import type { ClipStore } from './clip-store.ts';

export interface ClipRequest {
  reader: ClipReader;
  id: string;
  form: ClipForm;
  /** The detector's own clip may be shown instead. */
  takesDetector?: boolean;
  /** One of the many requests of a player, for which the clip may be some seconds old. */
  isForPlayer?: boolean;
  request: FastifyRequest;
  /** Awaited before the first byte is sent. */
  noteServed?: (clip: LocatedClip) => Promise<void>;
}

export const serveClip = async (clipStore: ClipStore, asked: ClipRequest): Promise<Bytes> =>
  (await located(clipStore, asked)).served;

/** As an attachment, with a name that contains the time of the first picture. */
export async function serveClipDownload(clipStore: ClipStore, asked: ClipRequest): Promise<Bytes> {
  const { clip, served } = await located(clipStore, asked);
  const startMs = await clipStore.downloadStartMs(clip, asked.form);
  const name = `${exportFileName({ cameraName: clip.row.cameraName, startMs })}.${clipExtensions[asked.form]}`;
  const headers = {
    ...served.headers,
    [CLIP_START_HEADER]: new Date(startMs).toISOString(),
    'content-disposition': `attachment; filename="${name}"`,
  };
  return { ...served, headers };
}

async function located(
  clipStore: ClipStore,
  { reader, id, form, takesDetector = false, isForPlayer = false, request, noteServed }: ClipRequest,
) {
  const { located: clip, etag, open } = await clipStore.locate(reader, id, form, { takesDetector, isForPlayer });
  await noteServed?.(clip);
  const served = await serveFile(request, {
    open: () => open(clientLeft(request)),
    etag,
    maxAgeSeconds: 0,
    notFound: () => new Problem('no-footage'),
  });
  return { clip, served };
}
