import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSegment } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestRetention, type TestRetention } from '../test-retention.ts';
import { findDiscrepancy } from './crash-rounds.ts';

let fixture: TestRetention;
let footage: string;
beforeEach(async () => {
  fixture = await startTestRetention(inject('postgresUrl'));
  footage = join(fixture.dataDir, 'footage');
  await mkdir(join(footage, '.quarantine'), { recursive: true });
});
afterEach(() => fixture.close());

const whole = buildSegment({ video: { sampleTicks: 4500, samplesPerFragment: [10, 10] }, sidx: 'none' });

/** An unfinished file that was playable before the kill, and what the quarantine holds of it after. */
async function quarantinedWith(bytes: Buffer) {
  const path = join(footage, '.quarantine', '1700000000000-000000001.mp4');
  await writeFile(path, bytes);
  return { inode: (await stat(path, { bigint: true })).ino, path, finished: false };
}

describe('a crash round', () => {
  it('is lost when a file with whole fragments ends in quarantine', async () => {
    const owed = await quarantinedWith(whole.subarray(0, whole.length - 7));
    expect(await findDiscrepancy({ db: fixture.db, footage }, [owed])).toContain('whole fragments');
  });

  it('is not lost over a file that cannot be read any more, unless it was finished', async () => {
    const owed = await quarantinedWith(Buffer.alloc(4096, 7));
    expect(await findDiscrepancy({ db: fixture.db, footage }, [owed])).toBe('');
    expect(await findDiscrepancy({ db: fixture.db, footage }, [{ ...owed, finished: true }])).toContain(
      'not recovered',
    );
  });
});
