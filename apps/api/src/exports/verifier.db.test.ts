import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PATIENCE_MS, startChromium } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { exported, iso, newCamera } from './test-exports.ts';

const START = Date.UTC(2026, 0, 1, 12);
let test: TestApp;
let admin: string;
let browser: Browser;
let page: Page;
let folder: string;
let video: string;
let manifest: string;
const asked: string[] = [];

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  const cameraId = await newCamera(test, admin, '<img src=x onerror=alert(1)>');
  await addTestFootage(test, { cameraId, startMs: START, seconds: 4 });
  const made = await exported(test, admin, { camera_ids: [cameraId], start: iso(START), end: iso(START + 4_000) });
  folder = await mkdtemp(join(tmpdir(), 'holdfast-verify-'));
  const save = async (path: string, name: string) => {
    const { body, headers } = await test.call('GET', path, { token: admin });
    await writeFile(join(folder, name), Buffer.isBuffer(body) ? body : JSON.stringify(body, null, 2));
    return { path: join(folder, name), headers };
  };
  video = (await save(`/exports/${made.id}/file`, made.file.name)).path;
  manifest = (await save(`/exports/${made.id}/manifest.json`, 'manifest.json')).path;
  const saved = await save('/exports/verifier.html', 'verify.html');
  expect(saved.headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'content-disposition': 'attachment; filename="verify.html"',
  });
  browser = await startChromium();
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(saved.path).href);
});
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

async function verdict(...files: string[]): Promise<string | null> {
  await page.setInputFiles('#files', []);
  await page.locator('#result').evaluate((element) => delete element.dataset.verdict);
  await page.setInputFiles('#files', files);
  await page.locator('#result[data-verdict]:not([data-verdict="working"])').waitFor({ timeout: PATIENCE_MS });
  return page.locator('#result').getAttribute('data-verdict');
}

async function altered(path: string, name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  await writeFile(join(folder, name), change(await readFile(path)));
  return join(folder, name);
}

describe('the verification page, opened from disk', () => {
  it('verifies an untouched export and shows the key’s fingerprint', async () => {
    expect(await verdict(video, manifest)).toBe('genuine');
    const { fingerprint } = (await test.call('GET', '/config/signing-key', { token: admin })).body;
    expect(await page.locator('#facts').textContent()).toContain(fingerprint);
  });

  it('detects a flipped byte', async () => {
    const flipped = await altered(video, 'flipped.mp4', (bytes) => {
      bytes[bytes.length - 5]! ^= 1;
      return bytes;
    });
    expect(await verdict(flipped, manifest)).toBe('damaged');
    expect(await page.locator('#rows').textContent()).toContain('CHANGED');
  });

  it('detects a changed manifest', async () => {
    const changed = await altered(manifest, 'changed.json', (bytes) =>
      Buffer.from(bytes.toString().replace('2026-01-01T12:00:00', '2026-01-01T11:00:00')),
    );
    expect(await verdict(video, changed)).toBe('forged');
  });

  it('distinguishes a missing file, a missing manifest and an unknown key', async () => {
    expect(await verdict(manifest)).toBe('incomplete');
    expect(await verdict(video)).toBe('incomplete');
    await page.fill('#expected', 'ab'.repeat(32));
    expect(await verdict(video, manifest)).toBe('foreign');
    await page.fill('#expected', '');
  });

  it('shows names as text and makes no requests', async () => {
    expect(await verdict(video, manifest)).toBe('genuine');
    expect(await page.locator('#facts').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('img').count()).toBe(0);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  });

  it('uses the reader’s language and time zone', async () => {
    expect(await verdict(video, manifest)).toBe('genuine');
    expect(await page.locator('#facts').textContent()).toContain('1 Jan 2026, 21:00:00');
    expect(await page.locator('#zone').textContent()).toContain('Asia/Tokyo');
    expect(await page.locator('header').textContent()).toContain('Holdfast');
    const german = await browser.newPage({ locale: 'de-DE' });
    await german.goto(page.url());
    await german.setInputFiles('#files', [video, manifest]);
    await german.getByText('Nichts wurde verändert').waitFor({ timeout: PATIENCE_MS });
    expect(await german.locator('h1').textContent()).toBe('Export prüfen');
    await german.close();
  });
});
