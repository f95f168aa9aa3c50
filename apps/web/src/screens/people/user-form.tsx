import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type User } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { problemText } from '../../parts/problem-text.ts';
import { useSave } from '../../parts/use-save.ts';
import { CameraPicker } from './camera-picker.tsx';

export function UserForm({ user, onDone }: { user: User | 'new'; onDone: () => void }) {
  const t = useT();
  const isNew = user === 'new';
  const roles = useQuery(queries.roles);
  const [username, setUsername] = useState(isNew ? '' : user.username);
  const [password, setPassword] = useState('');
  const [roleId, setRoleId] = useState(isNew ? null : user.role_id);
  const [cameraIds, setCameraIds] = useState<string[]>(isNew ? [] : user.camera_ids);
  const role = roles.data?.find(({ id }) => id === roleId);
  const seesAll = role !== undefined && (role.all_cameras || role.capabilities.includes('admin'));
  const save = useSave({
    call: (role_id: string) => {
      const body = { username, role_id, camera_ids: cameraIds };
      if (isNew) return api.users.create({ body: { ...body, password } });
      return api.users.update({ params: { id: user.id }, body: { ...body, ...(password !== '' && { password }) } });
    },
    done: (saved) => t('people.saved', { name: saved.username }),
    onDone,
  });
  const fields = save.isError ? problemText(save.error, t).fields : {};
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (roleId !== null) save.mutate(roleId);
      }}
    >
      <Stack>
        <TextInput
          label={t('access.username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={fields.username}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <PasswordInput
          label={isNew ? t('access.password') : t('people.newPassword')}
          description={isNew ? t('access.passwordRule') : t('people.newPasswordHint')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fields.password}
          autoComplete="new-password"
          minLength={8}
          maxLength={256}
          required={isNew}
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('access.showPassword') }}
        />
        <Select
          label={t('people.role')}
          data={(roles.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={roleId}
          onChange={setRoleId}
          error={fields.role_id}
          allowDeselect={false}
          required
          withAsterisk={false}
        />
        {!seesAll && (
          <CameraPicker
            label={t('people.ownCameras')}
            description={t('people.ownCamerasHint')}
            value={cameraIds}
            onChange={setCameraIds}
          />
        )}
        {save.isError && <ProblemNote problem={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={roleId === null}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
