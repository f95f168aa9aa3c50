import { expect, it } from 'vitest';
import { bucketTsMs, isBucketTs } from './truth.ts';

it('floors a time to its whole second, before 1970 too', () =>
  expect([1999, 2000, -1].map(bucketTsMs)).toEqual([1000, 2000, -1000]));

it('takes only whole seconds for a bucket', () =>
  expect([1000, 0, 1500, Number.NaN].map(isBucketTs)).toEqual([true, true, false, false]));
