import { ActionIcon } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconArrowsMinimize, IconGripVertical, IconMaximize } from '../../parts/icons/icons.ts';
import { useTouchOnly } from '../../parts/keyboard/by-input.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import type { useLiveCamera } from '../camera/use-live-camera.ts';
import classes from './pane.module.css';
import { PaneClock } from './pane-clock.tsx';
import { type PaneActions, PaneMenu } from './pane-menu.tsx';
import type { PaneProps } from './pane-props.ts';
import { SoundControl } from './sound-control.tsx';
import type { useZoom } from './use-zoom.ts';

/** Height of the bar, `--pane-bar` in its styles. Over a full screen there is none. */
export const PANE_BAR_PX = 36;
/** In a narrower pane sound is turned on in the menu: its button would leave the name no room. */
export const SOUND_BESIDE_NAME_PX = 260;

interface PaneBarProps {
  pane: PaneProps;
  live: ReturnType<typeof useLiveCamera>;
  actions: PaneActions;
  zoom: ReturnType<typeof useZoom>;
}

/** Below the picture, because cameras burn their clock and name into any corner of it. */
export function PaneBar({ pane, live, actions, zoom }: PaneBarProps) {
  const { t } = useI18n();
  const { camera, isSolo, isAlone = false, isLarge } = pane;
  const { status, snapshot } = live;
  const isSoundInMenu = actions.unmute !== undefined;
  return (
    <div className={classes.bar}>
      {!isSolo && !isAlone && <Grip {...pane} />}
      <span className={classes.state}>
        <StateChip tone={status.tone}>
          <span className={classes.stateWord}>{t(status.chip)}</span>
        </StateChip>
      </span>
      <div className={classes.name}>
        <Named text={camera.name} />
      </div>
      <PaneClock pictureMs={live.pictureMs} />
      {snapshot.hasSound && !isSoundInMenu && <SoundControl camera={camera} hasVolume={isLarge} />}
      <SoloButton {...pane} />
      <PaneMenu camera={camera} actions={actions} zoom={zoom} canSnapshot={snapshot.shown !== undefined} />
    </div>
  );
}

/** The handle with which a pane is dragged, or moved by the arrow keys. */
function Grip({ camera, place, count, onArrow, gripEvents }: PaneProps) {
  const { t } = useI18n();
  const isTouchOnly = useTouchOnly();
  return (
    <button
      type="button"
      className={classes.grip}
      data-grip={camera.id}
      aria-label={t('live.grip', { name: camera.name.slice(0, 100), place: place + 1, count: count })}
      title={isTouchOnly ? undefined : t('live.gripHint')}
      onKeyDown={(event) => {
        if (onArrow(camera.id, event.key, true)) event.preventDefault();
      }}
      {...gripEvents}
    >
      <IconGripVertical size={18} aria-hidden />
    </button>
  );
}

function SoloButton({ camera, isSolo, onSolo }: PaneProps) {
  const { t } = useI18n();
  return (
    <ActionIcon
      variant="transparent"
      c="inherit"
      size={32}
      aria-label={isSolo ? t('live.back') : t('live.openOne', { name: camera.name })}
      onClick={() => onSolo(isSolo ? undefined : camera.id)}
    >
      {isSolo ? <IconArrowsMinimize size={19} /> : <IconMaximize size={18} />}
    </ActionIcon>
  );
}
