import { createHash, timingSafeEqual } from 'node:crypto';
import type { Route } from '@holdfast/contract';
import { type Database, findVisibleCamera, findWorkerCamera, readLprConfig } from '@holdfast/db';
import { type Capability, isSameOrigin, type Reason, reasonCode } from '@holdfast/domain';
import type { Tokens } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import { inBatches } from '../batches/in-batches.ts';
import type { Guards, MediaCaller, ShareCaller, WorkerCaller } from '../http/caller.ts';
import { Problem, ProgramProblem } from '../http/problem.ts';
import { requireCapability } from '../http/require-capability.ts';
import type { Callers } from './callers.ts';
import { digestOf } from './random-token.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { shareCookieOf } from './share-cookie.ts';

interface GuardDeps {
  db: Database;
  callers: Callers;
  tokens: Tokens;
  metrics: { token: string | undefined; openOnLoopback: boolean };
}

const BEARER = 'bearer ';

/** For programs whose WebSocket cannot send a header. Never in the URL, which ends up in logs. */
const BEARER_PROTOCOL = /(?:^|,)\s*bearer\.([\w.-]+)/;

/** Not validated here: the reader refuses anything that is not one of our tokens. */
function bearerOf({ headers }: FastifyRequest): string | undefined {
  const { authorization = '' } = headers;
  if (authorization === '' && headers.upgrade?.toLowerCase() === 'websocket')
    return BEARER_PROTOCOL.exec(headers['sec-websocket-protocol'] ?? '')?.[1];
  const isBearer = authorization.slice(0, BEARER.length).toLowerCase() === BEARER;
  return isBearer ? authorization.slice(BEARER.length).trimStart() : undefined;
}

const unauthenticated = (reason: Reason) => new Problem('unauthenticated', { reason });
const isUuid = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** The session of a browser, which sends its cookie with requests from any site, so changes must come from our own page. */
function ofCookie(request: FastifyRequest): string | undefined {
  const token = sessionCookieOf(request);
  if (token === undefined || token === '') return undefined;
  const { headers, method, host } = request;
  const fetchSite = headers['sec-fetch-site'];
  const isFromHere = () =>
    isSameOrigin({
      fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
      origin: headers.origin,
      host,
    });
  if ((!SAFE_METHODS.has(method) || headers.upgrade !== undefined) && !isFromHere())
    throw new Problem('forbidden', { reason: reasonCode('request-from-other-site') });
  request.isByCookie = true;
  return token;
}

const notSignedIn = () => unauthenticated(reasonCode('not-signed-in'));

type MediaParam = 'id' | 'camera_id' | 'clip_id' | 'event_id';

