import { ActionIcon, Slider } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { IconVolume, IconVolumeOff } from '../../parts/icons/icons.ts';
import { setVolume, useSound } from '../player/sound-store.ts';
import classes from './pane.module.css';

interface SoundControlProps {
  camera: { id: string; name: string };
  /** A large pane has room for a volume slider. */
  hasVolume: boolean;
}

export function SoundControl({ camera, hasVolume }: SoundControlProps) {
  const t = useT();
  const { isOn, volume, toggle } = useSound(camera.id);
  return (
    <>
      {hasVolume && isOn && (
        <Slider
          className={classes.volume}
          size="xs"
          color="tide.3"
          min={0}
          max={1}
          step={0.05}
          label={null}
          value={volume}
          onChange={setVolume}
          thumbLabel={t('live.volume')}
        />
      )}
      <ActionIcon
        variant="transparent"
        c="inherit"
        size={32}
        aria-pressed={isOn}
        aria-label={isOn ? t('live.soundOff', { name: camera.name }) : t('live.soundOn', { name: camera.name })}
        onClick={toggle}
      >
        {isOn ? <IconVolume size={19} /> : <IconVolumeOff size={19} />}
      </ActionIcon>
    </>
  );
}
