import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { DemoCamera } from './demo-cameras.ts';
import type { DetectorHistory } from './detector-history.ts';

export interface DetectorHttpOptions {
  port: number;
  cameras: readonly DemoCamera[];
  history: DetectorHistory;
  /** The picture in which the plate of an object was read. */
  pictureOf(objectId: string): Promise<Buffer | undefined>;
}

const SNAPSHOT_PATH = /^\/api\/events\/([^/]+)\/snapshot\.jpg$/;

/** The part of a detector's HTTP interface that the product uses. */
export async function startDetectorHttp({ port, cameras, history, pictureOf }: DetectorHttpOptions) {
  const sizes = Object.fromEntries(
    cameras.map(({ slug, scene: { width, height } }) => [slug, { detect: { width, height } }]),
  );
  const answer = async (address: string, reply: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(address, 'http://detector');
    if (pathname === '/api/config') return sendJson(reply, { cameras: sizes });
    if (pathname === '/api/events') {
      const number = (name: string, fallback: number) => Number(query.get(name) ?? fallback);
      const wanted = { limit: number('limit', 100), after: number('after', 0), before: number('before', Infinity) };
      return sendJson(reply, history.list({ ...wanted, onlyInProgress: query.has('in_progress') }));
    }
    const objectId = SNAPSHOT_PATH.exec(pathname)?.[1];
    const jpeg = objectId === undefined ? undefined : await pictureOf(decodeURIComponent(objectId));
    if (!jpeg) return reply.writeHead(404).end();
    reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
  };
  const server = createServer((request, reply) => {
    answer(request.url ?? '/', reply).catch(() => reply.writeHead(500).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const sendJson = (reply: ServerResponse, body: unknown): void => {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
