import { type Reason, reasonCode } from '@holdfast/domain';
import type { WebSocket } from 'ws';
import { HubFault } from './hub-fault.ts';

export interface PingTiming {
  /** How long an answer may take. */
  limitMs: number;
  /** After this time without an answer the next ping is sent. */
  everyMs: number;
}

export interface Pings {
  /** Resolves with the answer; rejects after the limit, or when the connection closes. */
  ping(timing: PingTiming): Promise<void>;
  answered(id: unknown): void;
}

/** `send` sends a ping and returns its id. */
export function createPings(socket: WebSocket, send: () => number): Pings {
  const waiting = new Map<unknown, () => void>();
  /** Sent while the one before was not answered: each has its whole limit, and a hang is still noticed soon. */
  let early: Promise<void> | undefined;

  const sendOne = (limitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const refuse = (reason: Reason) => reject(new HubFault('unreachable', reason));
      if (socket.readyState !== socket.OPEN) return refuse(reasonCode('hub-connection-closed'));
      const id = send();
      const settle = (done: () => void) => {
        clearTimeout(timer);
        socket.off('close', closed);
        waiting.delete(id);
        done();
      };
      const closed = () => settle(() => refuse(reasonCode('hub-connection-closed')));
      const late = () => settle(() => refuse(reasonCode('hub-timed-out')));
      // After a delay of this process an answer that has arrived is read first.
      const timer = setTimeout(() => setImmediate(late), limitMs);
      socket.once('close', closed);
      waiting.set(id, () => settle(resolve));
    });

  return {
    answered: (id) => waiting.get(id)?.(),
    async ping({ limitMs, everyMs }) {
      const asked = early ?? sendOne(limitMs);
      early = undefined;
      const timer = setTimeout(() => {
        early = sendOne(limitMs);
        // Whoever asks next sees the failure.
        early.catch(() => undefined);
      }, everyMs);
      try {
        await asked;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
