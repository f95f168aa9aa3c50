import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

// The database keeps no NUL in text, so one is refused at the door instead of failing deep inside.
const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** Only JSON, an empty body where none is needed, and nothing that poisons an object's prototype. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    if (ESCAPED_NUL.test(body as string))
      return done(new Problem('invalid', { detail: 'Text must not hold a NUL character.' }));
    parse(request, body as string, done);
  });
}
