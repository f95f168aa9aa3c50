import { type Database, type FootageFate, type FootageRow, forgetDeletions, oldestFootage } from '@holdfast/db';
import { type ArchiveMove, chooseArchiveMoves, chooseVictims, type Deletion, type UnmetLimit } from '@holdfast/domain';
import { type Clock, type ClockGuard, type Logger, TookTooLong, withTimeLimit } from '@holdfast/kit';
import { isAvailable, type ReadStorages, type WatchedStorage } from '../storage/storage-registry.ts';
import { archiveSegment, type MoveOutcome } from './archive-segment.ts';
import { type DeletionOutcome, type Doomed, deleteFootage } from './delete-footage.ts';
import {
  type RetentionView,
  readArchiveCandidates,
  readCandidates,
  readProtectedRanges,
  readView,
  toStoredSegment,
} from './read-facts.ts';
import { reapTombstones } from './reap-tombstones.ts';
import type { RolloverAlarms } from './rollover-alarms.ts';

export interface RetentionDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  readStorages: ReadStorages;
  clockGuard: ClockGuard;
  alarms: RolloverAlarms;
  batchLimit?: number;
  /** Time limit for the archive moves of a round, because copying delays deletions. */
  moveTimeMs?: number;
}

export interface RoundCounts {
  aged: number;
  overBudget: number;
  evicted: number;
  overCeiling: number;
  ofRemovedCameras: number;
  absent: number;
  failed: number;
  freedBytes: number;
  archived: number;
  archiveFailed: number;
  reapedCameras: number;
  unmet: number;
  pausesAgeRules: boolean;
}

const MAX_BATCHES = 50;
const MOVE_LIMIT_MS = 120_000;
/** How long the reasons for deletions are kept. */
const REASONS_KEPT_MS = 2 * 365 * 24 * 3_600_000;

/** One retention round: removed cameras, the four rules in bounded batches, then archiving. */
export async function runRetentionRound(deps: RetentionDeps, signal?: AbortSignal): Promise<RoundCounts> {
  const round = new Round(deps, signal);
  await round.deleteOfRemovedCameras();
  await round.applyRules();
  await round.archive();
  round.counts.reapedCameras = await reapTombstones({ db: deps.db, nowMs: deps.clock.now() });
  if (!round.counts.pausesAgeRules)
    await forgetDeletions(deps.db, { endedBefore: new Date(deps.clock.now() - REASONS_KEPT_MS) });
  await deps.alarms.report(round);
  const { pausesAgeRules, ...numbers } = round.counts;
  const isIdle = !pausesAgeRules && Object.values(numbers).every((count) => count === 0);
  deps.log[isIdle ? 'debug' : 'info'](round.counts, 'retention round');
  return round.counts;
}

class Round {
  readonly deletions: Deletion[] = [];
  unmet: UnmetLimit[] = [];
  readonly counts: RoundCounts;
  readonly #deps: RetentionDeps;
  readonly #signal: AbortSignal | undefined;
  readonly #batchLimit: number;
  readonly #failed = new Set<number>();
  /** Storages to which a copy failed in this round. */
  readonly #brokenArchives = new Set<string>();
  readonly #freed = new Map<string, { startFreeBytes: number; bytes: number }>();
  /** The last view, until something is deleted or moved: most rounds find nothing to do. */
  #cached: { storages: WatchedStorage[]; view: RetentionView } | undefined;

  constructor(deps: RetentionDeps, signal: AbortSignal | undefined) {
    this.#deps = deps;
    this.#signal = signal;
    this.#batchLimit = deps.batchLimit ?? 200;
    this.counts = {
      aged: 0,
      overBudget: 0,
      evicted: 0,
      overCeiling: 0,
      ofRemovedCameras: 0,
      absent: 0,
      failed: 0,
      freedBytes: 0,
      archived: 0,
      archiveFailed: 0,
      reapedCameras: 0,
      unmet: 0,
      pausesAgeRules: deps.clockGuard.pausesAgeRules(),
    };
  }

