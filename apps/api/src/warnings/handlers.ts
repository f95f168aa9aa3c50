import { MAX_LISTED_WARNINGS, type Routes } from '@holdfast/contract';
import { type Database, listWarnings } from '@holdfast/db';
import type { Handlers } from '../http/mount.ts';
import { presentWarning } from './present.ts';

export const warningHandlers = ({ db }: { db: Database }): Handlers<Routes['warnings']> => ({
  list: async () => ({ items: (await listWarnings(db, MAX_LISTED_WARNINGS)).map(presentWarning) }),
});
