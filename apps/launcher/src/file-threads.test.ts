import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fileThreads } from './file-threads.ts';

it.each(['api', 'recorder'])('the image of the %s sets the same number of file threads as npm start', async (name) => {
  const image = await readFile(new URL(`../../../ops/${name}.Dockerfile`, import.meta.url), 'utf8');
  expect(image).toContain(`UV_THREADPOOL_SIZE=${fileThreads.UV_THREADPOOL_SIZE}`);
});
