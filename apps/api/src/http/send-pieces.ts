import type { ServerResponse } from 'node:http';
import type { PieceSource } from '@holdfast/media';

// So much is still in the processor's cache when the network takes it.
const PIECE_BYTES = 256 * 1024;
const MOST_SPARE = 32;
const STALLED_MS = 60_000;

/**
 * Pieces that nobody reads from any more. New memory for each would cost more than all the rest of sending: the kernel
 * clears every page of it, and the collector has to be run to get it back.
 */
const spare: Buffer[] = [];

/**
 * Sends a body through two pieces of memory and closes its source, whatever happens. While the kernel takes what is in
 * the one, the other is filled; neither is touched before all of it was taken, so a slow client slows the reading down
 * and nothing else.
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
      if (filled === 0) throw new Error('fewer bytes came than were promised');
      missing -= filled;
      const full = sending.subarray(0, filled);
      [filled] = await Promise.all([missing > 0 ? source.fill(filling) : 0, taken(response, full, stalledMs)]);
      [sending, filling] = [filling, sending];
    }
    // Only here: what a broken connection may still hold is left to the collector.
    if (spare.length + 2 <= MOST_SPARE) spare.push(sending, filling);
    response.end();
  } catch (err) {
    // The length is announced, so nothing but a cut tells the client that this is not all of it.
    response.destroy();
    throw err;
  } finally {
    await source.close();
  }
}

const borrow = () => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);

/** Hung up, which clients may do at any time. */
export class ClientLeft extends Error {}

/** Resolves when the kernel has its own copy of all the bytes. */
function taken(response: ServerResponse, bytes: Uint8Array, stalledMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(stalled);
      response.off('close', leave);
      outcome();
    };
    const leave = () => settle(() => reject(new ClientLeft('the client left')));
    const stalled = setTimeout(() => settle(() => reject(new Error('the client takes nothing any more'))), stalledMs);
    // A reply that waits behind another on its connection is never told what became of its writes.
    response.once('close', leave);
    response.write(bytes, (err) => (err ? leave() : settle(resolve)));
  });
}
