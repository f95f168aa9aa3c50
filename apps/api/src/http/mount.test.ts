import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { routes as contract, type Route } from '@holdfast/contract';
import { fastify } from 'fastify';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Guards } from './caller.ts';
import { type Bytes, mount } from './mount.ts';

const open = { public: () => undefined } as unknown as Guards;

async function replyOf(reply: Route['reply'], output: () => unknown) {
  const app = fastify();
  const routes = {
    things: { get: { method: 'GET', path: '/', access: 'public', summary: '', reply } satisfies Route },
  };
  mount(app, { routes, guards: open, handlers: { things: { get: output as () => never } } });
  const { statusCode, payload, headers } = await app.inject('/');
  await app.close();
  return { statusCode, payload, type: headers['content-type'] };
}

/** Its first bytes arrive after the handler returned, like those of a file or of ffmpeg. */
const slowly = (text: string): Bytes => ({
  bytes: Readable.from(
    (async function* () {
      await delay(20);
      yield text;
    })(),
  ),
});

const noContent = contract.cameras.remove.reply;
const video = { kind: 'binary', mediaType: 'video/mp4' } as const;
const Thing = Type.Object({ name: Type.String() }, { additionalProperties: false });
const named = { name: 'Gate', secret: 'x' };

describe('a mounted route', () => {
  it.each<[string, Route['reply'], () => unknown, number, string]>([
    ['sends what its schema names', Thing, () => named, 200, '{"name":"Gate"}'],
    ['sends no body for 204', noContent, () => undefined, 204, ''],
    ['sends bytes', video, () => ({ bytes: Buffer.from('mp4') }), 200, 'mp4'],
    ['sends a stream to its end', video, () => slowly('mp4'), 200, 'mp4'],
  ])('%s, at once or later', async (_title, reply, output, statusCode, payload) => {
    expect(await replyOf(reply, output)).toMatchObject({ statusCode, payload });
    expect(await replyOf(reply, async () => output())).toMatchObject({ statusCode, payload });
  });
});
