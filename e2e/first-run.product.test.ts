import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProblem } from '@holdfast/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningProduct, startProduct } from './running-product.ts';

let installation: string;
let dataDir: string;
let product: RunningProduct;
let sourcesBefore: string[];
const outside = ['home', 'temporary', 'here'] as const;
const start = () => {
  const [HOME, TMPDIR, cwd] = outside.map((name) => join(installation, name));
  return startProduct(dataDir, { HOME: HOME ?? '', TMPDIR: TMPDIR ?? '' }, 'launcher', cwd);
};
beforeAll(async () => {
  installation = await mkdtemp(join(tmpdir(), 'holdfast-first-run-'));
  // Started by root, the database runs as another user, who must be able to pass through.
  await chmod(installation, 0o755);
  dataDir = join(installation, 'data');
  for (const name of ['data', ...outside]) await mkdir(join(installation, name));
  sourcesBefore = await sources();
  product = await start();
});
afterAll(async () => {
  await product?.stop();
  await rm(installation, { recursive: true, force: true });
});

const workingCopy = join(import.meta.dirname, '..');
/** The files of the product itself, without those of the set-up. */
const sources = async () =>
  (
    await Array.fromAsync(
      glob('{apps,packages}/**', { cwd: workingCopy, exclude: ['**/node_modules/**', '**/dist/**'] }),
    )
  ).sort();

it('prints its address and how to create the admin', async () => {
  await expect.poll(() => product.output()).toContain('/auth/bootstrap');
  expect(product.output()).toContain(product.baseUrl);
  expect(product.output()).toContain('HOST=0.0.0.0');
  // Plain lines for people; JSON only on request.
  expect(product.output()).not.toMatch(/^\{/m);
});

it('goes from an empty folder to a camera through the typed client, and keeps it over a restart', async () => {
  const { token } = await product.client().auth.bootstrap({ body: { username: 'ann', password: 'correct horse' } });
  const client = product.client(token);
  const camera = await client.cameras.create({
    body: { name: 'Gate', main_url: 'rtsp://root:s3cret-word@127.0.0.1:1/x' },
  });
  expect(camera).toMatchObject({ name: 'Gate', main_url: 'rtsp://root@127.0.0.1:1/x' });
  const refused = await client.cameras
    .test({ body: { url: 'rtsp://root:s3cret-word@127.0.0.1:1/x' } })
    .catch((err: unknown) => err);
  expect(refused).toBeInstanceOf(ApiProblem);
  expect(refused).toMatchObject({ status: 502, code: 'camera-unreachable' });
  await expect.poll(async () => (await client.system.health()).status).toBe('ok');

  expect(await product.stop()).toBe(0);
  product = await start();
  // The token was signed with the install's own key, so it is still valid.
  expect((await product.client(token).cameras.list()).items).toMatchObject([{ id: camera.id, name: 'Gate' }]);
  expect(product.output()).not.toContain('/auth/bootstrap');
});

it('writes nothing outside its data folder and keeps its key private', async () => {
  expect((await stat(join(dataDir, 'keys', 'server.key'))).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).sort()).toEqual(expect.arrayContaining(['keys', 'postgres']));
  const left = await Promise.all(outside.map((name) => readdir(join(installation, name), { recursive: true })));
  expect(left.flat()).toEqual([]);
  expect(await readdir(installation)).toHaveLength(1 + outside.length);
  expect((await sources()).filter((path) => !sourcesBefore.includes(path))).toEqual([]);
});

it('never prints or logs a password', async () => {
  const logs = await Promise.all(
    (await readdir(dataDir, { recursive: true }))
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFile(join(dataDir, name), 'utf8')),
  );
  expect([product.output(), ...logs].join('\n')).not.toMatch(/s3cret-word|correct horse/);
});
