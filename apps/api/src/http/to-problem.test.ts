import { describe, expect, it } from 'vitest';
import { toProblem } from './to-problem.ts';

const failed = (code: string, constraint?: string) => Object.assign(new Error('failed'), { code, constraint });

describe('what the database refuses', () => {
  it.each([
    ['a name that is taken', failed('23505', 'camera_name_key'), 'name-taken', 409, undefined],
    ['a user name that is taken', failed('23505', 'app_user_username_key'), 'name-taken', 409, undefined],
    ['a folder that is taken', failed('23505', 'storage_path_key'), 'path-taken', 409, undefined],
    ['any other key that is taken', failed('23505', 'role_camera_pkey'), 'conflict', 409, undefined],
    ['a deadlock', failed('40P01'), 'busy', 503, 1],
    ['a serialization failure', failed('40001'), 'busy', 503, 1],
    ['a reference to what is gone', failed('23503', 'fk'), 'invalid', 422, undefined],
    ['everything, being unavailable', failed('ECONNREFUSED'), 'database-unavailable', 503, 2],
    ['a statement that is wrong', failed('42601'), 'internal', 500, undefined],
  ] as const)('maps to the right problem: %s', (_title, err, code, status, retryAfterSeconds) => {
    expect(toProblem(err)).toMatchObject({
      code,
      status,
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    });
  });
});
