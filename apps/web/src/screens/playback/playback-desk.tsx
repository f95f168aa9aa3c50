import { createZone, keyStepMs, type Playback, type PlaybackView, type Span, startOfDay } from '@holdfast/ui';
import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { connection } from '../../api/api.ts';
import { type Camera, queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconDeviceCctv, IconKeyboard, IconMaximize } from '../../parts/icons.ts';
import { CameraChooser } from './camera-chooser.tsx';
import { DayPicker } from './day-picker.tsx';
import { fetchLaterParts, RangeDialog } from './later-parts.ts';
import { Pane } from './pane.tsx';
import classes from './playback.module.css';
import { loadLanes } from './playback-server.ts';
import { RangeBar } from './range-bar.tsx';
import type { RangeTask } from './range-dialog.tsx';
import type { Scrubber } from './scrubber.ts';
import type { Command } from './shortcuts.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { Timeline } from './timeline.tsx';
import type { TimelineDesk } from './timeline-desk.ts';
import { Tool, Transport } from './transport.tsx';
import { usePlayback } from './use-playback.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface PlaybackDeskProps {
  all: readonly Camera[];
  ids: readonly string[];
  startMs: number;
  /** What the address says now; it may change under us. */
  askedMs: number | undefined;
  canExport: boolean;
  onIds(ids: readonly string[]): void;
  onAt(at: string): void;
}

const MARK_MS = 30_000;
const ZOOM_STEP = 2;

export function PlaybackDesk(props: PlaybackDeskProps) {
  const made = usePlayback(props.all, props.startMs);
  return made ? <Desk {...props} {...made} /> : null;
}

