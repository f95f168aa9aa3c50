import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type Role } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { EditDialog } from '../../parts/dialogs/edit-dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { RoleForm } from './role-form.tsx';

export function RolesPanel() {
  const t = useT();
  const roles = useQuery(queries.roles);
  const [edited, setEdited] = useState<Role | 'new'>();
  return (
    <Stack>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
          {t('people.addRole')}
        </Button>
      </Group>
      <RemovableRows query={roles} kind="role">
        {(role) => <RoleRow role={role} onEdit={() => setEdited(role)} />}
      </RemovableRows>
      <EditDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        titles={{ add: t('people.addRole'), edit: t('people.editRole') }}
      >
        {(role) => <RoleForm role={role} onDone={() => setEdited(undefined)} />}
      </EditDialog>
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
      <RowAction label={t('people.editNamed', { name: role.name })} icon={<IconPencil size={20} />} onClick={onEdit} />
      {members === 0 && (
        <RowAction
          label={t('people.removeNamed', { name: role.name })}
          icon={<IconTrash size={20} />}
          onClick={() =>
            remove({
              key: `role ${role.id}`,
              message: t('people.removed', { name: role.name }),
              call: () => api.roles.remove({ params: { id: role.id } }),
            })
          }
        />
      )}
    </li>
  );
}
