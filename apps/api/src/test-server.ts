import { routes } from '@holdfast/contract';
import type { Logger } from '@holdfast/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Guard } from './http/caller.ts';
import { proxyList } from './http/proxy-list.ts';
import { type Api, serveApi } from './server.ts';

export interface TestServer {
  app: FastifyInstance;
  close(): Promise<void>;
}

interface Reusable {
  app: FastifyInstance;
  use(api: Api | undefined): void;
  /** Whether nothing but finished requests of a test has touched it. */
  isUntouched(): boolean;
}

interface ServerSettings {
  log: Logger;
  plainHttp: boolean;
  consoleDir: string;
  /** Whether it may be one that other tests use, too: not if they would notice. */
  isShared: boolean;
}

const unused: Reusable[] = [];

/**
 * The server of a test. To build one with all its routes costs as much as everything else that a test starts, and it has no
 * state of its own: the next test of this process uses it again, with another API.
 */
export async function openTestServer(api: Api, { isShared, ...settings }: ServerSettings): Promise<TestServer> {
  const server = (isShared ? unused.pop() : undefined) ?? (await buildServer(api, settings));
  server.use(api);
  return {
    app: server.app,
    close: async () => {
      if (!isShared || !server.isUntouched()) return server.app.close();
      api.close();
      server.use(undefined);
      unused.push(server);
    },
  };
}

async function buildServer(first: Api, settings: Omit<ServerSettings, 'isShared'>): Promise<Reusable> {
  const { api, use } = switchable(first);
  const app = serveApi(api, { ...settings, allowedHosts: [], trustedProxies: [], isLocal: proxyList(['loopback']) });
  let isSeparate = false;
  // Not a counter: a request that another hook refuses ends without having passed the one below.
  const underWay = new Set<FastifyRequest>();
  const separate = (done: () => void) => {
    isSeparate = true;
    done();
  };
  app.addHook('onListen', separate);
  app.addHook('onClose', (_app, done) => separate(done));
  app.addHook('onRequest', (request, _reply, done) => {
    underWay.add(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    underWay.delete(request);
    done();
  });
  await app.ready();
  return { app, use, isUntouched: () => !isSeparate && underWay.size === 0 };
}

type AnyHandler = (input: unknown) => unknown;
type AnyTable = Record<string, Record<string, AnyHandler>>;

/** An API whose every part is that of the one in use. */
function switchable(first: Api): { api: Api; use(api: Api | undefined): void } {
  let inUse: Api | undefined = first;
  const current = (): Api => {
    if (!inUse) throw new Error('what this test started was closed');
    return inUse;
  };
  const handler =
    (feature: string, name: string): AnyHandler =>
    (input) =>
      (current().handlers as unknown as AnyTable)[feature]?.[name]?.(input);
  const handlers = Object.entries(routes).map(([feature, table]) => [
    feature,
    Object.fromEntries(Object.keys(table).map((name) => [name, handler(feature, name)])),
  ]);
  const guards = Object.keys(first.guards).map((access): [string, Guard] => [
    access,
    (request, route) => current().guards[access as keyof Api['guards']](request, route),
  ]);
  const api: Api = {
    handlers: Object.fromEntries(handlers),
    guards: Object.fromEntries(guards) as Api['guards'],
    noteFor: (feature, name) => {
      if (!first.noteFor(feature, name)) return undefined;
      return (request) => {
        const noteOf = current().noteFor(feature, name);
        if (!noteOf) throw new Error(`the calls of ${feature}.${name} are not noted any more`);
        return noteOf(request);
      };
    },
    unlessUnresponsive: (work) => current().unlessUnresponsive(work),
    countReply: (request, reply) => inUse?.countReply(request, reply),
    close: () => inUse?.close(),
  };
  return {
    api,
    use: (next) => {
      inUse = next;
    },
  };
}
