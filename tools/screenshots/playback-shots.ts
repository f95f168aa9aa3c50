import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findDefaultStorageId, insertSegments, type NewSegment, startEmbeddedPostgres } from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { readSegmentFacts } from '@holdfast/media';
import type { Browser, Page } from 'playwright-core';
import { phone, phoneLandscape, tablet } from '../../e2e/console-browser.ts';
import { type FootageInstallation, openFootageInstallation } from '../../e2e/footage-installation.ts';
import type { Shoot } from './shoot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEGMENT_SECONDS = 4;
const FLAGS = '+frag_keyframe+empty_moov+default_base_moof+global_sidx';
const rooms = [
  ['Driveway', 'driveway'],
  ['Front door', 'door'],
  ['Back yard', 'yard'],
  ['Store room', 'aisle'],
] as const;

/** The playback screen over a day of drawn footage, in every look. */
export async function shootPlayback(shoot: Shoot): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-scenes-'));
  const log = createLogger({ name: 'screenshots', level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, durable: false });
  const installation = await openFootageInstallation(postgres.connectionString);
  try {
    const atMs = Math.floor((Date.now() - 40 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const ids: string[] = [];
    for (const [index, [name, scene]] of rooms.entries()) {
      const id = await installation.addCamera(name);
      ids.push(id);
      await furnish(installation, { id, index, atMs, file: await film(installation.browser, folder, scene) });
    }
    await installation.addGap({
      cameraId: ids[2] ?? '',
      startMs: atMs - 21 * MINUTE_MS,
      endMs: atMs - 6 * MINUTE_MS,
      reason: 'offline',
    });
    const looks = [
      ['light', {}],
      ['dark', { colorScheme: 'dark' }],
      ['phone', { colorScheme: 'dark', viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
      ['phone-light', { viewport: phone, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
      ['phone-side', { viewport: phoneLandscape, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }],
      ['phone-tablet', { viewport: tablet, isMobile: true, hasTouch: true }],
    ] as const;
    for (const [look, options] of looks) {
      const path = `/ui/playback?cameras=${ids.join(',')}&at=${atMs}`;
      const page = await installation.open(path, { ...options, reducedMotion: 'reduce' });
      await pose(page, 4);
      await shoot(page, `${look}-playback`);
      if (look.startsWith('phone')) {
        await page.context().close();
        continue;
      }
      const box = await page.getByTestId('timeline').boundingBox();
      if (!box) throw new Error('there is no timeline');
      await page.keyboard.press('i');
      await page.mouse.move(box.x + box.width * 0.55, box.y + 50);
      await page.locator('[data-testid="preview"][data-shows="picture"]').waitFor();
      await shoot(page, `${look}-playback-range`);
      await page.goto(page.url().replace(/at=[^&]*/, `at=${atMs - 10 * MINUTE_MS}`));
      await page
        .getByText(/The camera was offline/)
        .first()
        .waitFor();
      await pose(page, 3);
      await page.keyboard.press('0');
      await page.waitForTimeout(1_500);
      await shoot(page, `${look}-playback-day`);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await shoot(page, `${look}-playback-keys`);
      await page.context().close();
    }
  } finally {
    await installation.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const pose = (page: Page, panes: number) =>
  page.waitForFunction(
    (least) =>
      document.querySelector('[data-waiting]') === null &&
      document.querySelectorAll('[data-kind="playing"]').length >= least,
    panes,
    { timeout: 120_000 },
  );

/** Four seconds of a drawn scene, as the recorder would have written them. */
async function film(browser: Browser, folder: string, scene: string): Promise<string> {
  const picture = join(folder, `${scene}.png`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const drawn = readFileSync(join(import.meta.dirname, 'scenes', `${scene}.svg`), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn}`);
  await page.screenshot({ path: picture });
  await page.context().close();
  const file = join(folder, `${scene}.mp4`);
  const input = ['-loglevel', 'error', '-loop', '1', '-framerate', '10', '-t', String(SEGMENT_SECONDS), '-i', picture];
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '10',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    FLAGS,
    file,
  ];
  const { status, stderr } = spawnSync('ffmpeg', [...input, ...encode]);
  if (status !== 0) throw new Error(`ffmpeg made no scene: ${stderr}`);
  return file;
}

interface Furnished {
  id: string;
  index: number;
  atMs: number;
  file: string;
}

/** A day of runs and motion in the index, and real footage around the shown time. */
async function furnish({ archive }: FootageInstallation, { id, index, atMs, file }: Furnished): Promise<void> {
  const reading = await readSegmentFacts(file);
  if (reading.kind !== 'segment') throw new Error('the scene is no segment');
  const { durationMs, sizeBytes, parameterHash } = reading.facts;
  const storageId = await findDefaultStorageId(archive.db);
  const row = (startMs: number, lengthMs: number, hasMotion: boolean): NewSegment => {
    const startTs = new Date(startMs);
    const path = join(id, 'main', `${startMs}.mp4`);
    const times = { startTs, preciseStartTs: startTs, durationMs: lengthMs, endTs: new Date(startMs + lengthMs) };
    return { cameraId: id, stream: 'main', ...times, storageId, path, sizeBytes, parameterHash, hasMotion };
  };
  const isMissing = (ms: number) => index === 2 && ms >= atMs - 21 * MINUTE_MS && ms < atMs - 6 * MINUTE_MS;
  const rows: NewSegment[] = [];
  for (let ms = atMs - 30 * MINUTE_MS; ms < atMs + 20 * MINUTE_MS; ms += durationMs) {
    if (isMissing(ms)) continue;
    const segment = row(ms, durationMs, Math.sin(ms / (97_000 + 31_000 * index)) > 0.55);
    const place = join(archive.dataDir, 'footage', segment.path);
    mkdirSync(dirname(place), { recursive: true });
    linkSync(file, place);
    rows.push(segment);
  }
  // For older times only the index is used.
  for (let ms = atMs - 26 * HOUR_MS; ms < atMs - 30 * MINUTE_MS; ms += 2 * MINUTE_MS)
    if (Math.sin(ms / (4.1 * HOUR_MS) + index) > -0.9)
      rows.push(row(ms, 2 * MINUTE_MS, Math.sin(ms / (11 * MINUTE_MS) + 2 * index) > 0.6));
  await insertSegments(archive.db, rows);
}
