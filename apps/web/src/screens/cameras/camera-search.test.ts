import { describe, expect, it } from 'vitest';
import { cameraState, readCamerasSearch, shownCameras } from './camera-search.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(8).concat('-0000-4000-8000-000000000000'));
const camera = (id = '', name = '', more = {}) => ({
  id,
  name,
  enabled: true,
  policy_id: 'p1',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const cameras = [
  camera(A, 'Front door'),
  camera(B, 'Garage STRASSE', { policy_id: 'p2', created_at: '2026-03-01T00:00:00.000Z' }),
  camera(C, 'Yard', { enabled: false }),
];
type State = NonNullable<Parameters<typeof cameraState>[1]>[number]['state'];
const stream = (state: State) => [{ state }];
const facts = {
  streams: new Map([
    [A ?? '', stream('recording')],
    [B ?? '', stream('offline')],
  ]),
  members: new Map([['g', new Set([A ?? '', C ?? ''])]]),
};
const namesOf = (search: Parameters<typeof shownCameras>[1]) =>
  shownCameras(cameras, search, facts).map(({ name }) => name);

describe('the list of cameras', () => {
  it.each([
    ['everything by default', {}, ['Front door', 'Garage STRASSE', 'Yard']],
    ['all words, in any order and case', { q: 'DOOR fr' }, ['Front door']],
    ['letters that differ only in case folding', { q: 'straße' }, ['Garage STRASSE']],
    ['markup as text', { q: '<b>' }, []],
    ['a pattern as text', { q: '.*' }, []],
    ['a state', { state: 'trouble' as const }, ['Garage STRASSE']],
    ['cameras that are off', { state: 'off' as const }, ['Yard']],
    ['a policy', { policy: 'p2' }, ['Garage STRASSE']],
    ['a group', { group: 'g' }, ['Front door', 'Yard']],
    ['a group that is gone', { group: 'other' }, []],
    ['the newest first', { sort: 'newest' as const }, ['Garage STRASSE', 'Front door', 'Yard']],
    ['trouble first', { sort: 'state' as const }, ['Garage STRASSE', 'Front door', 'Yard']],
  ])('shows %s', (_title, search, names) => expect(namesOf(search)).toEqual(names));

  it.each([
    [
      { q: 7, sort: 'state' },
      { q: '7', sort: 'state' },
    ],
    [{ q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
    [{ state: 'broken', policy: 'Default', group: ['a'], sort: 'name' }, {}],
    [
      { policy: A, group: B },
      { policy: A, group: B },
    ],
  ])('reads the address %j', (search, expected) => expect(readCamerasSearch(search)).toEqual(expected));
});

describe('the state of a camera', () => {
  it.each<[boolean, State[], string]>([
    [false, ['recording'], 'off'],
    [true, ['recording', 'idle'], 'recording'],
    [true, ['recording', 'rejected'], 'trouble'],
    [true, ['idle'], 'idle'],
    [true, [], 'idle'],
    [true, ['connecting'], 'idle'],
  ])('enabled %s with %j is %s', (enabled, states, expected) =>
    expect(
      cameraState(
        { enabled },
        states.map((state) => ({ state })),
      ),
    ).toBe(expected),
  );
});
