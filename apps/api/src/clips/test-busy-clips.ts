import { expect } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { addEvent } from './test-clips.ts';

/** Asks for many clips of ten seconds at once, each twice; they overlap. Returns the size of every reply. */
export async function requestManyClips(
  { test, cameraId, token, startMs }: { test: TestApp; cameraId: string; token: string; startMs: number },
  clips: number,
): Promise<number[]> {
  const ids = await Promise.all(
    Array.from({ length: clips }, (_, i) => {
      const atMs = startMs + 20_000 + i * 1_500;
      return addEvent(test.db, { cameraId, startMs: atMs, endMs: atMs });
    }),
  );
  const replies = await Promise.all(
    [...ids, ...ids].map(async (id) => {
      const reply = await fetch(`${test.app.listeningOrigin}/clip/${id}/clip.mp4`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength };
    }),
  );
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  return replies.map(({ bytes }) => bytes);
}
