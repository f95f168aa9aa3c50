import type { PlaybackController, PlaybackView, Span } from '@holdfast/ui';
import type { Camera } from '../../api/queries.ts';
import type { useAreaSearch } from './area/use-area-search.ts';
import classes from './playback.module.css';
import { RangeBar } from './range/range-bar.tsx';
import type { RangeTask } from './range/range-dialog.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { Transport } from './transport/transport.tsx';

interface PlaybackDeckProps {
  controller: PlaybackController;
  view: PlaybackView;
  range: Span | undefined;
  cameras: readonly Camera[];
  activeId: string | undefined;
  canExport: boolean;
  area: ReturnType<typeof useAreaSearch>;
  sound: { isOn: boolean; toggle(): void };
  /** The field in which a time is typed. */
  typing: { isOpen: boolean; onOpen(isOpen: boolean): void };
  onPick(id: string): void;
  onJump(direction: 'next' | 'previous'): void;
  onTask(task: RangeTask): void;
}

/** Transport, timeline and range, below the pictures. */
export function PlaybackDeck({
  controller,
  view,
  range,
  cameras,
  activeId,
  canExport,
  area,
  sound,
  typing,
  onPick,
  onJump,
  onTask,
}: PlaybackDeckProps) {
  const isSearching = area.drawing !== undefined;
  return (
    <div className={classes.deck} data-deck>
      <Transport
        controller={controller}
        view={view}
        hasSound={sound.isOn}
        onSound={sound.toggle}
        onJump={onJump}
        isTyping={typing.isOpen}
        onTyping={typing.onOpen}
      />
      <Timeline controller={controller} cameras={cameras} activeId={activeId} onPick={onPick} />
      <RangeBar
        range={range}
        canExport={canExport}
        onMark={controller.mark}
        onExport={() => onTask('export')}
        onBookmark={() => onTask('bookmark')}
        onClear={() => controller.setRange(undefined)}
        onZoom={controller.zoom}
        isSearching={isSearching}
        onSearch={isSearching ? area.close : area.open}
      />
    </div>
  );
}
