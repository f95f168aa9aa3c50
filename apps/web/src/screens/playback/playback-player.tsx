import type { PlaybackController } from '@holdfast/ui';
import { useDocumentTitle } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Camera, RemovedCamera } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Empty } from '../../parts/empty.tsx';
import { IconDeviceCctv } from '../../parts/icons.ts';
import { useScreenKeys } from '../../parts/shortcuts-help.ts';
import { AreaResults } from './area-results.tsx';
import { fetchLaterParts, RangeDialog } from './later-parts.ts';
import { Pane } from './pane.tsx';
import classes from './playback.module.css';
import { PlaybackHead } from './playback-head.tsx';
import { RangeBar } from './range-bar.tsx';
import type { RangeTask } from './range-dialog.tsx';
import { playbackKeys } from './shortcuts.ts';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';
import { useAddress } from './use-address.ts';
import { useAreaSearch } from './use-area-search.ts';
import { useCommands } from './use-commands.ts';
import { usePlayback } from './use-playback.ts';
import { useRecovery } from './use-recovery.ts';

interface PlaybackPlayerProps {
  all: readonly Camera[];
  /** Removed cameras with footage that can still be played. */
  removed: readonly RemovedCamera[];
  ids: readonly string[];
  startMs: number;
  /** The moment in the URL, which may change at any time. */
  askedMs: number | undefined;
  canExport: boolean;
  hasPlates: boolean;
  onIds(ids: readonly string[]): void;
  onAt(at: string): void;
}

export function PlaybackPlayer(props: PlaybackPlayerProps) {
  const controller = usePlayback([...props.all, ...props.removed], props.startMs);
  return controller ? <Player {...props} controller={controller} /> : null;
}

/** Panes, transport and timeline of the chosen cameras. */
function Player({
  all: present,
  removed,
  ids,
  askedMs,
  canExport,
  hasPlates,
  onIds,
  onAt,
  controller,
}: PlaybackPlayerProps & { controller: PlaybackController }) {
  const t = useT();
  useDocumentTitle(`${t('playback.title')} · Holdfast`);
  useScreenKeys(playbackKeys({ hasPlates }));
  const { playback, scrubber } = controller;
  const all: readonly Camera[] = [...present, ...removed];
  const view = useSyncExternalStore(playback.subscribe, playback.view);
  const range = useSyncExternalStore(controller.subscribeRange, controller.range);
  const root = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string>();
  const [solo, setSolo] = useState<string>();
  const [hasSound, setSound] = useState(false);
  const [task, setTask] = useState<RangeTask>();
  const [isTyping, setTyping] = useState(false);
  const known = ids.map((id) => all.find((camera) => camera.id === id)).filter((camera) => camera !== undefined);
  const soloId = solo !== undefined && ids.includes(solo) ? solo : undefined;
  const activeId = picked !== undefined && ids.includes(picked) ? picked : ids[0];
  const shown = soloId === undefined ? ids : [soloId];

  const area = useAreaSearch(controller, activeId);

  useAddress(controller, askedMs, onAt);
  useRecovery(view, controller);

  const hasPicture = Object.values(view.panes).some(({ kind }) => kind === 'playing');
  useEffect(() => {
    if (hasPicture) fetchLaterParts();
  }, [hasPicture]);
  useEffect(() => {
    if (!view.isLive) return;
    scrubber.uncover();
    controller.timeline()?.reveal(Date.now());
  }, [view.isLive, scrubber, controller]);
  useEffect(() => {
    if (view.isAtEnd) notifications.show({ id: 'playback at end', message: t('playback.atEnd'), color: 'tide' });
  }, [view.isAtEnd, t]);

  const fullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : root.current?.requestFullscreen())?.catch(
      () => undefined,
    );
  const { jump, goToDay, work, toggleSolo } = useCommands({
    controller,
    ids,
    canExport,
    hasPlates,
    soloId,
    onSolo: setSolo,
    onTask: setTask,
    onSound: () => setSound(!hasSound),
    onFullScreen: fullScreen,
    onTypeTime: () => setTyping(true),
    onSearchArea: area.drawing ? area.close : area.open,
    isSearchingArea: area.drawing !== undefined,
  });

  return (
    <div ref={root} className={classes.screen} data-fits-window data-fits-low-window>
      <PlaybackHead
        present={present}
        removed={removed}
        ids={ids}
        knownIds={known.map(({ id }) => id)}
        atMs={playback.atMs}
        onIds={onIds}
        onDay={(day) => void goToDay(day)}
        onFullScreen={fullScreen}
      />
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
              camera={known.find((camera) => camera.id === id) ?? goneCamera(id, t('footage.goneCamera'))}
              isGone={!known.some((camera) => camera.id === id)}
              controller={controller}
              view={view}
              isActive={id === activeId && ids.length > 1}
              isSolo={soloId === id}
              isAlone={ids.length === 1}
              hasSound={hasSound && id === activeId}
              area={
                area.drawing?.cameraId === id
                  ? { box: area.drawing.box, onBox: area.setBox, onDone: area.run }
                  : undefined
              }
              onPick={() => setPicked(id)}
              onSolo={() => toggleSolo(id)}
              onRemove={() => onIds(ids.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
      {area.drawing && (
        <AreaResults
          search={area.search}
          found={area.found}
          cameraName={known.find(({ id }) => id === area.drawing?.cameraId)?.name ?? ''}
          onPick={controller.seek}
          onClose={area.close}
        />
      )}
      <div className={classes.deck} data-deck>
        <Transport
          controller={controller}
          view={view}
          hasSound={hasSound}
          onSound={() => setSound(!hasSound)}
          onJump={(direction) => void jump(direction)}
          isTyping={isTyping}
          onTyping={setTyping}
        />
        <Timeline controller={controller} cameras={known} activeId={activeId} onPick={setPicked} />
        <RangeBar
          range={range}
          canExport={canExport}
          onMark={controller.mark}
          onExport={() => work('export')}
          onBookmark={() => work('bookmark')}
          onClear={() => controller.setRange(undefined)}
          onZoom={controller.zoom}
          isSearching={area.drawing !== undefined}
          onSearch={area.drawing ? area.close : area.open}
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
