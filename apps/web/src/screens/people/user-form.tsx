import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries, type User } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { isTooShort, PasswordField } from '../../parts/forms/password-field.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';

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
    needs: {
      username: isBlank(username),
      password: password === '' ? isNew : isTooShort(password) && t('access.passwordShort'),
      role_id: roleId === null && t('people.roleNeeded'),
    },
    done: (saved) => t('people.saved', { name: saved.username }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => roleId !== null && save.mutate(roleId)} onCancel={onDone}>
      <TextInput
        label={t('access.username')}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        error={save.errorOf('username')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
      />
      <PasswordField
        kind="new"
        label={isNew ? t('access.password') : t('people.newPassword')}
        description={isNew ? t('access.passwordRule') : t('people.newPasswordHint')}
        value={password}
        onChange={setPassword}
        error={save.errorOf('password')}
        required={isNew}
      />
      <Select
        label={t('people.role')}
        data={(roles.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={roleId}
        onChange={setRoleId}
        error={save.errorOf('role_id')}
        allowDeselect={false}
        required
        withAsterisk={false}
      />
      {!seesAll && (
        <CameraPicker
          label={t('people.ownCameras')}
          placeholder={t('people.noCameras')}
          description={t('people.ownCamerasHint')}
          value={cameraIds}
          onChange={setCameraIds}
        />
      )}
    </DialogForm>
  );
}
