import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLogThrottle } from './log-throttle.ts';
import { type Problem, ProgramProblem, problemBody } from './problem.ts';
import { headersOfEveryReply } from './security-headers.ts';
import { toProblem } from './to-problem.ts';

// While the database is unavailable every request fails for the same reason; one log line per second is enough.
const throttleOutage = createLogThrottle(1_000);

export function sendProblem(request: FastifyRequest, reply: FastifyReply, err: unknown): FastifyReply {
  const problem = toProblem(err);
  logProblem(request, problem, err);
  return (
    reply
      .code(problem.status)
      .headers(problem.headers)
      // Again, because refusals of the framework itself pass no hook.
      .headers(headersOfEveryReply(request.id))
      .type('application/problem+json')
      .serializer((body: unknown) => JSON.stringify(body))
      .send(problemBody(problem, request.id))
  );
}

function logProblem(request: FastifyRequest, problem: Problem, err: unknown): void {
  if (problem.code === 'internal') request.log.error({ err, request_id: request.id }, 'request failed');
  if (problem.code !== 'database-unavailable') return;
  const throttled = throttleOutage();
  if (!throttled.log) return;
  const reason = problem.cause instanceof Error ? problem.cause.message : String(problem.cause);
  request.log.warn({ reason, request_id: request.id, suppressed: throttled.suppressed }, 'database unavailable');
}

/** Every failure has the same shape, including unknown routes and refusals of the framework. */
export function replyWithProblems(app: FastifyInstance): void {
  const methodsAt = collectMethods(app);
  const refuse = ({ url }: FastifyRequest, reply: FastifyReply): Problem => {
    const allowed = methodsAt(pathOf(url));
    if (allowed.length === 0) return new ProgramProblem('not-found', 'There is no route of that name.');
    reply.header('allow', allowed.join(', '));
    return new ProgramProblem('method-not-allowed', `This path accepts ${allowed.join(', ')}.`);
  };
  // Before the framework reads the body, which some of these methods require.
  app.addHook('onRequest', (request, reply, done) => {
    if (METHODS.has(request.method)) return done();
    throw refuse(request, reply);
  });
  app.setErrorHandler((err, request, reply) => sendProblem(request, reply, err));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, refuse(request, reply)));
}

/** All methods of our routes. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/** The methods at a path, regardless of who may call them. */
function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    patterns.set(url, known);
  });
  return (path) => {
    const at = [...patterns.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(at.flatMap(({ methods }) => [...methods]))].sort();
  };
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );
