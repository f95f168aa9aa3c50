import type { PlaybackController } from '@holdfast/ui';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { Camera, RemovedCamera } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { useScreenKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { useAddress } from './address/use-address.ts';
import { useAreaSearch } from './area/use-area-search.ts';
import { useChosenCameras } from './cameras/use-chosen-cameras.ts';
import { playbackKeys } from './keyboard/shortcuts.ts';
import { useCommands } from './keyboard/use-commands.ts';
import { PlaybackPanes } from './panes/playback-panes.tsx';
import classes from './playback.module.css';
import { PlaybackDeck } from './playback-deck.tsx';
import { PlaybackHead } from './playback-head.tsx';
import { RangeDialog } from './range/later-range-dialog.ts';
import type { RangeTask } from './range/range-dialog.tsx';
import { usePlayback } from './server/use-playback.ts';
import { useRecovery } from './server/use-recovery.ts';
import { useViewEffects } from './use-view-effects.ts';

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
  const { playback } = controller;
  const view = useSyncExternalStore(playback.subscribe, playback.view);
  const range = useSyncExternalStore(controller.subscribeRange, controller.range);
  const root = useRef<HTMLDivElement>(null);
  const [hasSound, setSound] = useState(false);
  const [task, setTask] = useState<RangeTask>();
  const [isTyping, setTyping] = useState(false);
  const { known, soloId, activeId, setPicked, setSolo } = useChosenCameras(present, removed, ids);
  const area = useAreaSearch(controller, activeId);
  const fullScreen = () => toggleFullScreen(root.current);

  useAddress(controller, askedMs, onAt);
  useRecovery(view, controller);
  useViewEffects(view, controller);

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
      <PlaybackPanes
        ids={ids}
        known={known}
        controller={controller}
        view={view}
        activeId={activeId}
        soloId={soloId}
        hasSound={hasSound}
        area={area}
        onPick={setPicked}
        onSolo={toggleSolo}
        onRemove={(id) => onIds(ids.filter((one) => one !== id))}
      />
      <PlaybackDeck
        controller={controller}
        view={view}
        range={range}
        cameras={known}
        activeId={activeId}
        canExport={canExport}
        area={area}
        sound={{ isOn: hasSound, toggle: () => setSound(!hasSound) }}
        typing={{ isOpen: isTyping, onOpen: setTyping }}
        onPick={setPicked}
        onJump={(direction) => void jump(direction)}
        onTask={work}
      />
      {range && (
        <Suspense>
          <RangeDialog
            task={task}
            range={range}
            cameraIds={known.map(({ id }) => id)}
            activeId={activeId}
            controller={controller}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

const toggleFullScreen = (element: HTMLElement | null): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen())?.catch(() => undefined);
