import { describe, expect, it } from 'vitest';
import { folderFault } from './folder-fault.ts';

const place = { dataDir: '/srv/nvr/data', storages: ['/srv/nvr/data/footage', '/mnt/disk'] };

describe('a storage folder', () => {
  it.each([
    '/mnt/other',
    '/mnt/disk2',
    '/srv/footage',
    '/srv/nvr/database',
    '/development',
    '/home/x/proc',
    '/run/media/ada/disk',
    '/var/lib/nvr',
  ])('may be %s', (path) => expect(folderFault(path, place)).toBeUndefined());

  it.each([
    ['/', 'folder-is-root'],
    ['/proc', 'folder-not-for-files'],
    ['/proc/self', 'folder-not-for-files'],
    ['/sys/kernel', 'folder-not-for-files'],
    ['/dev/shm', 'folder-not-for-files'],
    ['/etc', 'folder-is-system'],
    ['/usr/local/footage', 'folder-is-system'],
    ['/var', 'folder-is-system'],
    ['/run/lock', 'folder-is-system'],
    ['/srv', 'folder-contains-storage'],
    ['/srv/nvr', 'folder-contains-storage'],
    ['/srv/nvr/data', 'folder-contains-storage'],
    ['/srv/nvr/data/postgres', 'folder-in-data'],
    ['/srv/nvr/data/footage/more', 'folder-in-storage'],
    ['/mnt/disk/more', 'folder-in-storage'],
    ['/mnt', 'folder-contains-storage'],
  ])('may not be %s', (path, reason) => expect(folderFault(path, place)).toBe(reason));
});