function Desk({
  all,
  ids,
  askedMs,
  canExport,
  onIds,
  onAt,
  playback,
  scrubber,
}: PlaybackDeskProps & { playback: Playback; scrubber: Scrubber }) {
  const { t, format } = useI18n();
  useDocumentTitle(`${t('playback.title')} · Holdfast`);
  const view = useSyncExternalStore(playback.subscribe, playback.view);
  const root = useRef<HTMLDivElement>(null);
  const desk = useRef<TimelineDesk>(undefined);
  const [picked, setPicked] = useState<string>();
  const [solo, setSolo] = useState<string>();
  const [hasSound, setSound] = useState(false);
  const [range, setRange] = useState<Span>();
  const [task, setTask] = useState<RangeTask>();
  const [isHelp, setHelp] = useState(false);
  const known = ids.map((id) => all.find((camera) => camera.id === id)).filter((camera) => camera !== undefined);
  const soloId = solo !== undefined && ids.includes(solo) ? solo : undefined;
  const activeId = picked !== undefined && ids.includes(picked) ? picked : ids[0];
  const shown = soloId === undefined ? ids : [soloId];

  useAddress(playback, askedMs, onAt, desk);
  useRecovery(view, desk);

  const hasPicture = Object.values(view.panes).some(({ kind }) => kind === 'playing');
  useEffect(() => {
    if (hasPicture) fetchLaterParts();
  }, [hasPicture]);
  useEffect(() => {
    if (!view.isLive) return;
    scrubber.uncover();
    desk.current?.reveal(Date.now());
  }, [view.isLive, scrubber]);
  useEffect(() => {
    if (view.isAtEnd) notifications.show({ message: t('playback.atEnd'), color: 'tide' });
  }, [view.isAtEnd, t]);

  const jump = async (direction: 'next' | 'previous') => {
    const target = await playback.findRun(direction);
    if (target === undefined) notifications.show({ message: t('playback.noMore'), color: 'tide' });
    else desk.current?.seek(target);
  };
  const mark = (edge: 'start' | 'end') => {
    const atMs = playback.atMs();
    if (edge === 'start')
      setRange({
        startMs: atMs,
        endMs: range && range.endMs > atMs ? range.endMs : Math.min(Date.now(), atMs + MARK_MS),
      });
    else setRange({ startMs: range && range.startMs < atMs ? range.startMs : atMs - MARK_MS, endMs: atMs });
  };
  const showDay = ({ startMs, endMs }: Span) => desk.current?.show({ startMs, endMs });
  const goToDay = async (day: Span) => {
    showDay(day);
    const range = { ...day, endMs: Math.min(day.endMs, Date.now()) };
    const lanes = await loadLanes({ ...range, cameraIds: known.map(({ id }) => id), resolutionMs: 1_000 }).catch(
      () => undefined,
    );
    const first = [...(lanes?.values() ?? [])].map(({ runs }) => runs[0]?.startMs).filter((at) => at !== undefined);
    desk.current?.seek(first.length > 0 ? Math.min(...first) : day.startMs);
  };
  const shownDay = () => dayOf(createZone(Intl.DateTimeFormat().resolvedOptions().timeZone), playback.atMs());
  const fullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())?.catch(
      () => undefined,
    );
  const toggleSolo = (id: string | undefined) => setSolo(id === soloId ? undefined : id);

  useShortcuts((command: Command) => {
    switch (command.kind) {
      case 'toggle':
        return void playback.toggle();
      case 'shuttle':
        return void playback.shuttle(command.direction);
      case 'frame':
        return void playback.step(command.direction);
      case 'speed':
        return void playback.changeSpeed(command.direction === 1 ? 'faster' : 'slower');
      case 'zoom':
        return void desk.current?.view.zoom(command.direction === 1 ? ZOOM_STEP : 1 / ZOOM_STEP);
      case 'run':
        return void jump(command.direction);
      case 'move': {
        const scale = desk.current?.view.scale();
        if (scale) desk.current?.seek(playback.atMs() + command.direction * keyStepMs(scale, command.isLarge));
        return;
      }
      case 'wholeDay':
        return void showDay(shownDay());
      case 'dayStart':
        return void desk.current?.seek(shownDay().startMs);
      case 'live':
        return void playback.goLive();
      case 'mark':
        return void mark(command.edge);
      case 'export':
      case 'bookmark':
        if (!range || (command.kind === 'export' && !canExport)) return false;
        return void setTask(command.kind);
      case 'clear':
        if (soloId !== undefined) return void setSolo(undefined);
        return range ? void setRange(undefined) : false;
      case 'solo': {
        const id = ids[command.pane];
        return id === undefined || ids.length === 1 ? false : void toggleSolo(id);
      }
      case 'sound':
        return void setSound(!hasSound);
      case 'fullScreen':
        return void fullScreen();
      case 'help':
        return void setHelp(true);
    }
  });

  return (
    <div ref={root} className={classes.screen}>
      <header className={classes.head}>
        <div>
          <Title order={1}>{t('playback.title')}</Title>
          <p className={classes.zone}>{t('playback.zone', { zone: format.zone() })}</p>
        </div>
        <div className={classes.headTools}>
          <CameraChooser all={all} chosen={ids} onChange={onIds} />
          <DayPicker cameraIds={known.map(({ id }) => id)} atMs={playback.atMs} onDay={(day) => void goToDay(day)} />
          <span className={classes.onDesk}>
            <Tool label={t('playback.keys')} onClick={() => setHelp(true)}>
              <IconKeyboard size={20} />
            </Tool>
            <Tool label={t('playback.fullScreen')} onClick={fullScreen}>
              <IconMaximize size={20} />
            </Tool>
          </span>
        </div>
      </header>
      {ids.length === 0 ? (
        <div className={classes.nothing}>
          <Empty
            icon={<IconDeviceCctv size={32} />}
            title={t('playback.noCameras')}
            text={t('playback.noCamerasHint')}
          />
        </div>
      ) : (
        <ul className={classes.panes} data-count={shown.length} aria-label={t('playback.pictures')}>
          {shown.map((id) => (
            <Pane
              key={id}
              camera={all.find((camera) => camera.id === id) ?? goneCamera(id, t('footage.goneCamera'))}
              playback={playback}
              scrubber={scrubber}
              view={view}
              isActive={id === activeId && ids.length > 1}
              isSolo={soloId === id}
              isAlone={ids.length === 1}
              hasSound={hasSound && id === activeId}
              onPick={() => setPicked(id)}
              onSolo={() => toggleSolo(id)}
              onRemove={() => onIds(ids.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
      <div className={classes.deck}>
        <Transport
          playback={playback}
          view={view}
          hasSound={hasSound}
          onSound={() => setSound(!hasSound)}
          onJump={(direction) => void jump(direction)}
        />
        <Timeline
          playback={playback}
          scrubber={scrubber}
          cameras={known}
          activeId={activeId}
          range={range}
          onDesk={(made) => {
            desk.current = made;
          }}
          onPick={setPicked}
          onRange={setRange}
        />
        <RangeBar
          range={range}
          canExport={canExport}
          onMark={mark}
          onExport={() => setTask('export')}
          onBookmark={() => setTask('bookmark')}
          onClear={() => setRange(undefined)}
          onZoom={(direction) => desk.current?.view.zoom(direction === 1 ? ZOOM_STEP : 1 / ZOOM_STEP)}
        />
      </div>
      {range && (
        <Suspense>
          <RangeDialog
            task={task}
            range={range}
            cameraIds={known.map(({ id }) => id)}
            activeId={activeId}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
      <ShortcutsSheet isOpen={isHelp} onClose={() => setHelp(false)} />
    </div>
  );
}

const goneCamera = (id: string, name: string): Camera => ({
  id,
  name,
  enabled: false,
  has_sub_stream: false,
  policy_id: '',
  lpr_engine: 'none',
  lpr_enabled: false,
  created_at: new Date(0).toISOString(),
  streams: [],
});

/** The address follows the playhead when it rests, and the playhead the address when somebody goes back. */
function useAddress(
  playback: Playback,
  askedMs: number | undefined,
  onAt: (at: string) => void,
  desk: { readonly current: TimelineDesk | undefined },
): void {
  const written = useRef(askedMs);
  const latest = useRef(onAt);
  latest.current = onAt;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = playback.onTick(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const atMs = Math.round(playback.atMs());
        if (playback.view().isPlaying || written.current === atMs) return;
        written.current = atMs;
        latest.current(new Date(atMs).toISOString());
      }, 700);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [playback]);
  useEffect(() => {
    if (askedMs === undefined || askedMs === written.current) return;
    written.current = askedMs;
    desk.current?.seek(askedMs);
  }, [askedMs, desk]);
}

/** A server that is back brings everything back; a camera that is gone makes the list of cameras old. */
function useRecovery(view: PlaybackView, desk: { readonly current: TimelineDesk | undefined }): void {
  const queryClient = useQueryClient();
  const state = useSyncExternalStore(connection.subscribe, connection.current);
  useEffect(() => {
    if (state === 'here') desk.current?.reload();
  }, [state, desk]);
  const gone = Object.values(view.panes).filter((pane) => pane.kind === 'fault' && pane.fault === 'gone').length;
  useEffect(() => {
    if (gone > 0) void queryClient.invalidateQueries({ queryKey: queries.cameras.queryKey });
  }, [gone, queryClient]);
}
