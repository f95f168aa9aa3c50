import { Button, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Camera, RemovedCamera } from '../../../api/queries.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { IconArrowBackUp, IconDeviceCctv, IconTrash } from '../../../parts/icons/icons.ts';
import { Named } from '../../../parts/layout/named.tsx';
import { RowAction } from '../../../parts/layout/row-action.tsx';
import removal from '../../../removal/removal.module.css';
import { RemovedCameraDialogs, type RemovedCameraTask } from '../../../removal/removed-camera-dialogs.tsx';
import { useIsAdmin } from '../../../session/use-is-admin.ts';
import { MAX_PANES } from '../address/playback-search.ts';
import classes from './camera-chooser.module.css';

interface CameraChooserProps {
  all: readonly Camera[];
  removed: readonly RemovedCamera[];
  chosen: readonly string[];
  onChange(ids: string[]): void;
}

export function CameraChooser({ all, removed, chosen, onChange }: CameraChooserProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isAdmin = useIsAdmin();
  const isFull = chosen.length >= MAX_PANES;
  const [task, setTask] = useState<RemovedCameraTask>();
  const ask = (next: RemovedCameraTask) => {
    setOpen(false);
    setTask(next);
  };
  const choice = ({ id, name }: { id: string; name: string }) => {
    const isChosen = chosen.includes(id);
    return (
      <Checkbox
        key={id}
        label={<Named text={name} />}
        checked={isChosen}
        disabled={!isChosen && isFull}
        onChange={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
      />
    );
  };
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconDeviceCctv size={18} />}
            rightSection={<span className={classes.count}>{chosen.length}</span>}
            onClick={() => setOpen(!isOpen)}
          >
            {t('playback.addCamera')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <fieldset className={classes.chooser}>
            <legend>{t('playback.chooseCameras')}</legend>
            <ScrollArea.Autosize mah={320} type="auto">
              <Stack gap={10} py={4}>
                {all.map(choice)}
                {removed.length > 0 && <strong className={classes.chooserGroup}>{t('removed.title')}</strong>}
                {removed.map((camera) => (
                  <div key={camera.id} className={removal.row}>
                    {choice(camera)}
                    {isAdmin && (
                      <>
                        <RowAction
                          label={t('removed.restoreTitle', { name: camera.name })}
                          icon={<IconArrowBackUp size={18} />}
                          onClick={() => ask({ kind: 'restore', camera })}
                        />
                        <RowAction
                          label={t('removal.title', { name: camera.name })}
                          icon={<IconTrash size={18} />}
                          onClick={() => ask({ kind: 'delete', camera })}
                        />
                      </>
                    )}
                  </div>
                ))}
              </Stack>
            </ScrollArea.Autosize>
            <p>{t('playback.maxCameras', { count: MAX_PANES })}</p>
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      <RemovedCameraDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
