import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconArrowBackUp, IconTrash } from '../parts/icons/icons.ts';
import { MoreMenu } from '../parts/layout/more-menu.tsx';
import { RemovedCameraDialogs, type RemovedCameraTask } from './removed-camera-dialogs.tsx';

/** Actions for a removed camera that still has footage. */
export function RemovedCameraMenu({ camera }: { camera: { id: string; name: string } }) {
  const t = useT();
  const [task, setTask] = useState<RemovedCameraTask>();
  return (
    <>
      <MoreMenu label={t('camera.menu', { name: camera.name })} position="bottom-end">
        <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={() => setTask({ kind: 'restore', camera })}>
          {t('removed.restore')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} />}
          color="var(--mantine-color-error)"
          onClick={() => setTask({ kind: 'delete', camera })}
        >
          {t('removed.delete')}
        </Menu.Item>
      </MoreMenu>
      <RemovedCameraDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
