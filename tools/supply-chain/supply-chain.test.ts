import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclonedx } from './cyclonedx.ts';
import { distinct, lockedPackages } from './locked-packages.ts';
import { copiedWorks, NOTICES_FILE, noticedPackages, shippedPackages } from './notices.ts';

const root = dirname(dirname(import.meta.dirname));

describe('the software bill of materials', () => {
  const packages = distinct(lockedPackages(root));
  const bom = cyclonedx({ name: 'holdfast', version: '1.2.3', packages });

  it('names every package of the lockfile once, with its checksum', () => {
    expect(bom.components).toHaveLength(packages.length);
    expect(new Set(bom.components.map(({ purl }) => purl)).size).toBe(packages.length);
    const fastify = bom.components.find(({ name, group }) => name === 'fastify' && group === undefined);
    expect(fastify).toMatchObject({
      type: 'library',
      scope: 'required',
      purl: expect.stringMatching(/^pkg:npm\/fastify@/),
    });
    expect(fastify?.hashes?.[0]).toMatchObject({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
  });

  it('writes scoped names as package addresses do', () => {
    const one = {
      name: '@node-rs/argon2',
      version: '2.0.0',
      path: '',
      integrity: undefined,
      dev: false,
      optional: true,
    };
    expect(cyclonedx({ name: 'x', version: '1', packages: [one] }).components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40node-rs/argon2@2.0.0',
        group: '@node-rs',
        name: 'argon2',
        version: '2.0.0',
        purl: 'pkg:npm/%40node-rs/argon2@2.0.0',
        scope: 'optional',
      },
    ]);
  });
});

it('the third-party notices name what the lockfile ships; after a change run: npm run notices', () => {
  const shipped = [...shippedPackages(root), ...copiedWorks].map(({ name, version }) => `${name} ${version}`);
  expect(noticedPackages(readFileSync(join(root, NOTICES_FILE), 'utf8'))).toEqual(shipped);
});
