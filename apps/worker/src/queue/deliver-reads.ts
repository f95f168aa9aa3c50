import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import { judgeFailure, judgeReply, type Verdict } from './judge-reply.ts';
import type { QueuedRead } from './queued-read.ts';
import type { ReadQueue } from './read-queue.ts';

export interface Delivery extends Task {
  /** Called when a read was queued. */
  wake(): void;
}

const BACKOFF = { minMs: 1_000, maxMs: 30_000 };
/** Checks the queue at least this often, because an entry may have expired. */
const MAX_REST_MS = 60_000;

/** Sends the queued reads, oldest first, until the API has accepted them. */
export function deliverReads({
  queue,
  send,
  log,
}: {
  queue: ReadQueue<QueuedRead>;
  send: (read: QueuedRead, signal: AbortSignal) => Promise<{ dropped?: string }>;
  log: Logger;
}): Delivery {
  let wake = () => {};
  let reportedReason: string | undefined;
  const logVerdict = (verdict: Verdict) => {
    const reason = verdict.kind === 'later' ? verdict.reason : undefined;
    if (reason === reportedReason) return;
    if (reason !== undefined) log.warn({ reason, waiting: queue.size }, 'reads are queued until the API accepts them');
    else if (verdict.kind === 'delivered') log.info({ waiting: queue.size - 1 }, 'the API accepts reads again');
    reportedReason = reason;
  };
  const sendOldest = async (signal: AbortSignal): Promise<Verdict | undefined> => {
    const oldest = await queue.oldest();
    if (oldest === undefined) return undefined;
    const verdict = await send(oldest.item, signal).then(judgeReply, judgeFailure);
    if (signal.aborted) return undefined;
    logVerdict(verdict);
    switch (verdict.kind) {
      case 'delivered':
        await oldest.remove();
        break;
      case 'refused':
        log.warn(
          { reason: verdict.reason, provider_event_id: oldest.item.provider_event_id },
          'the API refused a read',
        );
        await oldest.remove();
        break;
      case 'unwanted':
        log.info({ reason: verdict.reason, dropped: queue.size }, 'queued reads are dropped');
        await queue.clear();
        break;
      case 'later':
        break;
    }
    return verdict;
  };

  return {
    name: 'delivery',
    wake: () => wake(),
    async run(signal) {
      for (let attempt = 0; !signal.aborted; ) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const verdict = await sendOldest(signal);
        if (verdict === undefined) {
          attempt = 0;
          await Promise.race([woken, sleep(MAX_REST_MS, signal)]);
        } else if (verdict.kind === 'later') {
          await sleep(verdict.afterMs ?? backoffMs({ attempt, ...BACKOFF }), signal);
          attempt += 1;
        } else attempt = 0;
      }
    },
  };
}
