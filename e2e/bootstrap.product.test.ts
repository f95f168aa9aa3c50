import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const toolsFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'tools');

// Fakes of the outside world: an npm and an apt-get that record their arguments.
const fakeNpm = `#!/bin/sh
echo "npm $*" >> calls
[ -n "$NPM_SLOW" ] && sleep 0.3
[ -n "$NPM_FAILS" ] && { echo 'registry is away' >&2; exit 1; }
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
`;
const fakeApt = `#!/bin/sh
echo "apt-get $* $DEBIAN_FRONTEND" >> "$CALLS"
[ -n "$APT_FAILS" ] && exit 100
case "$*" in *install*) printf '#!/bin/sh\\n' > "$BIN/ffmpeg"; cp "$BIN/ffmpeg" "$BIN/ffprobe"; chmod +x "$BIN/ffmpeg" "$BIN/ffprobe";; esac
exit 0
`;
const launcher = `
process.on('SIGTERM', () => note('SIGTERM'));
const note = (what) => process.stdout.write(what + '\\n');
note('started ' + JSON.stringify(process.argv.slice(2)));
setInterval(() => {}, 1e6);
if (process.argv.includes('--exit')) process.exit(7);
if (process.argv.includes('--die')) process.kill(process.pid, 'SIGKILL');
`;

// Stands in for the console's build: records that it ran, and leaves the same output.
const consoleBuild = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('calls', 'console built\\n');
if (process.env.BUILD_FAILS) { console.error('a screen is broken'); process.exit(1); }
mkdirSync('apps/web/dist', { recursive: true });
writeFileSync('apps/web/dist/.stamp', process.argv[2]);
`;

let root = '';
let bin = '';
const children: ChildProcess[] = [];

const executable = (path: string, content: string) => {
  writeFileSync(path, content);
  chmodSync(path, 0o755);
};
const lockWith = (version: string) => ({
  packages: {
    '': { name: 'x' },
    'packages/kit': { version: '0.1.0' },
    'node_modules/pino': { version },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  bin = join(root, 'fake-bin');
  mkdirSync(bin);
  mkdirSync(join(root, 'apps/launcher/src'), { recursive: true });
  for (const file of ['run.sh', 'bootstrap.mjs']) cpSync(join(toolsFolder, file), join(root, 'tools', file));
  cpSync(join(toolsFolder, 'bootstrap'), join(root, 'tools/bootstrap'), { recursive: true });
  writeFileSync(join(root, 'apps/launcher/src/main.ts'), launcher);
  mkdirSync(join(root, 'apps/web/src'), { recursive: true });
  writeFileSync(join(root, 'apps/web/build.ts'), consoleBuild);
  writeFileSync(join(root, 'apps/web/src/main.tsx'), '');
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lockWith('1.0.0')));
  for (const tool of ['sh', 'sleep', 'mkdir', 'cp', 'chmod']) symlinkSync(`/bin/${tool}`, join(bin, tool));
  symlinkSync(process.execPath, join(bin, 'node'));
  executable(join(bin, 'npm'), fakeNpm);
  for (const tool of ['ffmpeg', 'ffprobe']) executable(join(bin, tool), '#!/bin/sh\n');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const bootstrap = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn('sh', [join(root, 'tools/run.sh'), ...args], {
    env: { PATH: bin, BIN: bin, CALLS: join(root, 'calls'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
  });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.err += chunk;
  });
  return {
    child,
    untilPrinted: async (what: string) => {
      while (!printed.out.includes(what)) {
        // Its output ends with it: what it has not printed by then never comes.
        if (child.stdout.readableEnded)
          throw new Error(`It ended without printing ${what}: ${printed.out}${printed.err}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stdout, 'end')]);
      }
    },
    endedBy: async () => (await once(child, 'close'))[1],
    ended: async () => {
      const [code] = await once(child, 'close');
      return { code, ...printed };
    },
  };
};

