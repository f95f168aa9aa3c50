import { type Static, Type } from 'typebox';
import { ReasonBody } from './reason.ts';

/** All problems. The reference page and the OpenAPI document are checked against this table. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request could not be parsed' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'wrong-credentials': { status: 401, title: 'Wrong user name or password' },
  'wrong-password': { status: 403, title: 'The current password is wrong' },
  'https-required': { status: 403, title: 'Use HTTPS' },
  forbidden: { status: 403, title: 'You do not have permission' },
  'plates-disabled': { status: 403, title: 'Plate recognition is turned off' },
  'sharing-disabled': { status: 403, title: 'Sharing is turned off' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'timed-out': { status: 408, title: 'The request took too long to arrive' },
  'no-footage': { status: 404, title: 'No footage at that time' },
  'already-bootstrapped': { status: 409, title: 'An administrator already exists' },
  'name-taken': { status: 409, title: 'This name is already in use' },
  'path-taken': { status: 409, title: 'This folder belongs to another storage' },
  'last-admin': { status: 409, title: 'The last administrator cannot be removed' },
  'default-policy': { status: 409, title: 'The Default policy cannot be deleted' },
  'policy-in-use': { status: 409, title: 'The policy is still used by cameras' },
  'role-in-use': { status: 409, title: 'The role is still assigned to users' },
  'storage-in-use': { status: 409, title: 'The storage is still used by a policy' },
  'already-listed': { status: 409, title: 'This plate is already on the list' },
  'event-of-another-camera': { status: 409, title: 'This event belongs to another camera' },
  'default-storage': { status: 409, title: 'The built-in storage cannot be removed' },
  conflict: { status: 409, title: 'Someone else changed this at the same time' },
  'codec-unsupported': { status: 409, title: 'This stream cannot be sent over this protocol' },
  'camera-disabled': { status: 409, title: 'The camera is turned off' },
  'recording-off': { status: 409, title: 'Recording is switched off for this camera' },
  'already-recording': { status: 409, title: 'Your last request for this camera has not ended yet' },
  'recorder-not-running': { status: 409, title: 'The recorder is not running' },
  'export-not-ready': { status: 409, title: 'The export has no file' },
  'exports-full': { status: 409, title: 'No room for another export' },
  'shares-full': { status: 409, title: 'You have too many links' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported content type' },
  'expectation-failed': { status: 417, title: 'Unsupported Expect header' },
  'range-not-satisfiable': { status: 416, title: 'The range lies outside the file' },
  'wrong-host': { status: 421, title: 'This server does not answer to that host name' },
  invalid: { status: 422, title: 'Some values are invalid' },
  'not-recordable': { status: 422, title: 'This stream cannot be recorded' },
  'range-too-long': { status: 422, title: 'The time range is too long' },
  'websocket-only': { status: 426, title: 'This route needs a WebSocket' },
  'watchlist-full': { status: 409, title: 'The watch list is full' },
  'too-many-attempts': { status: 429, title: 'Too many attempts, wait a moment' },
  'too-many-viewers': { status: 429, title: 'Too many viewers' },
  'too-many-stills': { status: 429, title: 'Too many pictures requested at once' },
  'too-many-clips': { status: 429, title: 'Too many clips requested at once' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong on the server' },
  'picture-not-made': { status: 503, title: 'The picture could not be made, try again later' },
  'clip-not-rendered': { status: 503, title: 'The clip could not be rendered, try again later' },
  'camera-unreachable': { status: 502, title: 'The camera did not respond' },
  'snapshot-unavailable': { status: 502, title: 'The detector did not send the picture' },
  'hub-unreachable': { status: 502, title: 'The smart-home hub could not be read' },
  'channel-failed': { status: 502, title: 'The channel did not accept the message' },
  'database-unavailable': { status: 503, title: 'The database is not available' },
  'ports-taken': { status: 503, title: 'All WebRTC ports are in use, try again' },
  busy: { status: 503, title: 'Another change was in progress, try again' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export const ProblemBody = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    /** `detail` as a code with values. */
    reason: Type.Optional(ReasonBody),
    instance: Type.String(),
    /** The objects that still use the one to be removed. */
    members: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String(), message: Type.String(), reason: Type.Optional(ReasonBody) })),
    ),
  },
  { $id: 'Problem' },
);
export type ProblemBody = Static<typeof ProblemBody>;

export interface FieldError {
  /** JSON pointer into the body, `/query/...` into the query. */
  pointer: string;
  message: string;
  /** `message` as a code with values. */
  reason?: ReasonBody;
}
