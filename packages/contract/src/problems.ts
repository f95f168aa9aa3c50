import { type Static, Type } from 'typebox';

/** Every refusal there is. The reference page and the OpenAPI document are checked against this table. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'wrong-credentials': { status: 401, title: 'The user name or password is wrong' },
  'wrong-password': { status: 403, title: 'The current password is wrong' },
  forbidden: { status: 403, title: 'You may not do this' },
  'plates-disabled': { status: 403, title: 'Plate reading is turned off' },
  'not-found': { status: 404, title: 'There is no such thing here' },
  'method-not-allowed': { status: 405, title: 'This cannot be done here' },
  'timed-out': { status: 408, title: 'The request took too long to arrive' },
  'no-footage': { status: 404, title: 'There is no footage there' },
  'already-bootstrapped': { status: 409, title: 'An administrator exists already' },
  'name-taken': { status: 409, title: 'That name is taken' },
  'path-taken': { status: 409, title: 'That folder belongs to another storage' },
  'last-admin': { status: 409, title: 'The last administrator must stay' },
  'default-policy': { status: 409, title: 'The Default policy must stay' },
  'policy-in-use': { status: 409, title: 'The policy still has cameras' },
  'role-in-use': { status: 409, title: 'The role still has users' },
  'storage-in-use': { status: 409, title: 'The storage is still used by a policy' },
  'already-listed': { status: 409, title: 'That plate is listed already' },
  'event-of-another-camera': { status: 409, title: 'That event belongs to another camera' },
  'default-storage': { status: 409, title: 'The built-in storage must stay' },
  conflict: { status: 409, title: 'Somebody else changed this at the same moment' },
  'codec-unsupported': { status: 409, title: 'The stream cannot be sent in this way' },
  'camera-disabled': { status: 409, title: 'The camera is disabled' },
  'export-not-ready': { status: 409, title: 'The export has no file' },
  'exports-full': { status: 409, title: 'There is no room for another export' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not of the type that is expected' },
  'expectation-failed': { status: 417, title: 'This server cannot do what the request expects' },
  'range-not-satisfiable': { status: 416, title: 'The file is shorter than that' },
  'wrong-host': { status: 421, title: 'This server does not answer to that name' },
  invalid: { status: 422, title: 'Some values are not valid' },
  'range-too-long': { status: 422, title: 'That is too much at once' },
  'websocket-only': { status: 426, title: 'This route speaks WebSocket only' },
  'too-many-attempts': { status: 429, title: 'Too many attempts, wait a little' },
  'too-many-viewers': { status: 429, title: 'Too many are watching already' },
  'too-many-stills': { status: 429, title: 'Too many pictures are asked for at once' },
  'headers-too-large': { status: 431, title: 'The headers of the request are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'camera-unreachable': { status: 502, title: 'The camera did not answer' },
  'snapshot-unavailable': { status: 502, title: 'The detector did not give the picture' },
  'channel-failed': { status: 502, title: 'The channel did not take the message' },
  'database-unavailable': { status: 503, title: 'The database is not available right now' },
  'ports-taken': { status: 503, title: 'Every port for WebRTC is taken, try again' },
  busy: { status: 503, title: 'Other changes were in the way, try again' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    instance: Type.String(),
    /** Who still uses what was to be removed. */
    members: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem' },
);
export type ProblemBody = Static<typeof ProblemBody>;

export interface FieldError {
  /** JSON pointer into the body, `/query/...` into the query. */
  pointer: string;
  message: string;
}
