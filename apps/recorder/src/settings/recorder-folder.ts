import { join } from 'node:path';

/** The recorder's own files in DATA_DIR. */
export const recorderFolder = (dataDir: string): string => join(dataDir, 'recorder');
