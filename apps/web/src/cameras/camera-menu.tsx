import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import type { Camera } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { IconCopy, IconEye, IconPencil, IconPhotoOff, IconTrash } from '../parts/icons/icons.ts';
import { MoreMenu } from '../parts/layout/more-menu.tsx';
import { useRemoval } from '../parts/undo/use-removal.tsx';
import { RemoveFootageDialog } from '../removal/remove-footage-dialog.tsx';
import { CopySettingsForm } from './copy-settings-form.tsx';

type MenuCamera = Pick<Camera, 'id' | 'name' | 'enabled'>;

/** Common actions for a camera. */
export function CameraMenu({ camera }: { camera: MenuCamera }) {
  const t = useT();
  const navigate = useNavigate();
  const { remove } = useRemoval();
  const toggle = useSave({
    call: () => api.cameras.update({ params: { id: camera.id }, body: { enabled: !camera.enabled } }),
    done: camera.enabled ? t('camera.turnedOff', { name: camera.name }) : t('camera.turnedOn', { name: camera.name }),
  });
  const [isDeleting, setDeleting] = useState(false);
  const [isCopying, setCopying] = useState(false);
  const removeKeeping = () => {
    remove({
      key: `camera ${camera.id}`,
      message: t('camera.removed', { name: camera.name }),
      call: () => api.cameras.remove({ params: { id: camera.id }, query: { footage: 'keep' } }),
    });
    void navigate({ to: '/cameras' });
  };
  return (
    <>
      <MoreMenu label={t('camera.menu', { name: camera.name })} position="bottom-end">
        <Menu.Item
          leftSection={<IconPencil size={18} />}
          onClick={() =>
            void navigate({ to: '/cameras/$cameraId', params: { cameraId: camera.id }, search: { tab: 'general' } })
          }
        >
          {t('camera.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={camera.enabled ? <IconPhotoOff size={18} /> : <IconEye size={18} />}
          onClick={() => toggle.mutate()}
        >
          {camera.enabled ? t('camera.turnOff') : t('camera.turnOn')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => setCopying(true)}>
          {t('copySettings.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={removeKeeping}>
          {t('camera.removeKeep')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} />}
          color="var(--mantine-color-error)"
          onClick={() => setDeleting(true)}
        >
          {t('camera.removeAll')}
        </Menu.Item>
      </MoreMenu>
      <Dialog
        title={t('copySettings.titleNamed', { name: camera.name })}
        isOpen={isCopying}
        onClose={() => setCopying(false)}
      >
        <CopySettingsForm camera={camera} onDone={() => setCopying(false)} />
      </Dialog>
      <RemoveFootageDialog
        camera={camera}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onRemoved={() => void navigate({ to: '/cameras' })}
      />
    </>
  );
}
