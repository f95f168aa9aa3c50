import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { StopWith } from './stop-with.mjs';

// The sources of the console: its own folder, the packages that run in a browser, and the versions of third-party packages.
const sources = ['apps/web', 'packages/client', 'packages/contract', 'packages/domain', 'packages/ui'];

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('dist') || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });

const stampOf = (root) => {
  const hash = createHash('sha256');
  const folders = sources.map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  for (const path of [join(root, 'package-lock.json'), ...folders.flatMap(filesIn).sort()])
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
};

const isBuilt = (root, stamp) => {
  try {
    return readFileSync(join(root, 'apps/web/dist/.stamp'), 'utf8') === stamp;
  } catch {
    return false;
  }
};

/** Builds the web console when its sources changed since the last build. */
export const ensureConsole = async ({ root, node }) => {
  const stamp = stampOf(root);
  if (isBuilt(root, stamp)) return;
  await withInstallLock(join(root, '.cache', 'install.lock'), () => {
    if (!isBuilt(root, stamp)) build({ root, node, stamp });
  });
};

const build = ({ root, node, stamp }) => {
  process.stderr.write('Building the console ...\n');
  const done = spawnSync(node, [join(root, 'apps/web/build.ts'), stamp], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status === 0) return;
  const log = join(root, '.cache', 'console-build.log');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(log, `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`);
  throw new StopWith(69, `Could not build the console (${done.signal ?? done.status}), the output is in ${log}.`);
};
