import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { PieceSource } from '@holdfast/media';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientLeft, sendPieces } from './send-pieces.ts';

const BODY_BYTES = 3_000_011;

/** Bytes that differ by position and by body. */
const bodyOf = (seed: number) => {
  const body = Buffer.alloc(BODY_BYTES);
  for (let i = 0; i < body.length; i += 1) body[i] = (i * 31 + (i >>> 8) * 7 + seed * 101) & 0xff;
  return body;
};
const bodies = Array.from({ length: 8 }, (_, seed) => bodyOf(seed));

let server: Server;
let port: number;
let open: number;
let outcomes: unknown[];
let stalledMs: number | undefined;

/** Returns odd lengths, never a whole piece, and yields to the event loop in between. */
function sourceOf(body: Buffer, failAt = Number.POSITIVE_INFINITY): PieceSource {
  let at = 0;
  open += 1;
  return {
    lengthBytes: body.length,
    fill: async (piece) => {
      await turn();
      if (at >= failAt) throw new Error('the disk is gone');
      const part = body.subarray(at, at + Math.min(piece.length, 100_003));
      piece.set(part);
      at += part.length;
      return part.length;
    },
    close: async () => {
      open -= 1;
    },
  };
}

/** More than the kernel buffers for a client. */
function endless(): PieceSource {
  const close = async () => {
    open -= 1;
  };
  open += 1;
  return { lengthBytes: Number.MAX_SAFE_INTEGER, fill: async (piece) => piece.fill(1).length, close };
}

beforeEach(async () => {
  [open, outcomes, stalledMs] = [0, [], undefined];
  server = createServer((request, response) => {
    const [, seed, failAt] = /^\/(\d+)(?:\/(\d+))?$/.exec(request.url ?? '') ?? [];
    const source =
      request.url === '/endless'
        ? endless()
        : sourceOf(bodies[Number(seed)] ?? Buffer.alloc(0), failAt === undefined ? undefined : Number(failAt));
    response.setHeader('content-length', source.lengthBytes);
    sendPieces(response, source, stalledMs === undefined ? {} : { stalledMs }).then(
      () => outcomes.push('sent'),
      (err: unknown) => outcomes.push(err),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as { port: number });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await expect.poll(() => open).toBe(0);
});

const ask = async (path: string): Promise<IncomingMessage> => {
  const request = get({ port, path, agent: false });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return reply;
};

const read = async (reply: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** Reads a little, yields to the others, reads a little more. */
async function readSlowly(reply: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of reply) {
    parts.push(part as Buffer);
    reply.pause();
    for (let i = 0; i < 20; i += 1) await turn();
    reply.resume();
  }
  return Buffer.concat(parts);
}

describe('a body sent through reused buffers', () => {
  it('arrives unchanged', async () => {
    expect((await read(await ask('/3'))).equals(bodies[3]!)).toBe(true);
    await expect.poll(() => [open, outcomes]).toEqual([0, ['sent']]);
  });

  it('comes as it is to many at once, slow ones and leaving ones among them', async () => {
    const clients = Array.from({ length: 64 }, async (_, client) => {
      const seed = client % bodies.length;
      const reply = await ask(`/${seed}`);
      if (client % 4 === 3) {
        await once(reply, 'data');
        reply.destroy();
        return true;
      }
      return (await (client % 4 === 2 ? readSlowly(reply) : read(reply))).equals(bodies[seed]!);
    });
    expect(await Promise.all(clients)).toEqual(clients.map(() => true));
    await expect.poll(() => [open, outcomes.length]).toEqual([0, 64]);
  });

  it('comes as it is to clients that ask again before they have the answer', async () => {
    const socket = connect(port, '127.0.0.1');
    const wanted = [5, 1, 6];
    const asked = wanted.map((seed) => `GET /${seed} HTTP/1.1\r\nhost: x\r\n`);
    socket.write(`${asked.join('\r\n')}connection: close\r\n\r\n`);
    let received = Buffer.alloc(0);
    const expected = wanted.map((seed) => bodies[seed]!);
    for await (const part of socket) received = Buffer.concat([received, part as Buffer]);
    for (const body of expected) {
      const start = received.indexOf('\r\n\r\n') + 4;
      expect(received.subarray(start, start + BODY_BYTES).equals(body)).toBe(true);
      received = received.subarray(start + BODY_BYTES);
    }
    await expect.poll(() => open).toBe(0);
  });

  it('closes its source for a client that leaves while its reply is queued', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\nGET /2 HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => open).toBe(2);
    socket.destroy();
    await expect.poll(() => open).toBe(0);
    expect(outcomes.every((outcome) => outcome instanceof ClientLeft)).toBe(true);
  });

  it('is cut off for a client that stops reading', async () => {
    stalledMs = 50;
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => outcomes).toEqual([expect.objectContaining({ message: 'the client has stopped reading' })]);
    expect(open).toBe(0);
    socket.destroy();
  });

  it('is cut off when its source fails, so that a client detects the missing part', async () => {
    await expect(read(await ask('/4/500000'))).rejects.toThrow('aborted');
    await expect.poll(() => [open, outcomes.map(String)]).toEqual([0, ['Error: the disk is gone']]);
  });
});
