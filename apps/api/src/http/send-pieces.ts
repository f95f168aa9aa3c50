import type { ServerResponse } from 'node:http';
import type { PieceSource } from '@holdfast/media';

// So much is still in the processor's cache when the network takes it.
const PIECE_BYTES = 256 * 1024;
const MOST_SPARE = 16;
const STALLED_MS = 60_000;

/**
 * Pieces that nobody reads from any more. New memory for each would cost more than all the rest of sending: the kernel
 * clears every page of it, and the collector has to be run to get it back.
 */
const spare: Buffer[] = [];

/**
 * Sends a body through one piece of memory and closes its source, whatever happens. The piece is filled again only when
 * the kernel has taken what was in it, so a slow client slows the reading down and nothing else.
 */
export async function sendPieces(
  response: ServerResponse,
  source: PieceSource,
  { stalledMs = STALLED_MS } = {},
): Promise<void> {
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    for (let missing = source.lengthBytes; missing > 0; ) {
      const filled = await source.fill(piece);
      if (filled === 0) throw new Error('fewer bytes came than were promised');
      await taken(response, piece.subarray(0, filled), stalledMs);
      missing -= filled;
    }
    // Only here: one that a broken connection may still hold is left to the collector.
    if (spare.length < MOST_SPARE) spare.push(piece);
    response.end();
  } catch (err) {
    // The length is announced, so nothing but a cut tells the client that this is not all of it.
    response.destroy();
    throw err;
  } finally {
    await source.close();
  }
}

/** The client hung up, or took nothing for so long that it is as good as gone. */
export class ClientLeft extends Error {}

/** Resolves when the kernel has its own copy of all the bytes. */
function taken(response: ServerResponse, bytes: Uint8Array, stalledMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(stalled);
      response.off('close', leave);
      reject(new ClientLeft('the client left'));
    };
    const stalled = setTimeout(leave, stalledMs);
    // A reply that waits behind another on its connection is never told what became of its writes.
    response.once('close', leave);
    response.write(bytes, (err) => {
      if (err) return leave();
      clearTimeout(stalled);
      response.off('close', leave);
      resolve();
    });
  });
}