/** One guard per kind of access. The order is always: authentication (401), permission (403), visibility (404). */
export function createGuards({ db, callers, tokens, metrics }: GuardDeps): Guards {
  const user = (request: FastifyRequest): MediaCaller | Promise<MediaCaller> => {
    const token = bearerOf(request) ?? ofCookie(request);
    if (token === undefined) throw notSignedIn();
    const found = callers.ofUserToken(token);
    if (found instanceof Promise) return found.then(orRefuse);
    return orRefuse(found);
  };

  const withCapability = (wanted: Capability) => (request: FastifyRequest) => {
    const check = (caller: MediaCaller) => requireCapability(caller, wanted);
    const caller = user(request);
    return caller instanceof Promise ? caller.then(check) : check(caller);
  };

  const ofMediaToken = async (token: unknown): Promise<MediaCaller & { onlyCameraId: string }> => {
    const claims = typeof token === 'string' ? await tokens.readMedia(token) : undefined;
    const caller = claims && (await callers.ofSession(claims.sessionId));
    if (!claims || !caller) throw unauthenticated(reasonCode('media-token-ended'));
    return { ...caller, onlyCameraId: claims.cameraId };
  };

  const requireOwnCamera = (cameraId: string | undefined, { onlyCameraId }: MediaCaller): string => {
    if (!isUuid(cameraId) || (onlyCameraId ?? cameraId) !== cameraId) throw new Problem('not-found');
    return cameraId;
  };

  const media = async (request: FastifyRequest, { scopeInHandler }: Route): Promise<MediaCaller> => {
    const { token } = request.query as { token?: unknown };
    const caller = token === undefined ? await user(request) : await ofMediaToken(token);
    const { id, camera_id, clip_id, event_id } = request.params as Partial<Record<MediaParam, string>>;
    // The camera is checked here, because an open WebSocket has no status to refuse with. That of a clip or an event is part of
    // its query.
    if (clip_id !== undefined || event_id !== undefined) return caller;
    const cameraId = requireOwnCamera((camera_id ?? id)?.toLowerCase(), caller);
    if (!scopeInHandler && !(await findVisibleCamera(db, { cameraId, userId: caller.userId })))
      throw new Problem('not-found');
    return caller;
  };

  const download = async (request: FastifyRequest): Promise<MediaCaller> => {
    const { token } = request.query as { token?: unknown };
    if (token === undefined) return user(request);
    const claims = typeof token === 'string' ? await tokens.readDownload(token) : undefined;
    const caller = claims && (await callers.ofSession(claims.sessionId));
    if (!claims || !caller) throw unauthenticated(reasonCode('download-link-ended'));
    const { id } = request.params as { id?: string };
    if (claims.exportId !== id?.toLowerCase()) throw new Problem('not-found');
    return caller;
  };

  // Always 404: whether there is such a link must not be revealed.
  const share = async (request: FastifyRequest): Promise<ShareCaller> => {
    const { id } = request.params as { id?: string };
    const cookie = shareCookieOf(request);
    const shareId = cookie === undefined ? undefined : await tokens.readShare(cookie);
    if (shareId === undefined || shareId !== id?.toLowerCase()) throw new Problem('not-found');
    return { shareId };
  };

  return {
    public: () => undefined,
    user,
    media,
    download,
    share,
    ingest: createIngestGuard(db),
    metrics: createMetricsGuard(metrics),
    admin: withCapability('admin'),
    view_plates: withCapability('view_plates'),
    playback: withCapability('playback'),
    clips: withCapability('clips'),
    export: withCapability('export'),
    protect: withCapability('protect'),
  };
}

function orRefuse(caller: MediaCaller | undefined): MediaCaller {
  if (!caller) throw notSignedIn();
  return caller;
}

const sameText = (a: string, b: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};

/** Plate workers: each that the launcher started has a token for its camera; those of the operator share one token. */
function createIngestGuard(db: GuardDeps['db']) {
  // A busy worker sends many at once; a config read after they arrived serves them all.
  const readConfig = inBatches<undefined, Awaited<ReturnType<typeof readLprConfig>>>({
    most: Number.POSITIVE_INFINITY,
    work: async (waiting) => {
      const value = await readLprConfig(db);
      return waiting.map(() => ({ status: 'fulfilled', value }));
    },
  });

  return async (request: FastifyRequest): Promise<WorkerCaller> => {
    const header = request.headers['x-ingest-token'];
    const token = typeof header === 'string' ? header : bearerOf(request);
    if (token === undefined) throw new ProgramProblem('unauthenticated', 'Send the ingest token as "X-Ingest-Token".');
    const config = await readConfig(undefined);
    const expected = config.ingestTokenDigest;
    const digest = digestOf(token);
    const isOperators = expected !== null && timingSafeEqual(expected, digest);
    const onlyCameraId = isOperators ? undefined : await findWorkerCamera(db, digest);
    if (!isOperators && onlyCameraId === undefined)
      throw new ProgramProblem('unauthenticated', 'The ingest token is not valid.');
    if (!config.enabled) throw new Problem('plates-disabled');
    return { onlyCameraId };
  };
}

function createMetricsGuard(metrics: GuardDeps['metrics']) {
  return (request: FastifyRequest): undefined => {
    // A proxy on this machine forwards for others, so its callers are not local.
    if (
      metrics.openOnLoopback &&
      request.headers['x-forwarded-for'] === undefined &&
      request.headers.forwarded === undefined
    )
      return;
    const token = bearerOf(request);
    if (token === undefined || metrics.token === undefined || !sameText(token, metrics.token))
      throw new ProgramProblem('unauthenticated', 'Set METRICS_TOKEN and send it as "Authorization: Bearer <token>".');
  };
}
