import type { Conn } from '@holdfast/db';
import type { AlertSettings } from './alert-settings.ts';
import { type NewAlert, raiseAlert } from './raise-alert.ts';

export interface Alerts {
  readonly settings: AlertSettings;
  /** Records what happened and queues a message for every channel that should hear of it, all within the transaction. */
  raise(tx: Conn, alert: NewAlert): Promise<void>;
  /** Something was queued and committed: the sender need not wait for its next look. */
  wake(): void;
  /** Resolves when woken, after a while, or when the signal aborts. */
  nextWake(limitMs: number, signal: AbortSignal): Promise<void>;
}

export function createAlerts(settings: AlertSettings): Alerts {
  let awaken: () => void = () => {};
  let woken = false;
  return {
    settings,
    raise: (tx, alert) => raiseAlert(tx, settings, alert),
    wake: () => {
      woken = true;
      awaken();
    },
    nextWake: (limitMs, signal) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          awaken = () => {};
          woken = false;
          resolve();
        };
        const timer = setTimeout(finish, limitMs);
        signal.addEventListener('abort', finish, { once: true });
        awaken = finish;
        if (woken || signal.aborted) finish();
      }),
  };
}