const noted = () =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
const calls = () => noted().filter((call) => call !== 'console built');
const builds = () => noted().filter((call) => call === 'console built').length;
const productionInstall = 'npm ci --omit=dev --no-audit --no-fund --loglevel=error';

describe('installing packages', () => {
  it('happens once on a fresh clone', async () => {
    const first = await bootstrap(['start', '--exit']).ended();
    expect(first.err).toBe('Installing packages, this takes a minute the first time ...\nBuilding the console ...\n');
    expect((await bootstrap(['start', '--exit']).ended()).err).toBe('');
    expect(calls()).toEqual([productionInstall]);
  });

  it('happens again when the lockfile has changed', async () => {
    await bootstrap(['start', '--exit']).ended();
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lockWith('1.0.1')));
    await bootstrap(['start', '--exit']).ended();
    expect(calls()).toEqual([productionInstall, productionInstall]);
  });

  it('is not needed to start when only test packages are missing', async () => {
    const { packages } = lockWith('1.0.0');
    const { 'node_modules/vitest': _dev, 'node_modules/other-platform': _other, ...present } = packages;
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
    await bootstrap(['start', '--exit']).ended();
    expect(calls()).toEqual([]);
    await bootstrap(['unit']).ended();
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund --loglevel=error']);
  });

  it('is done by one of two concurrent starts, the other waits', async () => {
    const slow = { NPM_SLOW: 'yes' };
    const runs = [bootstrap(['start', '--exit'], slow), bootstrap(['start', '--exit'], slow)];
    const both = await Promise.all(runs.map((run) => run.ended()));
    expect(both.map(({ code }) => code)).toEqual([7, 7]);
    expect(calls()).toEqual([productionInstall]);
  });

  it('does not wait for a start that died, nor for a process that reused its pid', async () => {
    mkdirSync(join(root, '.cache'));
    for (const owner of ['999999999 1', `${process.pid} 1`, '']) {
      writeFileSync(join(root, '.cache/install.lock'), owner);
      rmSync(join(root, 'node_modules'), { recursive: true, force: true });
      expect((await bootstrap(['start', '--exit']).ended()).code).toBe(7);
    }
  });

  it('that fails is reported in one sentence', async () => {
    const { code, err } = await bootstrap(['start'], { NPM_FAILS: 'yes' }).ended();
    expect(code).toBe(69);
    const log = join(root, '.cache/npm-ci.log');
    expect(err.trim().split('\n').at(-1)).toBe(
      `Could not install the packages: "npm ci" failed (1), its output is in ${log}.`,
    );
    expect(readFileSync(log, 'utf8')).toContain('registry is away');
  });
});

describe('the console', () => {
  it('is built before the first start, and again only when its sources have changed', async () => {
    await bootstrap(['start', '--exit']).ended();
    await bootstrap(['start', '--exit']).ended();
    expect(builds()).toBe(1);
    writeFileSync(join(root, 'apps/web/src/main.tsx'), 'changed');
    await bootstrap(['start', '--exit']).ended();
    expect(builds()).toBe(2);
    writeFileSync(join(root, 'apps/web/src/main.test.ts'), 'a test is no part of it');
    expect((await bootstrap(['start', '--exit']).ended()).err).toBe('');
    expect(builds()).toBe(2);
  });

  it('is built by one of two concurrent starts', async () => {
    const runs = [bootstrap(['start', '--exit']), bootstrap(['start', '--exit'])];
    await Promise.all(runs.map((run) => run.ended()));
    expect(builds()).toBe(1);
  });

  it('that cannot be built stops the start with one line', async () => {
    const { code, err } = await bootstrap(['start'], { BUILD_FAILS: 'yes' }).ended();
    expect(code).toBe(69);
    const log = join(root, '.cache/console-build.log');
    expect(err.trim().split('\n').at(-1)).toBe(`Could not build the console (1), the output is in ${log}.`);
    expect(readFileSync(log, 'utf8')).toContain('a screen is broken');
  });

  it('is not needed by a backup', async () => {
    await bootstrap(['backup']).ended();
    expect(builds()).toBe(0);
  });
});

