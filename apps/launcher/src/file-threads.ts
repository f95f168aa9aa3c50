/**
 * Calls to the file system wait in as many threads as this says, four if nobody says. A disk that hangs holds up to a
 * dozen of them in one process, and the others must still be served. Read by the runtime when it starts, so it comes
 * from outside: from here, or from the images in ops.
 */
export const fileThreads = { UV_THREADPOOL_SIZE: '32' };
