import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './scalars.ts';

const LoggedWarning = Strict(
  {
    id: Type.Integer(),
    process: OneOf(['api', 'recorder']),
    /** Of the latest, if it was repeated. */
    ts: Timestamp,
    level: OneOf(['warn', 'error', 'fatal']),
    message: Type.String(),
    camera_id: Nullable(Uuid),
    /** The other fields of the log line as JSON, cut to 2000 characters. */
    detail: Nullable(Type.String()),
    count: Type.Integer(),
  },
  { $id: 'LoggedWarning' },
);

export const MAX_LISTED_WARNINGS = 200;

export const warnings = {
  list: route({
    method: 'GET',
    path: '/stats/warnings',
    access: 'admin',
    summary: 'The newest 200 warnings and errors that API and recorder logged, newest first',
    reply: Strict({ items: Type.Array(LoggedWarning) }),
  }),
};
