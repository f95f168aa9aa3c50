import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockfileGaps } from './lockfile-gaps.mjs';

describe('the lockfile', () => {
  it('is complete, so that a fresh clone can be installed; after npm install run: node tools/complete-lockfile.mjs', () => {
    const lock = JSON.parse(readFileSync(join(dirname(import.meta.dirname), 'package-lock.json'), 'utf8'));
    expect(Object.keys(lockfileGaps(lock))).toEqual([]);
  });

  it('lacks an optional package that somebody asks for and that has no entry', () => {
    const optionalDependencies = {
      'cli-linux-x64-musl': '1.2.3',
      'cli-darwin-arm64': '1.2.3',
      'cli-linux-x64': '1.2.3',
    };
    const packages = {
      'node_modules/cli': { version: '1.2.3', dev: true, optionalDependencies },
      'node_modules/cli-linux-x64': { version: '1.2.3', optional: true },
      'node_modules/cli/node_modules/cli-darwin-arm64': { version: '1.2.3', optional: true },
    };
    expect(lockfileGaps({ packages })).toEqual({
      'node_modules/cli-linux-x64-musl': {
        version: '1.2.3',
        cpu: ['x64'],
        os: ['linux'],
        libc: ['musl'],
        dev: true,
        optional: true,
      },
    });
  });
});
