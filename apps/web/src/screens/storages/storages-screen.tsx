import { Button, Group, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type Storage } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { EditDialog } from '../../parts/dialogs/edit-dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import classes from '../../parts/parts.module.css';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { StorageState } from '../../storages/storage-state.tsx';
import { StorageForm } from './storage-form.tsx';
import { StorageWarnings } from './storage-warnings.tsx';

export function StoragesScreen() {
  const t = useT();
  const storages = useQuery({ ...queries.storages, refetchInterval: 15_000 });
  const [edited, setEdited] = useState<Storage | 'new'>();
  return (
    <Page
      title={t('nav.storages')}
      lead={t('storages.lead')}
      actions={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('storages.add')}
        </Button>
      }
    >
      <RemovableRows query={storages} kind="storage">
        {(storage) => <StorageRow storage={storage} onEdit={() => setEdited(storage)} />}
      </RemovableRows>
      <EditDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        titles={{ add: t('storages.add'), edit: t('storages.rename') }}
      >
        {(storage) => <StorageForm storage={storage} onDone={() => setEdited(undefined)} />}
      </EditDialog>
    </Page>
  );
}

function StorageRow({ storage, onEdit }: { storage: Storage; onEdit: () => void }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const stats = useQuery(queries.storageStats);
  const footage = stats.data?.storages.find(({ storage_id }) => storage_id === storage.id)?.bytes;
  const { total_bytes, free_bytes } = storage;
  const used =
    total_bytes !== null && free_bytes !== null && total_bytes > 0 ? 1 - free_bytes / total_bytes : undefined;
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={storage.name} />
          </span>
          <StorageState storage={storage} />
        </Group>
        <div className={`${classes.rowSub} ${classes.mono}`}>
          <Named text={storage.path} />
        </div>
        {used !== undefined && (
          <>
            <Progress
              value={used * 100}
              mt={8}
              color={used > 0.95 ? 'red' : used > 0.85 ? 'orange' : 'tide'}
              aria-label={t('storages.used', { share: format.percent(used) })}
            />
            <div className={classes.rowSub}>
              {footage !== undefined && <span>{t('storages.holds', { size: format.bytes(footage) })}</span>}
              <span>
                {t('storages.free', { free: format.bytes(free_bytes ?? 0), total: format.bytes(total_bytes ?? 0) })}
              </span>
            </div>
          </>
        )}
        <StorageWarnings storage={storage} />
      </div>
      <RowAction
        label={t('storages.renameNamed', { name: storage.name })}
        icon={<IconPencil size={20} />}
        onClick={onEdit}
      />
      {!storage.is_default && (
        <RowAction
          label={t('storages.removeNamed', { name: storage.name })}
          icon={<IconTrash size={20} />}
          onClick={() =>
            remove({
              key: `storage ${storage.id}`,
              message: t('storages.removed', { name: storage.name }),
              call: () => api.storages.remove({ params: { id: storage.id } }),
            })
          }
        />
      )}
    </li>
  );
}
