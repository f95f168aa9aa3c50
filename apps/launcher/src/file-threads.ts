/**
 * File system calls run in a pool of this many threads; the default is four. A hanging disk blocks up to a dozen of them in one
 * process, and other calls must still be served. Node reads the setting when it starts, so it is passed from outside: from
 * here, or from the images in ops.
 */
export const fileThreads = { UV_THREADPOOL_SIZE: '32' };
