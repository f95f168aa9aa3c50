import { Avatar, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type User } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { EditDialog } from '../../parts/dialogs/edit-dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { UserForm } from './user-form.tsx';

export function UsersPanel() {
  const t = useT();
  const users = useQuery(queries.users);
  const [edited, setEdited] = useState<User | 'new'>();
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('people.addUser')}
        </Button>
      </Group>
      <RemovableRows query={users} kind="user">
        {(user) => <UserRow user={user} onEdit={() => setEdited(user)} />}
      </RemovableRows>
      <EditDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        titles={{ add: t('people.addUser'), edit: t('people.editUser') }}
      >
        {(user) => <UserForm user={user} onDone={() => setEdited(undefined)} />}
      </EditDialog>
    </Stack>
  );
}

function UserRow({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const me = useQuery(queries.me);
  const roles = useQuery(queries.roles);
  const role = roles.data?.find(({ id }) => id === user.role_id);
  const isSelf = me.data?.id === user.id;
  return (
    <li className={classes.row}>
      <Avatar size={40} radius="xl" color="tide" aria-hidden>
        {[...user.username][0]?.toUpperCase()}
      </Avatar>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={user.username} />
          </span>
          {isSelf && <StateChip tone="idle">{t('people.you')}</StateChip>}
        </Group>
        <div className={classes.rowSub}>
          {role && <Named text={role.name} inline />}
          <span>{t('people.since', { day: format.day(user.created_at) })}</span>
        </div>
      </div>
      <RowAction
        label={t('people.editNamed', { name: user.username })}
        icon={<IconPencil size={20} />}
        onClick={onEdit}
      />
      {!isSelf && (
        <RowAction
          label={t('people.removeNamed', { name: user.username })}
          icon={<IconTrash size={20} />}
          onClick={() =>
            remove({
              key: `user ${user.id}`,
              message: t('people.removed', { name: user.username }),
              call: () => api.users.remove({ params: { id: user.id } }),
            })
          }
        />
      )}
    </li>
  );
}
