import { MAX_LISTED_WARNINGS, type Routes } from '@holdfast/contract';
import { listWarnings } from '@holdfast/db';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { presentWarning } from './present.ts';

export const warningHandlers = ({ db }: Pick<Deps, 'db'>): Handlers<Routes['warnings']> => ({
  list: async () => ({ items: (await listWarnings(db, MAX_LISTED_WARNINGS)).map(presentWarning) }),
});
