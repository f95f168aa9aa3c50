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
    [policies.update.body, { live_max_bytes: 'x' }, '/live_max_bytes', 'This must be a whole number or null.'],
    [policies.update.body, { record_audio: 'x' }, '/record_audio', 'This must be true or false.'],
    [policies.update.body, { schedule: ['1'] }, '/schedule', 'List at least 7.'],
    [policies.update.body, { motion_threshold: 0 }, '/motion_threshold', 'Enter more than 0.'],
    [policies.update.body, { motion_pre_seconds: 61 }, '/motion_pre_seconds', 'Enter 60 or less.'],
    [policies.update.body, { mode: 'x' }, '/mode', 'This must be one of continuous, motion, off.'],
    [policies.update.body, { name: 'x'.repeat(101) }, '/name', 'Use at most 100 characters.'],
    [policies.update.body, { moed: 1 }, '/moed', 'This field is not part of the request.'],
    [policies.create.body, {}, '/name', 'This field is required.'],
    [policies.create.body, [], '', 'This must be an object.'],
    [groups.setMembers.body, { camera_ids: [ID, ID.toUpperCase()] }, '/camera_ids', 'The same entry is listed twice.'],
    [groups.setMembers.body, { camera_ids: ['x'] }, '/camera_ids/0', 'This must be an id.'],
    [roles.update.body, { capabilities: 'admin' }, '/capabilities', 'This must be a list.'],
    [users.update.body, { password: 'short' }, '/password', 'Use at least 8 characters.'],
    [
      me.changePassword.body,
      { current_password: '', new_password: 'x' },
      '/current_password',
      'This field is required.',
    ],
    [cameras.update.body, { name: 7 }, '/name', 'This must be text.'],
    [
      routes.settings.update.body,
      { clip_overview_seconds: Infinity },
      '/clip_overview_seconds',
      'This must be a number.',
    ],
  ])('is explained in plain words %#', (schema, body, pointer, message) => {
    expect(faults(schema, body)).toMatchObject([{ pointer, message, reason: { code: expect.any(String) } }]);
  });
});

describe('zones', () => {
  const fine = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  const round = Array.from({ length: 512 }, (_, index) => [index / 512, index / 512]);
  const faultsOf = (zones: unknown) =>
    faults(routes.cameras.updateLpr.body, { zones })?.map(({ pointer }) => pointer.replace('/zones', ''));

  it('have polygons of 3 to 512 points within 0..1', () =>
    expect(faultsOf({ include: new Array(32).fill(fine), exclude: [round, fine] })).toBeUndefined());

  it.each([
    ['33 polygons', { include: new Array(33).fill(fine), exclude: [] }, '/include'],
    ['two points', { include: [fine, fine.slice(0, 2)], exclude: [] }, '/include/1'],
    ['513 points', { include: [], exclude: [new Array(513).fill([0, 0])] }, '/exclude/0'],
    ['a point outside', { include: [], exclude: [[...fine, [0.5, 1.01]]] }, '/exclude/0/3/1'],
    ['NaN', { include: [[...fine, [Number.NaN, 0]]], exclude: [] }, '/include/0/3/0'],
    ['three coordinates', { include: [[...fine, [0, 0, 0]]], exclude: [] }, '/include/0/3'],
    ['no list', { include: null, exclude: [] }, '/include'],
    ['something that is no polygon', { include: [], exclude: [{}] }, '/exclude/0'],
  ])('are refused with %s', (_title, zones, pointer) => expect(faultsOf(zones)).toEqual([pointer]));
});

describe('a number in a query', () => {
  const check = validatorCompiler({
    schema: routes.bookmarks.list.query as object,
    httpPart: 'querystring',
    method: 'GET',
    url: '/',
  });

  it.each(['Infinity', '-Infinity', '1e999', '9'.repeat(400)])('that is as large as %s is refused', (limit) => {
    const { error } = check({ limit }) as { error?: ValidationFailed };
    expect(error?.problem.errors).toMatchObject([{ pointer: '/query/limit' }]);
  });

  it('within its limits is taken', () => {
    expect(check({ limit: '5' })).toMatchObject({ value: { limit: 5 } });
  });
});
