import { describe, expect, it } from 'vitest';
import { folderFault } from './folder-fault.ts';

const place = { dataDir: '/srv/nvr/data', storages: ['/srv/nvr/data/footage', '/mnt/disk'] };

describe('a storage folder', () => {
  it.each(['/mnt/other', '/mnt/disk2', '/srv/footage', '/srv/nvr/database', '/development', '/home/x/proc'])(
    'may be %s',
    (path) => expect(folderFault(path, place)).toBeUndefined(),
  );

  it.each([
    ['/', /root/],
    ['/proc', /keeps files/],
    ['/proc/self', /keeps files/],
    ['/sys/kernel', /keeps files/],
    ['/dev/shm', /keeps files/],
    ['/srv', /holds/],
    ['/srv/nvr', /holds/],
    ['/srv/nvr/data', /holds/],
    ['/srv/nvr/data/postgres', /inside the data folder/],
    ['/srv/nvr/data/footage/more', /inside the folder of another storage/],
    ['/mnt/disk/more', /inside the folder of another storage/],
    ['/mnt', /holds the folder of another storage/],
  ])('may not be %s', (path, reason) => expect(folderFault(path, place)).toMatch(reason));
});
