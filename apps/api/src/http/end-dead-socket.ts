import { type Rate, RateLimit } from '@holdfast/kit';
import type { WebSocket } from 'ws';

const PING_MS = 10_000;
// A client has nothing to send but an occasional ping. Each ping is answered, and the answers to a client that never reads
// would accumulate in memory.
const MESSAGES: Rate = { perSecond: 2, burst: 50 };

/** Ends a socket whose client answers no ping, or floods the server with messages. */
export function endDeadOrFlooding(socket: WebSocket): void {
  let answered = true;
  const messages = new RateLimit(MESSAGES, performance.now());
  const count = () => {
    messages.refill(performance.now());
    if (!messages.take()) socket.terminate();
  };
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', count);
  socket.on('ping', count);
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS);
  socket.once('close', () => clearInterval(timer));
}
