import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findExecutable } from './find-executable.mjs';
import { withInstallLock } from './install-lock.mjs';
import { StopWith } from './stop-with.mjs';

const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
};

/**
 * Compares the lockfile with the copy that npm leaves in node_modules at the end of an install: it exists only after a complete
 * install, so an interrupted one and a newer lockfile are both detected.
 */
export const isInstalled = ({ root, withDev }) => {
  const wanted = readLock(join(root, 'package-lock.json'));
  const present = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) throw new StopWith(69, `${join(root, 'package-lock.json')} is missing or unreadable.`);
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = present[path];
    if (found !== undefined) return found.version === entry.version;
    const isOptional = entry.optional === true || entry.devOptional === true;
    return isOptional || (entry.dev === true && !withDev);
  });
};

export const ensureNpmPackages = async ({ root, withDev }) => {
  if (isInstalled({ root, withDev })) return;
  await withInstallLock(join(root, '.cache', 'install.lock'), () => {
    if (!isInstalled({ root, withDev })) install({ root, withDev });
  });
};

const install = ({ root, withDev }) => {
  process.stderr.write('Installing packages, this takes a minute the first time ...\n');
  // npm removes node_modules first, and with it a Node that was found there.
  const ours = join(root, 'node_modules', '.bin');
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== ours)
    .join(delimiter);
  const npm = findExecutable('npm', { path });
  if (npm === undefined) throw new StopWith(69, 'npm is needed to install the packages and is not on the PATH.');
  const args = ['ci', withDev ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(npm, args, {
    cwd: root,
    // Its install script would fetch graphics card libraries, which are never used, from outside the registry.
    env: { ...process.env, PATH: path, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  const log = join(root, '.cache', 'npm-ci.log');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(log, `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`);
  throw new StopWith(
    69,
    `Could not install the packages: "npm ci" failed (${done.signal ?? done.status}), its output is in ${log}.`,
  );
};
