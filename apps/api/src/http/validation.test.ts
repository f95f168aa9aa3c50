import { type Route, routes } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import type { Problem } from './problem.ts';
import { type ValidationFailed, validatorCompiler } from './validation.ts';

const faults = (schema: unknown, body: unknown) => {
  const check = validatorCompiler({ schema: schema as object, httpPart: 'body', method: 'PUT', url: '/' });
  const { error } = check(body) as { error?: ValidationFailed };
  return (error?.problem as Problem | undefined)?.errors;
};
const { policies, groups, me, cameras, roles, users } = routes;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('a value that is not valid', () => {
  it.each<[Route['body'], unknown, string, string]>([
    [policies.update.body, { live_max_bytes: 'x' }, '/live_max_bytes', 'must be a whole number or null'],
    [policies.update.body, { record_audio: 'x' }, '/record_audio', 'must be true or false'],
    [policies.update.body, { schedule: ['1'] }, '/schedule', 'must list at least 7 entries'],
    [policies.update.body, { motion_threshold: 0 }, '/motion_threshold', 'must be more than 0'],
    [policies.update.body, { motion_pre_seconds: 61 }, '/motion_pre_seconds', 'must be 60 or less'],
    [policies.update.body, { mode: 'x' }, '/mode', 'must be one of continuous, motion, off'],
    [policies.update.body, { name: 'x'.repeat(101) }, '/name', 'must have at most 100 characters'],
    [policies.update.body, { moed: 1 }, '/moed', 'is not a field of this request'],
    [policies.create.body, {}, '/name', 'is missing'],
    [policies.create.body, [], '', 'must be an object'],
    [
      groups.setMembers.body,
      { camera_ids: [ID, ID.toUpperCase()] },
      '/camera_ids',
      'must not list the same entry twice',
    ],
    [groups.setMembers.body, { camera_ids: ['x'] }, '/camera_ids/0', 'must be an id'],
    [roles.update.body, { capabilities: 'admin' }, '/capabilities', 'must be a list'],
    [users.update.body, { password: 'short' }, '/password', 'must have at least 8 characters'],
    [me.changePassword.body, { current_password: '', new_password: 'x' }, '/current_password', 'must not be empty'],
    [cameras.update.body, { name: 7 }, '/name', 'must be text'],
    [routes.settings.update.body, { clip_overview_seconds: Infinity }, '/clip_overview_seconds', 'must be a number'],
  ])('is explained in plain words %#', (schema, body, pointer, message) => {
    expect(faults(schema, body)).toEqual([{ pointer, message }]);
  });
});
