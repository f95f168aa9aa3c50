import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { type CameraGroup, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconPencil, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';

/** Adds, renames and deletes groups. Cameras are put into them from the list. */
export function GroupsPanel() {
  const t = useT();
  const groups = useQuery(queries.groups);
  const [edited, setEdited] = useState<CameraGroup>();
  const [name, setName] = useState('');
  const save = useSave({
    call: () =>
      edited ? api.groups.update({ params: { id: edited.id }, body: { name } }) : api.groups.create({ body: { name } }),
    needs: { name: isBlank(name) },
    onDone: () => close(),
  });
  const close = () => {
    setEdited(undefined);
    setName('');
    save.forget();
    save.reset();
  };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('groups.lead')}
      </Text>
      <Form save={save} onSubmit={save.mutate}>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={edited ? t('groups.rename') : t('groups.new')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={save.errorOf('name')}
            maxLength={100}
            flex={1}
            data-autofocus
          />
          {edited && (
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {edited ? t('common.save') : t('groups.add')}
          </Button>
        </Group>
      </Form>
      {save.isError && <ProblemNote problem={save.error} shownFields={save.shownFields} />}
      <RemovableRows query={groups} kind="group">
        {(group) => (
          <GroupRow
            group={group}
            onEdit={() => {
              setEdited(group);
              setName(group.name);
            }}
          />
        )}
      </RemovableRows>
    </Stack>
  );
}

function GroupRow({ group, onEdit }: { group: CameraGroup; onEdit: () => void }) {
  const t = useT();
  const { remove } = useRemoval();
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>
          <Named text={group.name} />
        </span>
        <div className={classes.rowSub}>
          <span>{t('groups.members', { count: group.camera_ids.length })}</span>
        </div>
      </div>
      <RowAction
        label={t('groups.renameNamed', { name: group.name })}
        icon={<IconPencil size={20} />}
        onClick={onEdit}
      />
      <RowAction
        label={t('groups.removeNamed', { name: group.name })}
        icon={<IconTrash size={20} />}
        onClick={() =>
          remove({
            key: `group ${group.id}`,
            message: t('groups.removed', { name: group.name }),
            call: () => api.groups.remove({ params: { id: group.id } }),
          })
        }
      />
    </li>
  );
}