describe('Debian packages', () => {
  const isRoot = process.getuid?.() === 0;
  beforeEach(() => {
    for (const tool of ['ffmpeg', 'ffprobe']) rmSync(join(bin, tool));
  });

  it('that are missing are installed as root, otherwise named in one line', async () => {
    executable(join(bin, 'apt-get'), fakeApt);
    const { code, err } = await bootstrap(['start', '--exit']).ended();
    if (isRoot) {
      expect(code).toBe(7);
      expect(calls().slice(1)).toEqual([
        'apt-get -o DPkg::Lock::Timeout=300 update noninteractive',
        'apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends ffmpeg noninteractive',
      ]);
    } else {
      expect(code).toBe(69);
      expect(err).toMatch(/: sudo apt-get install -y ffmpeg\n$/);
    }
  });

  it('that cannot be installed stop the start with one line', async () => {
    executable(join(bin, 'apt-get'), fakeApt);
    const { code, err } = await bootstrap(['start'], { APT_FAILS: 'yes' }).ended();
    expect(code).toBe(69);
    expect(err.trim().split('\n').at(-1)).toContain('ffmpeg');
  });

  it('are only named where there is no apt-get', async () => {
    const { code, err } = await bootstrap(['start']).ended();
    expect(code).toBe(69);
    expect(err).toMatch(/Please install ffmpeg and try again\.\n$/);
  });

  it('are not needed when FFMPEG_PATH and FFPROBE_PATH name programs', async () => {
    executable(join(root, 'my-ffmpeg'), '#!/bin/sh\n');
    const env = { FFMPEG_PATH: join(root, 'my-ffmpeg'), FFPROBE_PATH: join(root, 'my-ffmpeg') };
    expect((await bootstrap(['start', '--exit'], env).ended()).code).toBe(7);
  });

  it('a blank FFMPEG_PATH is unset, a wrong one is a fault', async () => {
    expect((await bootstrap(['start'], { FFMPEG_PATH: ' ' }).ended()).code).toBe(69);
    const { code, err } = await bootstrap(['start'], { FFMPEG_PATH: '/nowhere/ffmpeg' }).ended();
    expect({ code, err: err.split('\n').at(-2) }).toEqual({
      code: 78,
      err: 'FFMPEG_PATH=/nowhere/ffmpeg is not a program that can be run.',
    });
  });
});

describe('the command', () => {
  it('gets its arguments and returns its exit code', async () => {
    const { code, out } = await bootstrap(['start', '--exit', 'a b']).ended();
    expect({ code, out }).toEqual({ code: 7, out: 'started ["--exit","a b"]\n' });
    expect(await bootstrap(['start', '--die']).endedBy()).toBe('SIGKILL');
  });

  it('that is unknown is refused', async () => {
    const { code, err } = await bootstrap(['constructor']).ended();
    expect(code).toBe(64);
    expect(err).toContain('known are start, ');
  });

  it('replaces the process that prepared it', async () => {
    const run = bootstrap(['start']);
    await run.untilPrinted('started');
    expect(readFileSync(`/proc/${run.child.pid}/cmdline`, 'utf8')).toContain('apps/launcher/src/main.ts');
    run.child.kill('SIGTERM');
    await run.untilPrinted('SIGTERM');
    run.child.kill('SIGKILL');
    await run.ended();
  });

  it('gets its arguments without shell interpretation', async () => {
    const words = ["it's", '$HOME', '`date`', '', 'a\nb', '\\"', '*'];
    const { out } = await bootstrap(['start', '--exit', ...words]).ended();
    expect(out).toBe(`started ${JSON.stringify(['--exit', ...words])}\n`);
  });
});
