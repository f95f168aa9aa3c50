import { type Reason, reasonCode } from '@holdfast/domain';
import type { WebSocket } from 'ws';
import { HubFault } from './hub-fault.ts';

export interface Pings {
  /** Resolves with the answer; rejects after the limit, or when the connection closes. */
  ping(limitMs: number): Promise<void>;
  answered(id: unknown): void;
}

/** `send` sends a ping and returns its id. */
export function createPings(socket: WebSocket, send: () => number): Pings {
  const waiting = new Map<unknown, () => void>();
  return {
    answered: (id) => waiting.get(id)?.(),
    ping: (limitMs) =>
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
      }),
  };
}
