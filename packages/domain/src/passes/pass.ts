import type { Plate } from '../plate/plate.ts';
import type { ClusterPair } from './cluster.ts';
import { compareIds, compareReads, type PassRead } from './read.ts';
import { bucketTsMs } from './truth.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type UnjudgedPass<Read extends PassRead> = {
  /** The id of the earliest kept read: unique, as a read belongs to one pass only. */
  id: string;
  cameraId: string;
  /** Time of the earliest kept read. */
  tsMs: number;
  bucketTsMs: number;
  /** The kept read of each engine. */
  native: Read | undefined;
  external: Read | undefined;
  verdict: Verdict;
};

export type Pass<Read extends PassRead> = UnjudgedPass<Read> & { truth: Plate | undefined };

export function passOf<Read extends PassRead>(pair: ClusterPair<Read>): UnjudgedPass<Read> | undefined {
  const native = pair.native?.best;
  const external = pair.external?.best;
  const [earliest] = [native, external].filter((read) => read !== undefined).sort(compareReads);
  if (earliest === undefined) return undefined;
  return {
    id: earliest.id,
    cameraId: earliest.cameraId,
    tsMs: earliest.tsMs,
    bucketTsMs: bucketTsMs(earliest.tsMs),
    native,
    external,
    verdict: verdictOf({ native: native?.plate, external: external?.plate }),
  };
}

export type PassPosition = { tsMs: number; id: string };

export const newestFirst = (a: PassPosition, b: PassPosition): number => b.tsMs - a.tsMs || compareIds(b.id, a.id);

/** One page of a newest-first list; the next page continues after its last pass. */
export function pageOfPasses<Item extends PassPosition>({
  passes,
  after,
  limit,
}: {
  passes: readonly Item[];
  after: PassPosition | undefined;
  limit: number;
}): { page: Item[]; next: PassPosition | undefined } {
  const rest = after === undefined ? passes : passes.filter((pass) => newestFirst(after, pass) < 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last === undefined || rest.length <= limit ? undefined : { tsMs: last.tsMs, id: last.id };
  return { page, next };
}
