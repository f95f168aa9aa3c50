import { join } from 'node:path';
import { reasonCode } from '@holdfast/domain';
import { openByteSource } from '@holdfast/media';
import type { FastifyRequest } from 'fastify';
import type { Bytes } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import { finishedFolder } from './export-folder.ts';

export interface FinishedFile {
  id: string;
  fileName: string;
  mediaType: string;
}

/** The names of our files are plain ASCII. */
export const asAttachment = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` });

/** The file of a finished export. */
export async function serveExport(
  { dataDir, request }: { dataDir: string; request: FastifyRequest },
  { id, fileName, mediaType }: FinishedFile,
): Promise<Bytes> {
  const part = await serveFile(request, {
    open: () => openByteSource(join(finishedFolder(dataDir, id), fileName)),
    etag: `"${id}"`,
    // Checked each time, because access may have been lost in the meantime.
    maxAgeSeconds: 0,
    notFound: () => new Problem('export-not-ready', { reason: reasonCode('export-file-gone') }),
  });
  return { ...part, mediaType };
}
