import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconArrowBackUp, IconTrash } from '../parts/icons.ts';
import { MoreMenu } from '../parts/more-menu.tsx';
import { RemoveFootageDialog } from './remove-footage-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** What an administrator can do with a camera that was removed and whose footage is still there. */
export function RemovedCameraMenu({ camera }: { camera: { id: string; name: string } }) {
  const t = useT();
  const [asks, setAsks] = useState<'restore' | 'delete'>();
  return (
    <>
      <MoreMenu label={t('camera.menu', { name: camera.name })} position="bottom-end">
        <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={() => setAsks('restore')}>
          {t('removed.restore')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={18} />} color="red" onClick={() => setAsks('delete')}>
          {t('removed.delete')}
        </Menu.Item>
      </MoreMenu>
      <RestoreDialog camera={camera} isOpen={asks === 'restore'} onClose={() => setAsks(undefined)} />
      <RemoveFootageDialog camera={camera} isOpen={asks === 'delete'} onClose={() => setAsks(undefined)} />
    </>
  );
}
