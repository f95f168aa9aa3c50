import { ActionIcon, Avatar, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type User } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import classes from '../../parts/parts.module.css';
import { StateChip } from '../../parts/state-chip.tsx';
import { useRemoval } from '../../parts/use-removal.tsx';
import { UserForm } from './user-form.tsx';

export function UsersPanel() {
  const t = useT();
  const users = useQuery(queries.users);
  const [edited, setEdited] = useState<User | 'new'>();
  const { isLeaving } = useRemoval();
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('people.addUser')}
        </Button>
      </Group>
      <Loaded query={users}>
        {(all) => (
          <ul className={classes.rows}>
            {all
              .filter(({ id }) => !isLeaving(`user ${id}`))
              .map((user) => (
                <UserRow key={user.id} user={user} onEdit={() => setEdited(user)} />
              ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('people.addUser') : t('people.editUser')}
      >
        {edited !== undefined && <UserForm user={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
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
          <span className={classes.rowTitle} style={{ minWidth: 0 }}>
            <Named text={user.username} />
          </span>
          {isSelf && <StateChip tone="idle">{t('people.you')}</StateChip>}
        </Group>
        <div className={classes.rowSub}>
          {role && <Named text={role.name} inline />}
          <span>{t('people.since', { day: format.day(user.created_at) })}</span>
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('people.editNamed', { name: user.username })}
        onClick={onEdit}
      >
        <IconPencil size={20} />
      </ActionIcon>
      {!isSelf && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('people.removeNamed', { name: user.username })}
          onClick={() =>
            remove({
              key: `user ${user.id}`,
              said: t('people.removed', { name: user.username }),
              call: () => api.users.remove({ params: { id: user.id } }),
            })
          }
        >
          <IconTrash size={20} />
        </ActionIcon>
      )}
    </li>
  );
}
