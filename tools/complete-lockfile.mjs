import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockfileGaps, withoutIntegrity } from './lockfile-gaps.mjs';

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const gaps = lockfileGaps(lock);
const entries = Object.entries({ ...lock.packages, ...gaps }).sort(([one], [other]) => one.localeCompare(other, 'en'));
const complete = { ...lock, packages: Object.fromEntries(entries) };

/** The checksum that the registry publishes; undefined if it lacks the package. */
const publishedIntegrity = (name, version) => {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  const text = status === 0 ? stdout.trim() : '';
  return text.startsWith('sha512-') ? text : undefined;
};

let verified = 0;
for (const place of withoutIntegrity(complete)) {
  const entry = complete.packages[place];
  const integrity = publishedIntegrity(place.slice(place.lastIndexOf('node_modules/') + 13), entry.version);
  if (integrity === undefined) continue;
  const { version, ...rest } = entry;
  complete.packages[place] = { version, integrity, ...rest };
  verified += 1;
}
writeFileSync(path, `${JSON.stringify(complete, null, 2)}\n`);
const left = withoutIntegrity(complete).length;
console.log(`Filled ${Object.keys(gaps).length} gaps and ${verified} checksums; ${left} packages have no checksum.`);
