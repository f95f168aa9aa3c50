import type { WebSocket } from 'ws';

const PING_MS = 10_000;
// Clients have nothing to send but answers to pings.
const MOST_MESSAGES = 100;

/** Ends a socket whose client answers no ping, or sends message after message. */
export function endSilentOrLoud(socket: WebSocket): void {
  let answered = true;
  let messages = 0;
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', () => {
    messages += 1;
    if (messages > MOST_MESSAGES) socket.terminate();
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS);
  socket.once('close', () => clearInterval(timer));
}
