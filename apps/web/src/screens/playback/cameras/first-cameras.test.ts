import { expect, it } from 'vitest';
import { firstCameras } from './first-cameras.ts';

const camera = (id: string, enabled = true) => ({ id, enabled });
const cameras = [
  camera('a', false),
  camera('b'),
  camera('c', false),
  camera('d'),
  camera('e'),
  camera('f'),
  camera('g'),
];

it.each([
  ['those with footage, also if they are turned off now', ['c', 'd'], ['c', 'd']],
  ['at most four', ['b', 'c', 'd', 'e', 'f'], ['b', 'c', 'd', 'e']],
  ['enabled ones if none has footage', [], ['b', 'd', 'e', 'f']],
])('are %s', (_title, withFootage, expected) => expect(firstCameras(cameras, new Set(withFootage))).toEqual(expected));

it('are any if none is enabled', () => expect(firstCameras([camera('a', false)], new Set())).toEqual(['a']));
