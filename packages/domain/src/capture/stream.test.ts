import { expect, it } from 'vitest';
import { isStreamName } from './stream.ts';

it('knows the names of streams', () => {
  expect(['main', 'sub', 'Main', '', 'main/'].filter(isStreamName)).toEqual(['main', 'sub']);
});