  async deleteOfRemovedCameras(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES && !this.#signal?.aborted; batch += 1) {
      const { storages, view } = await this.#currentView();
      const available = new Set(storages.filter(isAvailable).map(({ id }) => id));
      const placesOf = (fate: FootageFate) =>
        view.places
          .filter((place) => place.footageFate === fate && available.has(place.storageId))
          .map((place) => ({ ...place, until: null }));
      const [unprotected, all] = await Promise.all([
        oldestFootage(this.#deps.db, { places: placesOf('delete'), skipProtected: true, limit: this.#limit() }),
        oldestFootage(this.#deps.db, {
          places: placesOf('delete_protected'),
          skipProtected: false,
          limit: this.#limit(),
        }),
      ]);
      const doomed = [...unprotected, ...all]
        .filter(({ id }) => !this.#failed.has(id))
        .map((row): Doomed => ({ row, reason: 'retention' }));
      if (doomed.length === 0) return;
      const { deleted } = await this.#delete(storages, doomed);
      this.counts.ofRemovedCameras += deleted.length;
    }
  }

  async applyRules(): Promise<void> {
    const { db } = this.#deps;
    for (let batch = 0; batch < MAX_BATCHES && !this.#signal?.aborted; batch += 1) {
      const { storages, view } = await this.#currentView();
      const rows = (await readCandidates(db, view, this.#limit())).filter(({ id }) => !this.#failed.has(id));
      const plan = chooseVictims({
        ...view,
        candidates: rows.map(toStoredSegment),
        protectedRanges: await readProtectedRanges(db, rows),
        batchLimit: this.#batchLimit,
      });
      this.unmet = plan.unmet;
      this.counts.unmet = plan.unmet.length;
      const rowOf = new Map(rows.map((row) => [String(row.id), row]));
      await this.#deleteVictims(storages, plan.deletions, rowOf);
      await this.#move(storages, plan.moves, rowOf);
      // Every exceeded limit is met now, or cannot be met with its candidates.
      const isSpent = rows.length < this.#batchLimit && !plan.more;
      if (isSpent || plan.deletions.length + plan.moves.length === 0) return;
    }
  }

  async archive(): Promise<void> {
    if (this.counts.pausesAgeRules) return;
    const { db } = this.#deps;
    const deadline = performance.now() + (this.#deps.moveTimeMs ?? 30_000);
    while (performance.now() < deadline && !this.#signal?.aborted) {
      const { storages, view } = await this.#currentView();
      const rows = (await readArchiveCandidates(db, view, this.#limit())).filter(({ id }) => !this.#failed.has(id));
      const moves = chooseArchiveMoves({
        ...view,
        candidates: rows.map(toStoredSegment),
        batchLimit: this.#batchLimit,
      });
      if (moves.length === 0) return;
      await this.#move(storages, moves, new Map(rows.map((row) => [String(row.id), row])), deadline);
    }
  }

  /** Footage that failed before would be returned first by every query, ahead of footage that can succeed. */
  #limit(): number {
    return this.#batchLimit + this.#failed.size;
  }

  async #currentView(): Promise<{ storages: WatchedStorage[]; view: RetentionView }> {
    // Checked for every batch: the clock may jump during a round, which takes as long as the disk does.
    this.counts.pausesAgeRules ||= this.#deps.clockGuard.pausesAgeRules();
    if (this.#cached && this.#cached.view.ageRulesPaused === this.counts.pausesAgeRules) return this.#cached;
    const fresh = await this.#loadView();
    this.#cached = fresh;
    return fresh;
  }

  async #loadView(): Promise<{ storages: WatchedStorage[]; view: RetentionView }> {
    const storages = await this.#deps.readStorages();
    for (const { reading } of storages) {
      const { deviceId, freeBytes } = reading;
      if (deviceId !== null && !this.#freed.has(deviceId))
        this.#freed.set(deviceId, { startFreeBytes: freeBytes ?? 0, bytes: 0 });
    }
    const nowMs = this.#deps.clock.now();
    // Again, because the storages may have taken long to answer.
    this.counts.pausesAgeRules ||= this.#deps.clockGuard.pausesAgeRules();
    const view = await readView({
      db: this.#deps.db,
      storages,
      nowMs,
      ageRulesPaused: this.counts.pausesAgeRules,
      brokenArchives: this.#brokenArchives,
      freedBytes: this.#freed,
    });
    return { storages, view };
  }

  async #deleteVictims(
    storages: readonly WatchedStorage[],
    deletions: readonly Deletion[],
    rowOf: ReadonlyMap<string, FootageRow>,
  ): Promise<void> {
    const ruleOf = new Map(deletions.map((deletion) => [deletion.segment.id, deletion]));
    const doomed = deletions.flatMap(({ segment, rule }): Doomed[] => {
      const row = rowOf.get(segment.id);
      return row ? [{ row, reason: rule === 'age' || rule === 'ceiling' ? 'retention' : 'evicted' }] : [];
    });
    const { deleted } = await this.#delete(storages, doomed);
    for (const row of deleted) {
      const deletion = ruleOf.get(String(row.id));
      if (!deletion) continue;
      this.deletions.push(deletion);
      this.counts[countOf[deletion.rule]] += 1;
    }
  }

  async #delete(storages: readonly WatchedStorage[], doomed: readonly Doomed[]): Promise<DeletionOutcome> {
    const { db, log, clock } = this.#deps;
    if (doomed.length > 0) this.#cached = undefined;
    const outcome = await deleteFootage({
      db,
      log,
      storages,
      doomed,
      nowMs: clock.now(),
      ...(this.#signal && { signal: this.#signal }),
    });
    for (const row of outcome.failed) this.#failed.add(row.id);
    this.counts.failed += outcome.failed.length;
    this.counts.absent += outcome.absent;
    for (const row of outcome.deleted) {
      this.counts.freedBytes += row.sizeBytes;
      const deviceId = storages.find(({ id }) => id === row.storageId)?.reading.deviceId;
      const freed = this.#freed.get(deviceId ?? '');
      if (freed) freed.bytes += row.sizeBytes;
    }
    return outcome;
  }

  async #move(
    storages: readonly WatchedStorage[],
    moves: readonly ArchiveMove[],
    rowOf: ReadonlyMap<string, FootageRow>,
    deadline = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const { db, clock, log } = this.#deps;
    if (moves.length > 0) this.#cached = undefined;
    const storageOf = new Map(storages.map((storage) => [storage.id, storage]));
    for (const { segment, toStorageId } of moves) {
      const [row, from, to] = [rowOf.get(segment.id), storageOf.get(segment.storageId), storageOf.get(toStorageId)];
      if (!row || !from || !to || this.#signal?.aborted || performance.now() > deadline) continue;
      if (this.#brokenArchives.has(to.id)) continue;
      const outcome = await withTimeLimit(archiveSegment({ db, clock, row, from, to }), MOVE_LIMIT_MS).catch(
        lateIsFailed,
      );
      if (outcome.kind !== 'failed') {
        this.counts.archived += 1;
        continue;
      }
      log.warn({ segment_id: row.id, path: row.path, code: outcome.code }, 'could not archive footage');
      this.counts.archiveFailed += 1;
      // The next file would fail on the same disk. The rules still delete footage that cannot be moved.
      if (BREAKS_ARCHIVE.has(outcome.code)) this.#brokenArchives.add(to.id);
      else this.#failed.add(row.id);
    }
  }
}

const BREAKS_ARCHIVE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ETIMEDOUT', 'EBADMSG']);

const lateIsFailed = (err: unknown): MoveOutcome => {
  if (err instanceof TookTooLong) return { kind: 'failed', code: err.code };
  throw err;
};

const countOf = { age: 'aged', budget: 'overBudget', floor: 'evicted', ceiling: 'overCeiling' } as const;
