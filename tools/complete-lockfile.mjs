import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockfileGaps } from './lockfile-gaps.mjs';

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const gaps = lockfileGaps(lock);
const entries = Object.entries({ ...lock.packages, ...gaps }).sort(([one], [other]) => one.localeCompare(other, 'en'));
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
console.log(`Filled ${Object.keys(gaps).length} gaps.`);
