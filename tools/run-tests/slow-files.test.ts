import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowFiles } from './slow-files.ts';
import { root } from './steps.ts';

it('names files that exist, each once', () => {
  expect(slowFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(slowFiles).size).toBe(slowFiles.length);
});
