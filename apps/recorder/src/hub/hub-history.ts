import {
  closeHubSpans,
  type Database,
  endHubSpan,
  type LinkedEntity,
  startHubSpan,
  storeWithoutFaulty,
} from '@holdfast/db';
import { type EntityState, isSameState, shownState } from '@holdfast/domain';
import type { HubView } from '@holdfast/hub';
import { type Clock, type Logger, onRequest, type Task } from '@holdfast/kit';

export interface HubHistory {
  /** `view` is undefined while no hub is in use: the states end. */
  note(links: readonly LinkedEntity[], view: HubView | undefined): void;
  /** Ends the states that a stopped recorder left open, once. Must precede the first status, which replaces its last one. */
  endLeftOpen(): Promise<unknown>;
  task: Task;
}

const GATHER_MS = 500;
/** While the database is away the oldest changes are dropped beyond this. */
const MAX_WAITING = 20_000;
/** A change that is learnt later than this begins when it was learnt. */
const LATEST_MS = 10_000;

type Change = { cameraId: string; entityId: string; atMs: number; state: EntityState | undefined };

/** Keeps what each badge showed, unknown states included, so that playback shows the badge as it was. */
export function createHubHistory({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): HubHistory {
  const current = new Map<string, { cameraId: string; entityId: string; state: EntityState; atMs: number }>();
  let waiting: Change[] = [];
  let ending: Promise<unknown> | undefined;

  const push = (change: Change) => {
    if (waiting.length >= MAX_WAITING) waiting.shift();
    waiting.push(change);
    request();
  };
  /** A time that was shown as unknown stays so, even if the hub knows more afterwards. */
  const startOf = (
    state: EntityState,
    before: { state: EntityState; atMs: number } | undefined,
    nowMs: number,
  ): number => {
    if (state.kind === 'unknown' || before?.state.kind !== 'known' || nowMs - state.sinceMs >= LATEST_MS) return nowMs;
    return Math.min(nowMs, Math.max(state.sinceMs, before.atMs));
  };

  const endLeftOpen = () => {
    ending ??= closeHubSpans(db).catch((err: unknown) => {
      ending = undefined;
      throw err;
    });
    return ending;
  };
  const write = (changes: readonly Change[]) =>
    db.transaction().execute(async (tx) => {
      for (const { cameraId, entityId, atMs, state } of changes) {
        const at = new Date(atMs);
        await endHubSpan(tx, { cameraId, entityId, end: at });
        if (state) await startHubSpan(tx, { cameraId, entityId, start: at, ...shownValue(state) });
      }
    });
  const flush = async () => {
    await endLeftOpen();
    const batch = waiting.slice(0, 1_000);
    if (batch.length === 0) return;
    const leftOut = await storeWithoutFaulty(batch, write);
    if (leftOut.length > 0)
      log.warn(
        { err: leftOut[0]?.err, changes: leftOut.length },
        'states of the hub cannot be stored, leaving them out',
      );
    waiting = waiting.slice(batch.length);
    if (waiting.length > 0) request();
  };
  const { request, task } = onRequest('hub-history', GATHER_MS, flush, { log, maxBackoffMs: 5_000 });
  request();
  return {
    note(links, view) {
      const nowMs = clock.now();
      const linked = new Set<string>();
      for (const { cameraId, entityId } of view ? links : []) {
        const key = `${cameraId} ${entityId}`;
        linked.add(key);
        const state = shownState((view as HubView).health, (view as HubView).entities.get(entityId));
        const before = current.get(key);
        if (before && isSameState(before.state, state)) continue;
        const change = { cameraId, entityId, state, atMs: startOf(state, before, nowMs) };
        current.set(key, change);
        push(change);
      }
      for (const [key, { cameraId, entityId }] of current) {
        if (linked.has(key)) continue;
        current.delete(key);
        push({ cameraId, entityId, atMs: nowMs, state: undefined });
      }
    },
    endLeftOpen,
    task,
  };
}

const shownValue = (state: EntityState) =>
  state.kind === 'known' ? { known: true, value: state.value } : { known: false, value: state.reason };
