import type { Span } from '@holdfast/ui';
import { Title } from '@mantine/core';
import type { Camera, RemovedCamera } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconKeyboard, IconMaximize } from '../../parts/icons/icons.ts';
import { openShortcutsHelp } from '../../parts/keyboard/shortcuts-help.ts';
import { CameraChooser } from './cameras/camera-chooser.tsx';
import classes from './playback.module.css';
import { DayPicker } from './transport/day-picker.tsx';
import { Tool } from './transport/tool.tsx';

interface PlaybackHeadProps {
  present: readonly Camera[];
  removed: readonly RemovedCamera[];
  ids: readonly string[];
  /** The chosen cameras that exist. */
  knownIds: readonly string[];
  atMs: () => number;
  onIds(ids: readonly string[]): void;
  onDay(day: Span): void;
  onFullScreen(): void;
}

/** The heading of the playback screen, with the choice of cameras and day. */
export function PlaybackHead({ present, removed, ids, knownIds, atMs, onIds, onDay, onFullScreen }: PlaybackHeadProps) {
  const { t, format } = useI18n();
  return (
    <header className={classes.head}>
      <div>
        <Title order={1}>{t('playback.title')}</Title>
        <p className={classes.zone}>{t('playback.zone', { zone: format.zone() })}</p>
      </div>
      <div className={classes.headTools}>
        <CameraChooser all={present} removed={removed} chosen={ids} onChange={onIds} />
        <DayPicker cameraIds={knownIds} atMs={atMs} onDay={onDay} />
        <span className={classes.onDesk}>
          <Tool label={t('playback.keys')} onClick={openShortcutsHelp}>
            <IconKeyboard size={20} />
          </Tool>
          <Tool label={t('playback.fullScreen')} onClick={onFullScreen}>
            <IconMaximize size={20} />
          </Tool>
        </span>
      </div>
    </header>
  );
}
