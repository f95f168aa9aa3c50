import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import {
  claimExport,
  expireExports,
  failExport,
  findClaimedExport,
  finishExport,
  hasUnfinishedExports,
  releaseExport,
  renewClaim,
} from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { createWakeUp, every, type Task, type WakeUp } from '@holdfast/kit';
import { diskFull, ExportFailure } from './export-failure.ts';
import { draftFolder, finishedFolder, publishDraft, sweepExports } from './export-folder.ts';
import { type MakingDeps, makeExport } from './make-export.ts';

/** More than one, so that a quick copy need not wait for a long encoding. */
const AT_ONCE = 2;
/** A new job wakes the workers; polling only finds jobs whose worker died, and only while a job is unfinished. */
const POLL_MS = 10_000;
const REST_MS = 60_000;
const RENEW_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 600_000;
const MAX_ATTEMPTS = 3;
const DAY_MS = 86_400_000;
export const EXPORT_LIFE_MS = 7 * DAY_MS;
/** How long the result of an export stays visible after its files are deleted. */
const REMEMBERED_MS = 30 * DAY_MS;

export interface ExportQueue {
  tasks: Task[];
  /** An export was queued. */
  wake(): void;
}

/** The queue is the table: a process that dies loses its claim, and the job is restarted from the beginning. */
export function createExportQueue(deps: MakingDeps): ExportQueue {
  const { log } = deps;
  const wakeUps = Array.from({ length: AT_ONCE }, createWakeUp);
  return {
    tasks: [
      ...wakeUps.map((wakeUp, i) =>
        every(`exports-${i + 1}`, REST_MS, (signal) => workThroughExports(deps, wakeUp, signal), { log, wakeUp }),
      ),
      every('prune-exports', PRUNE_EVERY_MS, () => pruneExports(deps), { log }),
    ],
    wake: () => {
      for (const { wake } of wakeUps) wake();
    },
  };
}

export async function pruneExports({
  db,
  dataDir,
  clock,
  log,
}: Pick<MakingDeps, 'db' | 'dataDir' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  await expireExports(db, { now: new Date(now), forgetBefore: new Date(now - REMEMBERED_MS) });
  const folders = await sweepExports({ db, dataDir });
  if (folders > 0) log.debug({ folders }, 'removed the files of exports');
}

async function workThroughExports(deps: MakingDeps, wakeUp: WakeUp, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claim = randomUUID();
    const claimed = await claimExport(deps.db, claim);
    if (!claimed) {
      if (!(await hasUnfinishedExports(deps.db))) return;
      await wakeUp.sleep(POLL_MS, signal);
      continue;
    }
    // Taken over from a process that died, perhaps with half-written files.
    if (claimed.attempts > 1) await sweepExports(deps);
    await workOn(deps, { id: claimed.id, claim, attempts: claimed.attempts }, signal);
  }
}

interface Claimed {
  id: string;
  claim: string;
  attempts: number;
}

async function workOn(deps: MakingDeps, claimed: Claimed, stopping: AbortSignal): Promise<void> {
  const { db, dataDir, log } = deps;
  const lost = new AbortController();
  let progress = 0;
  const renew = setInterval(() => {
    renewClaim(db, claimed, progress).then(
      (held) => held || lost.abort(),
      (err: unknown) => log.warn({ err }, 'the claim of an export could not be renewed'),
    );
  }, RENEW_EVERY_MS);
  const draft = draftFolder(dataDir, claimed.claim);
  try {
    if (claimed.attempts > MAX_ATTEMPTS) throw new ExportFailure(reasonCode('export-gave-up'));
    const job = await findClaimedExport(db, claimed);
    if (!job) return;
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const signal = AbortSignal.any([stopping, lost.signal]);
    const onProgress = (share: number) => {
      progress = share;
    };
    const made = await makeExport(deps, job, { draft, onProgress, signal });
    signal.throwIfAborted();
    await publishDraft(draft, finishedFolder(dataDir, claimed.id));
    const finishedAt = new Date(deps.clock.now());
    const expiresAt = new Date(finishedAt.getTime() + EXPORT_LIFE_MS);
    const kept = await finishExport(db, claimed, { ...made, finishedAt, expiresAt });
    log.debug({ export_id: claimed.id, size_bytes: made.sizeBytes, kept }, 'export finished');
  } catch (err) {
    if (!lost.signal.aborted) await giveUp(deps, claimed, { err, stopping: stopping.aborted });
  } finally {
    clearInterval(renew);
    await rm(draft, { recursive: true, force: true });
  }
}

async function giveUp(
  { db, clock, log }: MakingDeps,
  claimed: Claimed,
  { err, stopping }: { err: unknown; stopping: boolean },
): Promise<void> {
  if (stopping) return void (await releaseExport(db, claimed, { attempts: claimed.attempts - 1 }));
  const failure = isDiskFull(err) ? diskFull() : err;
  if (failure instanceof ExportFailure) {
    log.warn({ export_id: claimed.id, failure: failure.message }, 'an export failed');
    return void (await failExport(db, claimed, { failure: failure.reason, at: new Date(clock.now()) }));
  }
  await releaseExport(db, claimed, { attempts: claimed.attempts });
  throw err;
}

const isDiskFull = (err: unknown) => err instanceof Error && 'code' in err && err.code === 'ENOSPC';
