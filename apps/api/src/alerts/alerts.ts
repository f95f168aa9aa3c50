import type { Conn } from '@holdfast/db';
import { createWakeUp } from '@holdfast/kit';
import type { AlertSettings } from './alert-settings.ts';
import { type NewAlert, raiseAlert } from './raise-alert.ts';

export interface Alerts {
  readonly settings: AlertSettings;
  /** Records the event and queues a message for every channel that should receive it, within the transaction. */
  raise(tx: Conn, alert: NewAlert): Promise<void>;
  /** Something was queued and committed: wakes the sender. */
  wake(): void;
  /** Resolves when woken, after a while, or when the signal aborts. */
  nextWake(limitMs: number, signal: AbortSignal): Promise<void>;
}

export function createAlerts(settings: AlertSettings): Alerts {
  const { wake, sleep } = createWakeUp();
  return {
    settings,
    raise: (tx, alert) => raiseAlert(tx, settings, alert),
    wake,
    nextWake: sleep,
  };
}
