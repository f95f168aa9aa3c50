import { expect, it } from 'vitest';
import { toPlate } from '../plate/plate.ts';
import { attachTruths, bucketTsMs, isBucketTs } from './truth.ts';

it('floors a time to its whole second, before 1970 too', () =>
  expect([1999, 2000, -1].map(bucketTsMs)).toEqual([1000, 2000, -1000]));

it('accepts only whole seconds as a bucket', () =>
  expect([1000, 0, 1500, Number.NaN].map(isBucketTs)).toEqual([true, true, false, false]));

it('assigns a truth that is equally near to two passes of one second to the first', () => {
  const key = { cameraId: 'gate', bucketTsMs: 1000, external: undefined };
  const passes = ['AB12CDX', 'AB12CDY'].map((plate) => ({ ...key, native: { plate: toPlate(plate) } }));
  const truths = [{ cameraId: 'gate', bucketTsMs: 1000, plate: toPlate('AB12CDE') }];
  expect(attachTruths({ passes, truths }).passes.map(({ truth }) => truth)).toEqual(['AB12CDE', undefined]);
});
