import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@holdfast/testkit';

export interface FakeApi {
  baseUrl: string;
  /** Bodies of accepted reads. */
  reads: Record<string, unknown>[];
  configRequests: number;
  /** The responses of both routes; `config` is returned as settings. */
  state: {
    token: string;
    enabled: boolean;
    plates: boolean;
    country: string | null;
    minConfidence: number;
    zones: { include: [number, number][][]; exclude: [number, number][][] };
    gone: boolean;
  };
  /** Refuses connections until it is started again on the same port. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** The two API routes that the worker uses, with realistic responses. */
export async function startFakeApi(cameraId: string): Promise<FakeApi> {
  const state = {
    ...{ token: 'first', enabled: true, plates: true, country: null, minConfidence: 0.5, gone: false },
    zones: { include: [], exclude: [] },
  };
  const problem = (code: string, status: number) => ({
    status,
    body: { type: `/problems/${code}`, title: code, status, instance: '' },
  });
  const answer = (method: string, path: string, authorization: string | undefined, body: string) => {
    if (authorization !== `Bearer ${api.state.token}`) return problem('unauthenticated', 401);
    if (!api.state.plates) return problem('plates-disabled', 403);
    if (method === 'GET' && path === '/lpr/worker-config') {
      api.configRequests += 1;
      const { enabled, country, zones, minConfidence: min_confidence } = api.state;
      const cameras = api.state.gone ? [] : [{ camera_id: cameraId, enabled, min_confidence, zones, country }];
      return { status: 200, body: { cameras } };
    }
    if (method !== 'POST' || path !== '/lpr/reads') return problem('not-found', 404);
    const read = JSON.parse(body) as Record<string, unknown>;
    if (api.state.gone || read.camera_id !== cameraId) return problem('not-found', 404);
    if (!api.state.enabled) return { status: 200, body: { dropped: 'engine-refuses' } };
    api.reads.push(read);
    return { status: 201, body: { id: crypto.randomUUID() } };
  };
  const create = () =>
    createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        const { pathname } = new URL(request.url ?? '', 'http://api');
        const reply = answer(request.method ?? '', pathname, request.headers.authorization, body);
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
      });
    });
  let server = create();
  // One that nobody else is given while it is paused.
  const port = await freePort();
  const listen = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  await listen();
  const pause = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const api: FakeApi = {
    baseUrl: `http://127.0.0.1:${port}`,
    reads: [],
    configRequests: 0,
    state,
    pause,
    resume: () => {
      server = create();
      return listen();
    },
    stop: pause,
  };
  return api;
}
