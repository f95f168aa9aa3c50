import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cyclonedx } from './supply-chain/cyclonedx.ts';
import { distinct, lockedPackages } from './supply-chain/locked-packages.ts';

const root = dirname(import.meta.dirname);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const bom = cyclonedx({ name, version, packages: distinct(lockedPackages(root)) });
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
