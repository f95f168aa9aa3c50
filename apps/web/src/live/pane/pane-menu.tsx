import { type Capability, holds } from '@holdfast/domain';
import { isZoomed } from '@holdfast/ui';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { playbackNow } from '../../footage/playback-link.ts';
import { useT } from '../../i18n/i18n.tsx';
import {
  IconActivity,
  IconBroadcast,
  IconDeviceCctv,
  IconDownload,
  IconMaximize,
  IconMinimize,
  IconPlayerPlay,
  IconVideo,
  IconVolume,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '../../parts/icons/icons.ts';
import { MoreMenu } from '../../parts/layout/more-menu.tsx';
import { RecordDialog } from './record-dialog.tsx';
import type { ZoomControl } from './use-zoom.ts';

export interface PaneActions {
  saveSnapshot(): void;
  toggleFull(): void;
  toggleInfo(): void;
  /** Switches between WebRTC and WebSocket. */
  toggleQuick(): void;
  /** Where the bar has no room for the button. */
  unmute: (() => void) | undefined;
  isFull: boolean;
  hasInfo: boolean;
  isQuick: boolean;
}

interface PaneMenuProps {
  camera: { id: string; name: string };
  actions: PaneActions;
  zoom: ZoomControl;
  canSnapshot: boolean;
}

/** Menu with all actions of a pane. */
export function PaneMenu({ camera, actions, zoom, canSnapshot }: PaneMenuProps) {
  const t = useT();
  const navigate = useNavigate();
  const me = useQuery(queries.me);
  const may = (capability: Capability) => me.data !== undefined && holds(me.data.capabilities, capability);
  const [isRecording, setRecording] = useState(false);
  return (
    <>
      <MoreMenu label={t('live.menu', { name: camera.name })} position="top-end" isOnPicture>
        {actions.unmute && (
          <Menu.Item leftSection={<IconVolume size={18} />} onClick={actions.unmute}>
            {t('live.soundOn', { name: camera.name.slice(0, 100) })}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={18} />} onClick={actions.saveSnapshot} disabled={!canSnapshot}>
          {t('live.snapshot')}
        </Menu.Item>
        {may('protect') && (
          <Menu.Item leftSection={<IconVideo size={18} />} onClick={() => setRecording(true)}>
            {t('record.now')}
          </Menu.Item>
        )}
        {may('playback') && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={18} />}
            onClick={() => void navigate(playbackNow(camera.id, Date.now()))}
          >
            {t('live.toPlayback')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDeviceCctv size={18} />}
          onClick={() => void navigate({ to: '/cameras/$cameraId', params: { cameraId: camera.id } })}
        >
          {t(may('admin') ? 'live.toCamera' : 'live.toCameraPage')}
        </Menu.Item>
        <Menu.Item
          leftSection={actions.isFull ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
          onClick={actions.toggleFull}
        >
          {actions.isFull ? t('live.leaveFullScreen') : t('live.fullScreen')}
        </Menu.Item>
        <Menu.Item leftSection={<IconActivity size={18} />} onClick={actions.toggleInfo}>
          {actions.hasInfo ? t('live.noInfo') : t('live.info')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBroadcast size={18} />} onClick={actions.toggleQuick}>
          {actions.isQuick ? t('live.steady') : t('live.quick')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconZoomIn size={18} />} onClick={zoom.zoomIn} closeMenuOnClick={false}>
          {t('live.zoomIn')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconZoomOut size={18} />}
          onClick={zoom.zoomOut}
          closeMenuOnClick={false}
          disabled={!isZoomed(zoom.zoom)}
        >
          {t('live.zoomOut')}
        </Menu.Item>
        <Menu.Item leftSection={<IconZoomReset size={18} />} onClick={zoom.reset} disabled={!isZoomed(zoom.zoom)}>
          {t('live.zoomReset')}
        </Menu.Item>
      </MoreMenu>
      <RecordDialog camera={camera} isOpen={isRecording} onClose={() => setRecording(false)} />
    </>
  );
}
