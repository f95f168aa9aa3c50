import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockfileGaps, unverifiable } from './lockfile-gaps.mjs';

const lock = JSON.parse(readFileSync(join(dirname(import.meta.dirname), 'package-lock.json'), 'utf8'));

describe('the lockfile', () => {
  it('is complete, so that a fresh clone can be installed; after npm install run: node tools/complete-lockfile.mjs', () => {
    expect(Object.keys(lockfileGaps(lock))).toEqual([]);
  });

  it('has a checksum for everything that is installed on Linux, so that a changed package is detected', () => {
    expect(unverifiable(lock)).toEqual([]);
  });

  it('can be checked for packages without a checksum, those of other platforms left out', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/c': { version: '1.0.0', os: ['win32'], cpu: ['x64'] },
      'node_modules/d': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/e': { version: '1.0.0', os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
      'apps/api': { version: '0.1.0' },
    };
    expect(unverifiable({ packages })).toEqual(['node_modules/a', 'node_modules/e']);
  });

  it('reports a required optional package without an entry', () => {
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
