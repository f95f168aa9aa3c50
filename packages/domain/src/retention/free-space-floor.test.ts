import { describe, expect, it } from 'vitest';
import { freeSpaceFloor } from './free-space-floor.ts';

const policy = { liveStorageId: 'a', archiveEnabled: false, archiveStorageId: 'b', minFreeBytes: null };

describe('the free-space floor of a storage', () => {
  it('is the highest of the policies that use it', () => {
    const policies = [
      { ...policy, minFreeBytes: 5 },
      { ...policy, minFreeBytes: 7 },
      { ...policy, liveStorageId: 'c', minFreeBytes: 9 },
    ];
    expect(freeSpaceFloor({ storageId: 'a', totalBytes: 1_000, policies })).toBe(7);
  });

  it('counts an archive only where archiving is on', () => {
    const asks = { ...policy, minFreeBytes: 7 };
    expect(freeSpaceFloor({ storageId: 'b', totalBytes: 1_000, policies: [asks] })).toBe(50);
    expect(freeSpaceFloor({ storageId: 'b', totalBytes: 1_000, policies: [{ ...asks, archiveEnabled: true }] })).toBe(
      7,
    );
  });

  it('is never zero, and never much of a large disk', () => {
    expect(freeSpaceFloor({ storageId: 'a', totalBytes: 1_000, policies: [policy] })).toBe(50);
    expect(freeSpaceFloor({ storageId: 'a', totalBytes: 2 ** 44, policies: [policy] })).toBe(2 ** 31);
  });
});
