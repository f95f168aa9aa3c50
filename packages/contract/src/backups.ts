import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp } from './scalars.ts';

const schedule = {
  enabled: Type.Boolean(),
  /** Local time of RECORDER_TZ. */
  at: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  /** Monday first: `1111100` is from Monday to Friday. */
  days: Type.String({ pattern: '^(?=.*1)[01]{7}$' }),
  /** How many files stay; older ones are deleted after each successful backup. */
  keep: Type.Integer({ minimum: 1, maximum: 60 }),
};

const BackupRun = Strict(
  {
    reason: OneOf(['manual', 'schedule']),
    state: OneOf(['queued', 'running', 'done', 'failed']),
    queued_at: Timestamp,
    ended_at: Nullable(Timestamp),
    file_name: Nullable(Type.String()),
    size_bytes: Nullable(Type.Integer()),
    /** Why it failed, in English. */
    error: Nullable(Type.String()),
  },
  { $id: 'BackupRun' },
);

const Backups = Strict(
  {
    ...schedule,
    /** Null while the schedule is off. */
    next_at: Nullable(Timestamp),
    /** The folder of the files on the server. */
    folder: Type.String(),
    /** Newest first. */
    files: Type.Array(Strict({ name: Type.String(), size_bytes: Type.Integer() })),
    /** The last few, newest first. */
    runs: Type.Array(BackupRun),
  },
  { $id: 'Backups' },
);

export const backups = {
  get: route({
    method: 'GET',
    path: '/config/backups',
    access: 'admin',
    summary: 'Backups of the database: their schedule, files and last results',
    reply: Backups,
  }),
  update: route({
    method: 'PUT',
    path: '/config/backups',
    access: 'admin',
    summary: 'Changes the schedule of backups; omitted fields are unchanged',
    body: Patch(schedule),
    reply: Backups,
  }),
  start: route({
    method: 'POST',
    path: '/config/backups/start',
    access: 'admin',
    summary: 'Starts a backup now, unless one is running',
    status: 202,
    reply: Backups,
  }),
};
