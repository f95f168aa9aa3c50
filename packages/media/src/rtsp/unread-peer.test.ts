import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rtspLimits } from './rtsp-limits.ts';
import { RtspRequester } from './rtsp-requester.ts';
import { serveConnection } from './server-connection.ts';

/** A connection whose peer has stopped reading: written data never leaves. */
function unreadSocket(): Socket {
  const socket = new Duplex({ read: () => undefined, write: () => undefined });
  const noop = () => socket;
  return Object.assign(socket, { setNoDelay: noop, setKeepAlive: noop }) as unknown as Socket;
}

function slowClock() {
  let nowMs = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => spy.mockRestore());
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const question = 'OPTIONS rtsp://h/gate/main RTSP/1.0\r\nCSeq: 7\r\n\r\n';
/** A request a second is below every limit. */
const MAX_QUESTIONS = 5_000;

describe('a peer that never reads', () => {
  it('as a camera is dropped before 64 KiB are queued', async () => {
    const socket = unreadSocket();
    let receive = (_chunk: Buffer) => {};
    const clock = slowClock();
    const requester = new RtspRequester({
      connection: { socket, onChunk: (listener) => (receive = listener) },
      credentials: undefined,
      timeoutMs: 1_000,
      onFrame: () => undefined,
      onChunkEnd: () => undefined,
    });
    let maxQueued = 0;
    for (let asked = 0; asked < MAX_QUESTIONS && !socket.destroyed; asked += 1) {
      clock.pass(1_000);
      receive(Buffer.from(question));
      maxQueued = Math.max(maxQueued, socket.writableLength);
    }
    expect(socket.destroyed).toBe(true);
    expect(maxQueued).toBeLessThanOrEqual(rtspLimits.queuedBytes);
    expect((await requester.closed).fault).toEqual({
      kind: 'refused',
      reason: 'camera-not-reading',
    });
  });

  it('as a reader is dropped before 64 KiB are queued', async () => {
    const socket = unreadSocket();
    const clock = slowClock();
    const dropped: number[] = [];
    serveConnection({
      socket,
      directory: { openStream: async () => ({ kind: 'unknown' }), publish: () => undefined },
      authorize: () => false,
      admitted: () => {},
      handshakeMs: 1_000_000,
      bufferedBytes: 1_000_000,
      tooSlow: (bytes) => dropped.push(bytes),
    });
    let maxQueued = 0;
    for (let asked = 0; asked < MAX_QUESTIONS && !socket.destroyed; asked += 1) {
      clock.pass(1_000);
      socket.emit('data', Buffer.from(question));
      await new Promise(setImmediate);
      maxQueued = Math.max(maxQueued, socket.writableLength);
    }
    expect(socket.destroyed).toBe(true);
    expect(maxQueued).toBeLessThanOrEqual(rtspLimits.queuedBytes);
    expect(dropped).toHaveLength(1);
  });
});

it('does not get an invalid sequence number echoed', async () => {
  const socket = unreadSocket();
  let receive = (_chunk: Buffer) => {};
  const requester = new RtspRequester({
    connection: { socket, onChunk: (listener) => (receive = listener) },
    credentials: undefined,
    timeoutMs: 1_000,
    onFrame: () => undefined,
    onChunkEnd: () => undefined,
  });
  receive(Buffer.from(`OPTIONS rtsp://h/ RTSP/1.0\r\nCSeq: ${'9'.repeat(10_000)}\r\n\r\n`));
  expect(socket.writableLength).toBeLessThan(100);
  socket.destroy();
  await requester.closed;
});
