import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { findExecutable, isExecutable } from './find-executable.mjs';
import { StopWith } from './stop-with.mjs';

// These are recognised by their programs, however they were installed; the others only by the package database.
const programsOf = {
  ffmpeg: [
    ['ffmpeg', 'FFMPEG_PATH'],
    ['ffprobe', 'FFPROBE_PATH'],
  ],
  mosquitto: [['mosquitto']],
  'chromium-headless-shell': [['chromium-headless-shell']],
  faketime: [['faketime']],
  openssl: [['openssl']],
  'poppler-utils': [['pdftotext'], ['pdftoppm']],
};

const hasProgram = ([name, variable]) => {
  const chosen = variable === undefined ? '' : (process.env[variable] ?? '').trim();
  if (chosen === '') return findExecutable(name, { alsoIn: ['/usr/sbin', '/sbin'] }) !== undefined;
  // As the system resolves it: a name without a slash is looked up on the PATH.
  if (chosen.includes('/') ? isExecutable(chosen) : findExecutable(chosen) !== undefined) return true;
  throw new StopWith(78, `${variable}=${chosen} is not a program that can be run.`);
};

const missingOf = (packages) => {
  const known = packages.filter((name) => Object.hasOwn(programsOf, name));
  const missing = known.filter((name) => !programsOf[name].every(hasProgram));
  const others = packages.filter((name) => !known.includes(name));
  if (others.length === 0) return missing;
  const asked = spawnSync('dpkg-query', ['-l', ...others], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  // Not Debian: packages under other names cannot be checked.
  if (asked.error !== undefined) return missing;
  const installed = new Set([...asked.stdout.matchAll(/^[hi]i +([^\s:]+)/gm)].map(([, name]) => name));
  return [...missing, ...others.filter((name) => !installed.has(name))];
};

export const ensureDebianPackages = ({ root, packages }) => {
  const missing = missingOf(packages);
  if (missing.length === 0) return;
  const aptGet = findExecutable('apt-get');
  if (aptGet === undefined) throw new StopWith(69, `Please install ${missing.join(', ')} and try again.`);
  if (process.getuid?.() !== 0)
    throw new StopWith(
      69,
      `Please install what is missing and try again: sudo apt-get install -y ${missing.join(' ')}`,
    );

  process.stderr.write(`Installing Debian packages: ${missing.join(', ')} ...\n`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const logPath = join(root, '.cache', 'apt.log');
  const log = openSync(logPath, 'w');
  const apt = (...args) =>
    spawnSync(aptGet, ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', log, log],
    }).status === 0;
  // The list may be good enough even if it cannot be refreshed: the install decides.
  apt('update');
  if (!apt('install', '-y', '--no-install-recommends', ...missing))
    throw new StopWith(69, `Could not install ${missing.join(', ')} with apt-get; its output is in ${logPath}.`);
};
