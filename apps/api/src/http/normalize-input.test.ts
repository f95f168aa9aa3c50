import { routes } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { compileNormalizer } from './normalize-input.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const SHOUTED = ID.toUpperCase();

describe('a value with several notations', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['an id in a path', routes.cameras.get.params, { id: SHOUTED }, { id: ID }],
    ['an id in a query', routes.mediaToken.create.query, { camera_id: SHOUTED }, { camera_id: ID }],
    ['ids in a list', routes.groups.setMembers.body, { camera_ids: [ID, SHOUTED] }, { camera_ids: [ID, ID] }],
    ['an id that may be null', routes.policies.editForCamera.body, { policy_id: SHOUTED }, { policy_id: ID }],
    ['no id', routes.policies.editForCamera.body, { policy_id: null }, { policy_id: null }],
    ['a name', routes.cameras.create.body, { name: ' A\u0308 ', main_url: 'x' }, { name: 'Ä', main_url: 'x' }],
    ['other text', routes.cameras.create.body, { main_url: ' X ' }, { main_url: ' X ' }],
    ['a wrong type', routes.cameras.create.body, { name: 7 }, { name: 7 }],
    ['no object at all', routes.cameras.create.body, ['x'], ['x']],
  ])('is normalized: %s', (_title, schema, sent, read) => {
    expect(compileNormalizer(schema)?.(structuredClone(sent))).toEqual(read);
  });

  it('needs no normalizer in other schemas', () => {
    expect(compileNormalizer(routes.settings.update.body)).toBeUndefined();
  });
});
