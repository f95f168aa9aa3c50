import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { until } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { requestManyClips } from './test-busy-clips.ts';
import { addEvent } from './test-clips.ts';

const START = Date.UTC(2026, 0, 1, 12);
const PERMITS = 4;
// The soak test asks for more.
const CLIPS = 16;
let test: TestApp;
let admin: string;
let gate: string;
let address: string;
let rendered = 0;
let running = 0;
let mostRunning = 0;
let aborted = 0;
let hold: Promise<void> | undefined;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    aroundRenderClip: (real) => async (order) => {
      rendered += 1;
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      order.signal.addEventListener('abort', () => {
        aborted += 1;
      });
      try {
        if (hold) await Promise.race([hold, new Promise((resolve) => order.signal.addEventListener('abort', resolve))]);
        return await real(order);
      } finally {
        running -= 1;
      }
    },
  });
  admin = await test.bootstrap();
  gate = await newCamera(test, admin, 'Gate');
  await addTestFootage(test, { cameraId: gate, startMs: START, seconds: 60, segmentSeconds: 4 });
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test?.close());
beforeEach(() => {
  [rendered, mostRunning, aborted, hold] = [0, 0, 0, undefined];
});

/** A clip of ten seconds. */
const event = (second: number) => {
  const atMs = START + second * 1000;
  return addEvent(test.db, { cameraId: gate, startMs: atMs, endMs: atMs });
};
const get = (id: string) =>
  fetch(`${address}/clip/${id}/clip.mp4`, { headers: { authorization: `Bearer ${admin}` } }).then(async (reply) => ({
    status: reply.status,
    bytes: (await reply.arrayBuffer()).byteLength,
  }));

describe('many requests at once', () => {
  it('start one ffmpeg for a hundred requests of one clip', async () => {
    const id = await event(10);
    const replies = await Promise.all(Array.from({ length: 100 }, () => get(id)));
    expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
    expect([replies[0]?.status, rendered]).toEqual([200, 1]);
  });

  it(`never exceed the permits for ${CLIPS} clips, and all arrive`, async () => {
    const busy = { test, cameraId: gate, token: admin, startMs: START };
    expect((await requestManyClips(busy, CLIPS)).filter((bytes) => bytes <= 1_000)).toEqual([]);
    expect([rendered, mostRunning]).toEqual([CLIPS, PERMITS]);
  });

  it('free the place of a client that disconnects, waiting or rendering', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    // The server does not close while it renders.
    onTestFinished(() => release());
    const ids = await Promise.all(Array.from({ length: PERMITS + 1 }, (_, i) => event(11 + i)));
    const sockets = ids.map((id) => {
      const socket = connectSocket(Number(new URL(address).port), '127.0.0.1');
      socket.write(`GET /clip/${id}/clip.mp4 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${admin}\r\n\r\n`);
      return socket;
    });
    await until(() => running === PERMITS && test.renderSlots.waiting() === 1);
    const closed = sockets.map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    await until(() => test.renderSlots.waiting() === 0 && test.renderSlots.running() === 0);
    expect(aborted).toBeGreaterThanOrEqual(PERMITS);
    release();
    hold = undefined;
    // Nothing of it was kept, and it can be rendered now.
    expect((await get(ids[0] ?? '')).status).toBe(200);
  });
});

describe('a user who wants what another user has queued', () => {
  it('waits for a turn of their own, not for the whole queue of the other', async () => {
    const renders: (() => void)[] = [];
    const small = await startTestApp(inject('postgresUrl'), {
      renderLimits: { permits: 1, mostWaiting: 10 },
      aroundRenderClip: (real) => async (order) => {
        await new Promise<void>((resolve) => renders.push(resolve));
        return real(order);
      },
    });
    const asked: Promise<unknown>[] = [];
    try {
      const token = await small.bootstrap();
      const cameraId = await newCamera(small, token, 'Gate');
      await addTestFootage(small, { cameraId, startMs: START, seconds: 8 });
      const roleId = (await small.call('GET', '/config/roles', { token })).body.items[0].id;
      const user = { username: 'ann', password: 'seven gates' };
      await small.call('POST', '/config/users', { token, body: { ...user, role_id: roleId } });
      const ann = (await small.call('POST', '/auth/login', { body: user })).body.token as string;
      const ids = await Promise.all(
        [1, 2, 3, 4].map((second) =>
          addEvent(small.db, { cameraId, startMs: START + second * 1000, endMs: START + second * 1000 }),
        ),
      );
      const ask = (id: string, reader: string) => {
        const reply = small.call('GET', `/clip/${id}/clip.mp4`, { token: reader });
        asked.push(reply);
        return reply;
      };
      for (const [i, id] of ids.entries()) {
        void ask(id, token);
        await until(() => renders.length + small.renderSlots.waiting() === i + 1);
      }
      const hers = ask(ids.at(-1) ?? '', ann);
      await until(() => small.renderSlots.waiting() === 4);
      renders[0]?.();
      await until(() => renders.length === 2);
      renders[1]?.();
      // The clips that the first user queued earlier have not been rendered yet.
      expect((await hers).status).toBe(200);
    } finally {
      // Each release lets the next render begin.
      const releasing = setInterval(() => {
        for (const release of renders.splice(0)) release();
      }, 20);
      await Promise.allSettled(asked);
      clearInterval(releasing);
      await small.close();
    }
  });
});

describe('a full queue', () => {
  it('answers 429 with a time to retry', async () => {
    // Each render waits for its own release: a place counts as taken before the render in it has begun.
    const renders: (() => void)[] = [];
    const small = await startTestApp(inject('postgresUrl'), {
      renderLimits: { permits: 1, mostWaiting: 1 },
      aroundRenderClip: (real) => async (order) => {
        await new Promise<void>((resolve) => renders.push(resolve));
        return real(order);
      },
    });
    try {
      const token = await small.bootstrap();
      const cameraId = await newCamera(small, token, 'Gate');
      await addTestFootage(small, { cameraId, startMs: START, seconds: 8 });
      const ids = await Promise.all(
        [1, 2, 3].map((second) =>
          addEvent(small.db, { cameraId, startMs: START + second * 1000, endMs: START + second * 1000 }),
        ),
      );
      const ask = (id = '') => small.call('GET', `/clip/${id}/clip.mp4`, { token });
      const first = ask(ids[0]);
      await until(() => renders.length === 1);
      const second = ask(ids[1]);
      await until(() => small.renderSlots.waiting() === 1);
      const third = await ask(ids[2]);
      expect(third).toMatchObject({ status: 429, body: { type: '/problems/too-many-clips' } });
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
      renders[0]?.();
      expect((await first).status).toBe(200);
      await until(() => renders.length === 2);
      renders[1]?.();
      expect((await second).status).toBe(200);
    } finally {
      for (const release of renders) release();
      await small.close();
    }
  });
});
