import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type Role } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Named } from '../../parts/named.tsx';
import classes from '../../parts/parts.module.css';
import { StateChip } from '../../parts/state-chip.tsx';
import { useRemoval } from '../../parts/use-removal.tsx';
import { RoleForm } from './role-form.tsx';

export function RolesPanel() {
  const t = useT();
  const roles = useQuery(queries.roles);
  const [edited, setEdited] = useState<Role | 'new'>();
  const { isLeaving } = useRemoval();
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('people.addRole')}
        </Button>
      </Group>
      <Loaded query={roles}>
        {(all) => (
          <ul className={classes.rows}>
            {all
              .filter(({ id }) => !isLeaving(`role ${id}`))
              .map((role) => (
                <RoleRow key={role.id} role={role} onEdit={() => setEdited(role)} />
              ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('people.addRole') : t('people.editRole')}
      >
        {edited !== undefined && <RoleForm role={edited} onDone={() => setEdited(undefined)} />}
      </Dialog>
    </Stack>
  );
}

function RoleRow({ role, onEdit }: { role: Role; onEdit: () => void }) {
  const t = useT();
  const { remove } = useRemoval();
  const users = useQuery(queries.users);
  const members = users.data?.filter(({ role_id }) => role_id === role.id).length ?? 0;
  const isAdmin = role.capabilities.includes('admin');
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>
          <Named text={role.name} />
        </span>
        <Group gap={6} my={4}>
          {role.capabilities.map((capability) => (
            <StateChip key={capability} tone={capability === 'admin' ? 'warn' : 'idle'}>
              {t(`capability.${capability}`)}
            </StateChip>
          ))}
        </Group>
        <div className={classes.rowSub}>
          <span>
            {isAdmin || role.all_cameras
              ? t('people.allCameras')
              : t('people.someCameras', { count: role.camera_ids.length })}
          </span>
          <span>{t('people.members', { count: members })}</span>
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('people.editNamed', { name: role.name })}
        onClick={onEdit}
      >
        <IconPencil size={20} />
      </ActionIcon>
      {members === 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('people.removeNamed', { name: role.name })}
          onClick={() =>
            remove({
              key: `role ${role.id}`,
              said: t('people.removed', { name: role.name }),
              call: () => api.roles.remove({ params: { id: role.id } }),
            })
          }
        >
          <IconTrash size={20} />
        </ActionIcon>
      )}
    </li>
  );
}
