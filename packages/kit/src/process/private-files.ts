/** Only our own user may read or write; children inherit it. Set in the first line of every process of the product. */
const PRIVATE_UMASK = 0o077;
/** The group may also read, but not write. */
export const GROUP_READS_UMASK = 0o027;

export const keepFilesPrivate = (): void => void process.umask(PRIVATE_UMASK);
