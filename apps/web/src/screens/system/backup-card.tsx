import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type Backups, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { BackupScheduleForm } from './backup-schedule-form.tsx';

type Backup = Backups['runs'][number];
const tones: Record<Backup['state'], Tone> = { queued: 'warn', running: 'warn', done: 'good', failed: 'bad' };

/** Backups of the database: now, by schedule, and the result of the last one. */
export function BackupCard() {
  const backups = useQuery(queries.backups);
  return <Loaded query={backups}>{(data) => <BackupForms backups={data} />}</Loaded>;
}

function BackupForms({ backups }: { backups: Backups }) {
  const { t, format } = useI18n();
  const start = useSave({ call: () => api.backups.start() });
  const [last] = backups.runs;
  const isActive = last?.state === 'queued' || last?.state === 'running';
  return (
    <Card
      title={t('backup.title')}
      lead={t('backup.lead')}
      aside={
        <Button variant="default" loading={isActive || start.isPending} onClick={() => start.mutate()}>
          {t('backup.now')}
        </Button>
      }
    >
      {start.isError && <ProblemNote problem={start.error} />}
      <dl className={classes.facts}>
        <dt>{t('backup.last')}</dt>
        <dd>
          <div role="status">{last ? <BackupText backup={last} /> : t('backup.none')}</div>
        </dd>
        <dt>{t('backup.next')}</dt>
        <dd>{backups.next_at === null ? t('backup.off') : format.moment(backups.next_at)}</dd>
        <dt>{t('backup.files')}</dt>
        <dd>
          {t('backup.fileCount', {
            count: backups.files.length,
            size: format.bytes(backups.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)),
          })}
        </dd>
        <dt>{t('backup.folder')}</dt>
        <dd className={classes.mono}>{backups.folder}</dd>
      </dl>
      <p className={classes.help}>{t('backup.key')}</p>
      <BackupScheduleForm backups={backups} />
    </Card>
  );
}

function BackupText({ backup: { state, queued_at, size_bytes, error } }: { backup: Backup }) {
  const { t, format } = useI18n();
  return (
    <Stack gap={4} align="flex-start">
      <StateChip tone={tones[state]}>{t(`backupState.${state}`)}</StateChip>
      <span>
        {format.moment(queued_at)}
        {size_bytes !== null && `, ${format.bytes(size_bytes)}`}
      </span>
      {error !== null && <span>{error.slice(0, 500)}</span>}
    </Stack>
  );
}
