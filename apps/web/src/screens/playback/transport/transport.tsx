import { type PlaybackController, type PlaybackView, SPEEDS } from '@holdfast/ui';
import { ActionIcon, Button, Loader, Menu, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useI18n, useT } from '../../../i18n/i18n.tsx';
import {
  IconChevronLeftPipe,
  IconChevronRightPipe,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconVolume,
  IconVolumeOff,
} from '../../../parts/icons/icons.ts';
import { TimeEntry } from './time-entry.tsx';
import { Tool } from './tool.tsx';
import classes from './transport.module.css';

interface TransportProps {
  controller: PlaybackController;
  view: PlaybackView;
  hasSound: boolean;
  onSound(): void;
  onJump(direction: 'next' | 'previous'): void;
  isTyping: boolean;
  onTyping(isTyping: boolean): void;
}

export function Transport({ controller, view, hasSound, onSound, onJump, isTyping, onTyping }: TransportProps) {
  const t = useT();
  const { playback } = controller;
  return (
    <div className={classes.transport}>
      <TimeEntry isOpen={isTyping} onOpen={onTyping} shownMs={controller.momentMs} onTime={controller.seek}>
        <Clock controller={controller} />
      </TimeEntry>
      <div className={classes.transportMain}>
        <Tool label={t('playback.runBack')} onClick={() => onJump('previous')}>
          <IconPlayerSkipBack size={20} />
        </Tool>
        <Tool label={t('playback.frameBack')} onClick={() => playback.step(-1)}>
          <IconChevronLeftPipe size={20} />
        </Tool>
        <Tooltip label={view.isPlaying ? t('playback.pause') : t('playback.play')}>
          <ActionIcon
            size={48}
            radius="xl"
            onClick={playback.toggle}
            aria-label={view.isPlaying ? t('playback.pause') : t('playback.play')}
          >
            {view.isWaiting && <Loader size={22} color="white" />}
            {!view.isWaiting && (view.isPlaying ? <IconPlayerPause size={24} /> : <IconPlayerPlay size={24} />)}
          </ActionIcon>
        </Tooltip>
        <Tool label={t('playback.frameOn')} onClick={() => playback.step(1)}>
          <IconChevronRightPipe size={20} />
        </Tool>
        <Tool label={t('playback.runOn')} onClick={() => onJump('next')}>
          <IconPlayerSkipForward size={20} />
        </Tool>
      </div>
      <div className={classes.transportSide}>
        <SpeedMenu rate={view.rate} onRate={playback.setRate} />
        <Tool label={hasSound ? t('playback.soundOff') : t('playback.sound')} onClick={onSound}>
          {hasSound ? <IconVolume size={20} /> : <IconVolumeOff size={20} />}
        </Tool>
        <Tooltip label={t('playback.liveHint')}>
          <Button
            variant={view.isLive ? 'light' : 'default'}
            leftSection={<span className={classes.liveDot} />}
            onClick={playback.goLive}
            aria-pressed={view.isLive}
            px="sm"
          >
            {t('playback.live')}
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

/** The displayed moment, or the one being scrubbed to; updated outside React, sixty times a second. */
function Clock({ controller }: { controller: PlaybackController }) {
  const { format } = useI18n();
  const day = useRef<HTMLSpanElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (atMs: number) => {
      const iso = new Date(atMs).toISOString();
      const texts = [format.day(iso), format.clock(atMs)] as const;
      [day, time].forEach(({ current }, i) => {
        if (current && current.textContent !== texts[i]) current.textContent = texts[i] ?? '';
      });
    };
    write(controller.momentMs());
    return controller.onMoment(write);
  }, [controller, format]);
  return (
    <>
      <span ref={time} className={classes.clockTime} data-testid="clock" />
      <span className={classes.clockDay}>
        <span ref={day} /> · {format.zone()}
      </span>
    </>
  );
}

const speedText = (rate: number): string => {
  const size = Math.abs(rate);
  const text = size < 1 ? `1/${Math.round(1 / size)}` : String(size);
  return `${rate < 0 ? '−' : ''}${text}×`;
};

function SpeedMenu({ rate, onRate }: { rate: number; onRate: (rate: number) => void }) {
  const t = useT();
  return (
    <Menu position="top" width={140} shadow="md">
      <Menu.Target>
        <Button variant="default" px="sm" miw={64} aria-label={t('playback.speedNow', { speed: speedText(rate) })}>
          {speedText(rate)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('playback.speed')}</Menu.Label>
        {SPEEDS.toReversed().map((speed) => (
          <Menu.Item key={speed} onClick={() => onRate(speed)} fw={speed === rate ? 600 : 400}>
            {speedText(speed)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
