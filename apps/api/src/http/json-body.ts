import type { Route } from '@holdfast/contract';
import { reasonCode } from '@holdfast/domain';
import type { FastifyInstance } from 'fastify';
import { invalidField, ProgramProblem } from './problem.ts';

// The database stores no NUL in text, so it is refused here instead of failing later.
const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** A text media type, only for the routes whose contract declares it. */
export function takeTextBodies(app: FastifyInstance, mediaType: NonNullable<Route['bodyMediaType']>): void {
  app.addContentTypeParser(mediaType, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.bodyMediaType === mediaType) return done(null, body);
    done(new ProgramProblem('unsupported-media-type', 'Send the body as application/json.'));
  });
}

/** Only JSON, an empty body where none is needed, and no prototype pollution. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyMediaType } = request.routeOptions.config;
    if (bodyMediaType) return done(new ProgramProblem('unsupported-media-type', `Send the body as ${bodyMediaType}.`));
    if (body === '') return done(null, undefined);
    if (ESCAPED_NUL.test(body as string)) return done(invalidField('', reasonCode('invalid-characters')));
    parse(request, body as string, done);
  });
}
