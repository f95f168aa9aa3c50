import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const compose = read('ops/compose.yaml');

/** The body of a top-level key. */
const section = (name: string) => {
  const lines = compose.split('\n');
  const from = lines.indexOf(`${name}:`) + 1;
  const length = lines.slice(from).findIndex((line) => /^\S/.test(line) && !line.startsWith('#'));
  return lines.slice(from, length === -1 ? undefined : from + length).join('\n');
};
const keysOf = (name: string) => [...section(name).matchAll(/^ {2}([\w-]+):/gm)].map(([, key]) => key ?? '');
const serviceBody = (name: string) =>
  section('services')
    .split(new RegExp(`^ {2}${name}:$`, 'm'))[1]
    ?.split(/^ {2}\w/m)[0] ?? '';
const wordsIn = (list = '') => list.split(',').map((word) => word.trim());

describe('compose.yaml', () => {
  it('has the services of the product', () => {
    expect(keysOf('services')).toEqual(['postgres', 'migrate', 'api', 'recorder', 'worker']);
  });

  it('names only Dockerfiles, scripts, services, networks and volumes that exist', () => {
    for (const [, file] of compose.matchAll(/dockerfile: (\S+)/g))
      expect(existsSync(join(root, file ?? ''))).toBe(true);
    for (const [, script] of compose.matchAll(/\[node, (\S+\.ts)\]/g))
      expect(existsSync(join(root, script ?? ''))).toBe(true);
    for (const [, waited] of compose.matchAll(/^ {6}([\w-]+):\n {8}condition:/gm))
      expect(keysOf('services')).toContain(waited);
    for (const [, list] of compose.matchAll(/networks: \[(.+)\]/g))
      for (const network of wordsIn(list)) expect(keysOf('networks')).toContain(network);
    for (const [, list] of compose.matchAll(/volumes: \[(.+)\]/g))
      for (const mount of wordsIn(list)) expect(keysOf('volumes')).toContain(mount.split(':')[0]);
    for (const [, alias] of compose.matchAll(/\*(\w+)$/gm)) expect(compose).toContain(`&${alias}\n`);
  });

  it('opens only the ports of the console, live view and RTSP, on loopback by default', () => {
    const published = [...compose.matchAll(/"(\$\{\w+_ADDRESS:.+?)"/g)].map(([, port]) => port);
    expect(compose.match(/ports:/g)).toHaveLength(2);
    expect(published).toEqual([
      expect.stringMatching(/^\$\{CONSOLE_ADDRESS:-127\.0\.0\.1\}:\$\{PORT:-8080\}:8080$/),
      expect.stringMatching(/^\$\{CONSOLE_ADDRESS:-127\.0\.0\.1\}:(\$\{WEBRTC_PORTS:-\d+-\d+\}):\1\/udp$/),
      expect.stringMatching(/^\$\{RTSP_ADDRESS:-127\.0\.0\.1\}:\$\{RTSP_PORT:-8554\}:8554$/),
    ]);
    expect(serviceBody('postgres')).not.toContain('ports:');
  });

  it('migrates once, before the processes start', () => {
    expect(serviceBody('migrate')).toContain('condition: service_healthy');
    for (const name of ['api', 'recorder'])
      expect(serviceBody(name)).toContain('condition: service_completed_successfully');
  });

  it('starts a recorder again that ended because a restart was requested', () => {
    expect(serviceBody('recorder')).toContain('<<: *process');
    expect(compose).toMatch(/^x-process: &process\n {2}restart: unless-stopped$/m);
  });

  it('passes on the settings of both processes', () => {
    for (const name of ['api', 'recorder'])
      for (const variable of [
        'JWT_SECRET',
        'MAINTENANCE_UNTIL',
        'CAMERA_OFFLINE_BOOT_GRACE_SECS',
        'SMARTHOME_BASE_URL',
        'SMARTHOME_TOKEN',
        'SMARTHOME_TOKEN_FILE',
      ])
        expect(serviceBody(name), `${name} ${variable}`).toContain(`${variable}: \${${variable}:-}`);
  });

  it('passes on the settings of previews to both processes', () => {
    const [, shared = ''] = /^x-environment: &environment\n((?: {2}.+\n)+)/m.exec(compose) ?? [];
    for (const name of ['INTERVAL_SECONDS', 'WIDTH', 'QUALITY', 'MAX_CONCURRENCY', 'CACHE_MAX_BYTES', 'PREGEN_ENABLED'])
      expect(shared).toContain(`THUMB_${name}: \${THUMB_${name}:-}`);
    for (const name of ['api', 'recorder']) expect(serviceBody(name)).toContain('<<: *environment');
  });

  it('holds no password', () => {
    for (const [, value] of compose.matchAll(/PASSWORD: (.*)/g)) expect(value).toMatch(/^\$\{\w+:[?-]/);
  });
});

const dockerfiles = readdirSync(join(root, 'ops')).filter((name) => name.endsWith('.Dockerfile'));

describe.each(dockerfiles)('%s', (name) => {
  const lines = read(`ops/${name}`).replaceAll('\\\n', ' ').split('\n');

  it('copies only what exists', () => {
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    const listed = lines.flatMap((line) => /cp --parents (.*) \/manifests/.exec(line)?.[1]?.split(' ') ?? []);
    expect(sources.length).toBeGreaterThan(0);
    const exists = (path: string) =>
      path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));
    expect([...sources, ...listed].filter((path) => !exists(path))).toEqual([]);
  });

  it('runs a script that exists, as an ordinary user', () => {
    const script = /CMD \["node", "(.+)"\]/.exec(lines.join('\n'))?.[1] ?? 'absent';
    expect(existsSync(join(root, script))).toBe(true);
    expect(lines.indexOf('USER node')).toBeGreaterThan(0);
  });

  it('installs nothing but the packages of one app at a time', () => {
    const installs = lines.filter((line) => line.includes('npm ci'));
    expect(installs.length).toBeGreaterThan(0);
    for (const install of installs) {
      const [, workspace = 'absent'] = / --workspace (\S+)/.exec(install) ?? [];
      expect(existsSync(join(root, workspace, 'package.json')), install).toBe(true);
    }
  });

  it('keeps the working folder of the build out of the image', () => {
    const ignored = read(`ops/${name}.dockerignore`).trim().split('\n');
    for (const path of ['.git', '**/node_modules', 'data']) expect(ignored).toContain(path);
  });
});

describe('holdfast.service', () => {
  const unit = read('ops/holdfast.service');
  const settingOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

  it('starts the product without npm, by a script that exists and a command that is known', () => {
    const [, script = '', command = ''] = /^\/bin\/sh (\S+) (\S+)$/.exec(settingOf('ExecStart') ?? '') ?? [];
    expect(existsSync(join(root, script))).toBe(true);
    expect(JSON.parse(read('package.json')).scripts[command]).toBe(`sh ${script} ${command}`);
  });

  it('leaves the order of stopping to the launcher, with enough time', () => {
    expect(settingOf('KillMode')).toBe('mixed');
    const [, limitMs = ''] = /hardLimitMs: ([\d_]+)/.exec(read('apps/launcher/src/main.ts')) ?? [];
    expect(Number(settingOf('TimeoutStopSec')) * 1_000).toBeGreaterThan(Number(limitMs.replaceAll('_', '')));
  });

  it('is not restarted with an invalid configuration', () => {
    expect(settingOf('RestartPreventExitStatus')).toBe('78');
  });
});
