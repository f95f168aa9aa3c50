import { join } from 'node:path';
import type { Clock } from '@holdfast/kit';
import { createKeptFiles, type KeptFiles } from '../kept-files/kept-files.ts';
import { type ClipName, parseClipName, printClipName } from './clip-name.ts';

/** Clips that were rendered. */
export type ClipFiles = KeptFiles<ClipName>;

const MAX_BYTES = 8 * 1024 ** 3;

export const createClipFiles = ({
  dataDir,
  clock,
  maxBytes = MAX_BYTES,
}: {
  dataDir: string;
  clock: Clock;
  maxBytes?: number;
}): ClipFiles =>
  createKeptFiles({ root: join(dataDir, 'clips'), clock, maxBytes, print: printClipName, parse: parseClipName });
