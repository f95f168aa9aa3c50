import { type Database, type HubStatusState, raiseSystemEvent, readHubStatus, writeHubStatus } from '@holdfast/db';
import { type HubNews, type HubOutage, noOutage, reasonText, stepHubOutage } from '@holdfast/domain';
import type { HubView } from '@holdfast/hub';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';
import { lengthText } from '../status/length-text.ts';

const INTERVAL_MS = 1_000;
const WITHOUT_HUB_MS = 5_000;
/** How often it is written although nothing has changed. */
const BEAT_MS = 5_000;

/** Publishes the hub's health, and raises an event when the connection is lost and when it is back. */
export function publishHubStatus({
  db,
  view,
  clock,
  log,
  before,
}: {
  db: Database;
  view: () => HubView | undefined;
  /** Awaited before the first write, because it needs the status of the recorder before this one. */
  before: () => Promise<unknown>;
  clock: Clock;
  log: Logger;
}): Task {
  let outage: HubOutage | undefined;
  let written: { state: HubStatusState; reason: string | null; since: Date } | undefined;
  let writtenMs = Number.NEGATIVE_INFINITY;

  const raise = (news: HubNews) =>
    raiseSystemEvent(
      db,
      news.kind === 'away'
        ? {
            eventKey: 'hub_unreachable',
            cameraId: null,
            detail: `The smart-home hub is not responding. ${reasonText(news.reason)} Cameras with its sensors record everything meanwhile.`,
            data: { reason: news.reason },
          }
        : {
            eventKey: 'hub_back',
            cameraId: null,
            detail: `The smart-home hub is back after ${lengthText(news.outageMs)}.`,
            data: { outage_ms: news.outageMs },
          },
    );

  const check = async () => {
    await before();
    // An outage that was reported before a restart is still open.
    outage ??= outageOf((await readHubStatus(db)).outageSince);
    const nowMs = clock.now();
    const health = view()?.health;
    // A hub that was switched off is not away.
    const step = health ? stepHubOutage(outage, health, nowMs) : { outage: noOutage, news: undefined };
    if (step.news) await raise(step.news);
    outage = step.outage;
    const status = {
      state: health?.kind ?? ('off' as const),
      reason: health && 'reason' in health ? health.reason : null,
      since: new Date(health?.sinceMs ?? (written?.state === 'off' ? written.since : nowMs)),
    };
    const isSame = JSON.stringify(status) === JSON.stringify(written) && !step.news;
    // Without a hub nothing can become outdated.
    if (isSame && (status.state === 'off' || performance.now() - writtenMs < BEAT_MS)) return;
    const outageSince = outage.kind === 'away' ? new Date(outage.sinceMs) : null;
    await writeHubStatus(db, { ...status, outageSince, seenAt: new Date(nowMs) });
    written = status;
    writtenMs = performance.now();
  };
  return every('hub-status', () => (view() ? INTERVAL_MS : WITHOUT_HUB_MS), check, {
    log,
    maxBackoffMs: 5_000,
    isLight: true,
  });
}

const outageOf = (since: Date | null): HubOutage =>
  since === null ? noOutage : { kind: 'away', sinceMs: since.getTime(), okSinceMs: null };
