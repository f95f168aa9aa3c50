/** What nobody but our own user reads or writes; children inherit it. For the first line of every process of the product. */
export const PRIVATE_UMASK = 0o077;
/** With a group that may read, but not write. */
export const GROUP_READS_UMASK = 0o027;

export const keepFilesPrivate = (): void => void process.umask(PRIVATE_UMASK);
