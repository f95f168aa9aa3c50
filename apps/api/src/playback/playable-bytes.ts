import type { SegmentFile } from '@holdfast/db';
import { type OpenedBytes, openedBytes, type SegmentTranscoder } from '@holdfast/media';
import type { FastifyRequest } from 'fastify';
import type { FootageFiles } from '../footage/footage-files.ts';
import { formatOf } from '../footage/footage-format.ts';
import { clientLeft } from '../http/client-left.ts';
import { Problem } from '../http/problem.ts';
import { createTranscodedFootage } from './transcoded-footage.ts';

export const noFootage = () => new Problem('no-footage');

/** The bytes of recorded files, as a player can play them. */
export function createPlayableBytes({
  footage,
  transcodeSegment,
  thumbConcurrency,
}: {
  footage: FootageFiles;
  transcodeSegment: SegmentTranscoder;
  thumbConcurrency: number;
}) {
  const transcoded = createTranscodedFootage({ transcodeSegment, concurrency: thumbConcurrency });
  /** Reports the file as unplayable, and returns the problem for the reply. */
  const unplayable = (file: SegmentFile) => {
    footage.reportUnplayable(file);
    return noFootage();
  };
  return {
    unplayable,
    /** The recorded bytes; transcoded to H.264 if requested and necessary. */
    open: async (file: SegmentFile, transcode: 'h264' | undefined, request: FastifyRequest): Promise<OpenedBytes> => {
      if (transcode === undefined) return footage.open(file);
      const format = await formatOf(await footage.open(file));
      if (!format) throw unplayable(file);
      if (format.codec === 'h264') return footage.open(file);
      const path = await footage.pathOf(file);
      if (path === undefined) throw noFootage();
      return openedBytes(await transcoded.of({ id: file.id, path }, clientLeft(request)));
    },
  };
}
