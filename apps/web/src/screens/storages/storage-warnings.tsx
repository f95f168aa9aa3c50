import { Button } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { Storage } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { WarningNote } from '../../parts/layout/warning-note.tsx';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { useStorageHealth } from '../../storages/storage-state.tsx';

/** Warnings that need confirmation: a wrong disk, or many missing files. */
export function StorageWarnings({ storage }: { storage: Storage }) {
  const { t, format } = useI18n();
  const { isLeaving, remove } = useRemoval();
  const health = useStorageHealth(storage);
  const accept = useSave({
    call: () => api.storages.acceptDisk({ params: { id: storage.id } }),
    done: t('storages.accepted', { name: storage.name }),
  });
  const pruneKey = `missing files of ${storage.id}`;
  // Without the folder there is no disk to use.
  const isOtherDisk = health === 'foreign' || (health === 'missing' && storage.state === 'ok');
  return (
    <>
      {isOtherDisk && (
        <WarningNote
          action={
            <Button size="xs" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
              {t('storages.accept')}
            </Button>
          }
        >
          <p>{health === 'foreign' ? t('storages.foreign') : t('storages.lost')}</p>
          <p>{t('storages.acceptHint')}</p>
        </WarningNote>
      )}
      {accept.isError && <ProblemNote problem={accept.error} />}
      {storage.pruning_stopped_at !== null && !isLeaving(pruneKey) && (
        <WarningNote
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                remove({
                  key: pruneKey,
                  message: t('storages.pruned'),
                  call: () => api.storages.resumePruning({ params: { id: storage.id } }),
                })
              }
            >
              {t('storages.prune')}
            </Button>
          }
        >
          <p>{t('storages.pruneStopped', { time: format.moment(storage.pruning_stopped_at) })}</p>
          <p>{t('storages.pruneHint')}</p>
        </WarningNote>
      )}
    </>
  );
}
