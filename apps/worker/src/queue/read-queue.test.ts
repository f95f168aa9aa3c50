import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReadQueue, type ReadQueue } from './read-queue.ts';

let parent: string;
let folder: string;
let nowMs: number;
const log = createLogger({ name: 'test', level: 'silent' });

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'read-queue-'));
  folder = join(parent, 'queue');
  nowMs = 1_700_000_000_000;
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const open = (limits = { bytes: 10_000, ageMs: 60_000 }) =>
  openReadQueue<{ n: number; filler?: string }>({ folder, limits, nowMs: () => nowMs, log });
async function drain(queue: ReadQueue<{ n: number }>): Promise<number[]> {
  const taken: number[] = [];
  for (let next = await queue.oldest(); next !== undefined; next = await queue.oldest()) {
    taken.push(next.item.n);
    await next.remove();
  }
  return taken;
}

describe('the queue of reads', () => {
  it('returns them in order, each once, also after a restart', async () => {
    const first = await open();
    for (const n of [1, 2, 3]) await first.add({ n });
    await (await first.oldest())?.remove();
    const second = await open();
    await second.add({ n: 4 });
    expect(second.size).toBe(3);
    expect(await drain(second)).toEqual([2, 3, 4]);
    expect(await drain(await open())).toEqual([]);
  });

  it('is readable by its owner only', async () => {
    const queue = await open();
    await queue.add({ n: 1 });
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await chmod(folder, 0o755);
    await open();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('drops the oldest if they exceed the size or age limit', async () => {
    const queue = await open({ bytes: 2_500, ageMs: 60_000 });
    for (const n of [1, 2, 3, 4]) await queue.add({ n, filler: 'x'.repeat(1_000) });
    expect(queue.size).toBe(2);
    nowMs += 30_000;
    await queue.add({ n: 5 });
    nowMs += 40_000;
    expect(await drain(queue)).toEqual([5]);
  });

  it('loses no other read if the one being sent was dropped meanwhile', async () => {
    const queue = await open({ bytes: 2_500, ageMs: 60_000 });
    for (const n of [1, 2]) await queue.add({ n, filler: 'x'.repeat(1_000) });
    const sending = await queue.oldest();
    await queue.add({ n: 3, filler: 'x'.repeat(1_000) });
    await sending?.remove();
    expect(await drain(queue)).toEqual([2, 3]);
  });

  it('keeps reads in memory if they cannot be written, in order and bounded, and leaves no drafts', async () => {
    const queue = await open();
    await queue.add({ n: 1 });
    await rm(folder, { recursive: true });
    await writeFile(folder, 'not a folder');
    for (let n = 2; n <= 200; n += 1) await queue.add({ n });
    await rm(folder);
    await mkdir(folder);
    await queue.add({ n: 201 });
    const taken = await drain(queue);
    expect(taken).toHaveLength(65);
    expect(taken.slice(-2)).toEqual([200, 201]);
    expect(taken).toEqual(taken.toSorted((a, b) => a - b));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is empty once cleared, on disk too', async () => {
    const queue = await open();
    for (const n of [1, 2]) await queue.add({ n });
    await queue.clear();
    expect(await readdir(folder)).toEqual([]);
    expect(await queue.oldest()).toBeUndefined();
  });

  it('skips files that a crash left incomplete', async () => {
    const queue = await open();
    await queue.add({ n: 1 });
    await queue.add({ n: 2 });
    const [first = ''] = (await readdir(folder)).sort();
    await writeFile(join(folder, first), '{"n":');
    await writeFile(join(folder, '000000000009-1700000000000.json.draft'), '{');
    expect(await drain(await open())).toEqual([2]);
    expect(await readdir(folder)).toEqual([]);
  });
});
