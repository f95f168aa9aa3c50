import { ActionIcon, Button, Group, Progress, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type Storage } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import { Page } from '../../parts/page.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { problemText } from '../../parts/problem-text.ts';
import { useRemoval } from '../../parts/use-removal.tsx';
import { useSave } from '../../parts/use-save.ts';
import { StorageState } from './storage-state.tsx';

export function StoragesScreen() {
  const t = useT();
  const storages = useQuery({ ...queries.storages, refetchInterval: 15_000 });
  const [edited, setEdited] = useState<Storage | 'new'>();
  const { isLeaving } = useRemoval();
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
      <Loaded query={storages}>
        {(all) => (
          <ul className={classes.rows}>
            {all
              .filter(({ id }) => !isLeaving(`storage ${id}`))
              .map((storage) => (
                <StorageRow key={storage.id} storage={storage} onEdit={() => setEdited(storage)} />
              ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('storages.add') : t('storages.rename')}
      >
        {edited !== undefined && <StorageForm storage={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </Page>
  );
}

function StorageRow({ storage, onEdit }: { storage: Storage; onEdit: () => void }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const { total_bytes, free_bytes } = storage;
  const used =
    total_bytes !== null && free_bytes !== null && total_bytes > 0 ? 1 - free_bytes / total_bytes : undefined;
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle} style={{ minWidth: 0 }}>
            <Named text={storage.name} />
          </span>
          <StorageState state={storage.state} />
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
              <span>
                {t('storages.free', { free: format.bytes(free_bytes ?? 0), total: format.bytes(total_bytes ?? 0) })}
              </span>
            </div>
          </>
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('storages.renameNamed', { name: storage.name })}
        onClick={onEdit}
      >
        <IconPencil size={20} />
      </ActionIcon>
      {!storage.is_default && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('storages.removeNamed', { name: storage.name })}
          onClick={() =>
            remove({
              key: `storage ${storage.id}`,
              said: t('storages.removed', { name: storage.name }),
              call: () => api.storages.remove({ params: { id: storage.id } }),
            })
          }
        >
          <IconTrash size={20} />
        </ActionIcon>
      )}
    </li>
  );
}

function StorageForm({ storage, onDone }: { storage: Storage | 'new'; onDone: () => void }) {
  const t = useT();
  const isNew = storage === 'new';
  const [name, setName] = useState(isNew ? '' : storage.name);
  const [path, setPath] = useState('');
  const save = useSave({
    call: () =>
      isNew
        ? api.storages.create({ body: { name, path } })
        : api.storages.update({ params: { id: storage.id }, body: { name } }),
    done: (saved) => t('storages.saved', { name: saved.name }),
    onDone,
  });
  const fields = save.isError ? problemText(save.error, t).fields : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={t('storages.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name}
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        {isNew && (
          <TextInput
            label={t('storages.path')}
            description={t('storages.pathHint')}
            placeholder="/mnt/footage"
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
            error={fields.path}
            required
            withAsterisk={false}
          />
        )}
        {save.isError && <ProblemNote problem={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
