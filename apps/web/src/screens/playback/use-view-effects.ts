import type { PlaybackController, PlaybackView } from '@holdfast/ui';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { fetchLiveLayer } from './panes/later-layers.ts';
import { fetchRangeDialog } from './range/later-range-dialog.ts';

/** What follows from the state of playback, besides what is drawn from it. */
export function useViewEffects(view: PlaybackView, controller: PlaybackController): void {
  const t = useT();
  const { scrubber } = controller;
  const hasPicture = Object.values(view.panes).some(({ kind }) => kind === 'playing');
  useEffect(() => {
    if (!hasPicture) return;
    fetchLiveLayer();
    fetchRangeDialog();
  }, [hasPicture]);
  useEffect(() => {
    if (!view.isLive) return;
    scrubber.uncover();
    controller.timeline()?.reveal(Date.now());
  }, [view.isLive, scrubber, controller]);
  useEffect(() => {
    if (view.isAtEnd) notifications.show({ id: 'playback at end', message: t('playback.atEnd'), color: 'tide' });
  }, [view.isAtEnd, t]);
}
