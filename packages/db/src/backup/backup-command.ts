import { fileURLToPath } from 'node:url';

/** The script of `npm run backup`, for a process that runs it as its child. */
export const BACKUP_COMMAND = fileURLToPath(new URL('../backup-cli.ts', import.meta.url));
