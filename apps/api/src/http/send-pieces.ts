import type { ServerResponse } from 'node:http';
import type { PieceSource } from '@holdfast/media';

// Small enough to be still in the processor's cache when the network stack copies it.
const PIECE_BYTES = 256 * 1024;
const MAX_SPARE = 32;
const STALLED_MS = 60_000;

/**
 * Buffers that are free for reuse. Allocating each would cost more than the rest of sending: the kernel clears every page, and
 * the garbage collector must run to free it.
 */
const spare: Buffer[] = [];

/**
 * Sends a body through two buffers and always closes its source. While the kernel takes one, the other is filled; neither is
 * reused before all of it was taken, so a slow client only slows down its own reading.
 */
export async function sendPieces(
  response: ServerResponse,
  source: PieceSource,
  { stalledMs = STALLED_MS } = {},
): Promise<void> {
  let [sending, filling] = [borrow(), borrow()];
  try {
    let missing = source.lengthBytes;
    for (let filled = await source.fill(sending); missing > 0; ) {
      if (filled === 0) throw new Error('the source ended before its announced length');
      missing -= filled;
      const full = sending.subarray(0, filled);
      [filled] = await Promise.all([missing > 0 ? source.fill(filling) : 0, taken(response, full, stalledMs)]);
      [sending, filling] = [filling, sending];
    }
    // Only here: a buffer that a broken connection may still use is left to the garbage collector.
    if (spare.length + 2 <= MAX_SPARE) spare.push(sending, filling);
    response.end();
  } catch (err) {
    // The length was announced, so only closing the connection shows the client that the body is incomplete.
    response.destroy();
    throw err;
  } finally {
    await source.close();
  }
}

const borrow = () => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);

/** The client disconnected, which may happen at any time. */
export class ClientLeft extends Error {}

/** Resolves when the kernel has copied all the bytes. */
function taken(response: ServerResponse, bytes: Uint8Array, stalledMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(stalled);
      response.off('close', leave);
      outcome();
    };
    const leave = () => settle(() => reject(new ClientLeft('the client left')));
    const stalled = setTimeout(() => settle(() => reject(new Error('the client has stopped reading'))), stalledMs);
    // A pipelined reply that is queued behind another gets no callback for its writes.
    response.once('close', leave);
    response.write(bytes, (err) => (err ? leave() : settle(resolve)));
  });
}
