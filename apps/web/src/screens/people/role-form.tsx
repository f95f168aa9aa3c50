import { type Capability, capabilities } from '@holdfast/domain';
import { Checkbox, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Role } from '../../api/queries.ts';
import { features } from '../../features.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { NameField } from '../../parts/forms/name-field.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';

/** Permissions of unfinished features are hidden, unless the role already has them. */
const isOffered = (capability: Capability, held: readonly Capability[]): boolean =>
  held.includes(capability) || (capability !== 'actuators' && (capability !== 'clips' || features.clips));

export function RoleForm({ role, onDone }: { role: Role | 'new'; onDone: () => void }) {
  const t = useT();
  const isNew = role === 'new';
  const [name, setName] = useState(isNew ? '' : role.name);
  const given = isNew ? [] : role.capabilities;
  const [held, setHeld] = useState<Capability[]>(isNew ? ['playback'] : role.capabilities);
  const [allCameras, setAllCameras] = useState(isNew ? false : role.all_cameras);
  const [cameraIds, setCameraIds] = useState<string[]>(isNew ? [] : role.camera_ids);
  const isAdmin = held.includes('admin');
  const save = useSave({
    call: () => {
      const body = { name, capabilities: held, all_cameras: allCameras, camera_ids: cameraIds };
      return isNew ? api.roles.create({ body }) : api.roles.update({ params: { id: role.id }, body });
    },
    needs: { name: isBlank(name) },
    done: (saved) => t('people.saved', { name: saved.name }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      <NameField label={t('people.roleName')} value={name} onChange={setName} error={save.errorOf('name')} isFirst />
      <Checkbox.Group
        label={t('people.may')}
        value={held}
        onChange={(next) => setHeld(capabilities.filter((one) => next.includes(one)))}
      >
        <Stack gap="sm" mt="xs">
          {capabilities
            .filter((one) => isOffered(one, given))
            .map((capability) => (
              <Checkbox
                key={capability}
                value={capability}
                label={t(`capability.${capability}`)}
                description={t(`capabilityHint.${capability}`)}
              />
            ))}
        </Stack>
      </Checkbox.Group>
      {!isAdmin && (
        <Switch
          label={t('people.allCameras')}
          description={t('people.allCamerasHint')}
          checked={allCameras}
          onChange={(event) => setAllCameras(event.currentTarget.checked)}
        />
      )}
      {!isAdmin && !allCameras && (
        <CameraPicker
          label={t('nav.cameras')}
          placeholder={t('people.noCameras')}
          value={cameraIds}
          onChange={setCameraIds}
        />
      )}
    </DialogForm>
  );
}
