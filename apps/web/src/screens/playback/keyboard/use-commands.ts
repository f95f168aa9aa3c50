import { createZone, type PlaybackController, type Span } from '@holdfast/ui';
import { notifications } from '@mantine/notifications';
import { useT } from '../../../i18n/i18n.tsx';
import { useSingleKeys } from '../../../parts/keyboard/single-keys.ts';
import { dayOf } from '../../../parts/time/month-days.ts';
import type { RangeTask } from '../range/range-dialog.tsx';
import { loadLanes } from '../server/playback-server.ts';
import type { Command, JumpTarget } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const NOTICE = 'playback';

interface CommandFacts {
  controller: PlaybackController;
  ids: readonly string[];
  canExport: boolean;
  hasPlates: boolean;
  soloId: string | undefined;
  onSolo(cameraId: string | undefined): void;
  onTask(task: RangeTask): void;
  onSound(): void;
  onFullScreen(): void;
  onTypeTime(): void;
  isSearchingArea: boolean;
  onSearchArea(): void;
}

/** The commands of the screen, for shortcuts and buttons. */
export function useCommands(facts: CommandFacts) {
  const { controller, ids, canExport, soloId } = facts;
  const { playback } = controller;
  const t = useT();
  const [hasSingleKeys] = useSingleKeys();
  // One at a time: the update does nothing without a message on the screen, and `show` nothing with one.
  const notify = (message: string) => {
    const notice = { id: NOTICE, message, color: 'tide' };
    notifications.update(notice);
    notifications.show(notice);
  };

  const jump = async (direction: 'next' | 'previous') => {
    if (!(await controller.jump(direction))) notify(t('playback.noMore'));
  };
  const jumpTo = async (target: JumpTarget, direction: 'next' | 'previous') => {
    if (!(await controller.jumpToMark(target, direction))) notify(t(`playbackNoMore.${target}`));
  };
  const showDay = ({ startMs, endMs }: Span) => {
    // Today only up to now.
    const passedMs = Math.min(endMs, Date.now()) - startMs;
    controller.timeline()?.show({ startMs, endMs: Math.min(endMs, startMs + passedMs * 1.05) });
  };
  const goToDay = async (day: Span) => {
    showDay(day);
    const range = { ...day, endMs: Math.min(day.endMs, Date.now()) };
    const lanes = await loadLanes({ ...range, cameraIds: [...ids], resolutionMs: 1_000 }).catch(() => undefined);
    const first = [...(lanes?.values() ?? [])].map(({ runs }) => runs[0]?.startMs).filter((at) => at !== undefined);
    controller.seek(first.length > 0 ? Math.min(...first) : day.startMs);
  };
  const work = (task: RangeTask) => {
    if (task === 'export' && !canExport) return notify(t('playback.noExport'));
    if (!controller.range()) return notify(hasSingleKeys ? t('playback.rangeFirst') : t('playback.rangeFirstBare'));
    facts.onTask(task);
  };
  const shownDay = () => dayOf(createZone(Intl.DateTimeFormat().resolvedOptions().timeZone), playback.atMs());
  const toggleSolo = (id: string | undefined) => facts.onSolo(id === soloId ? undefined : id);

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
        return void controller.zoom(command.direction);
      case 'run':
        return void jump(command.direction);
      case 'move':
        return void controller.move(command.direction, command);
      case 'wholeDay':
        return void showDay(shownDay());
      case 'dayStart':
        return void controller.seek(shownDay().startMs);
      case 'live':
        return void playback.goLive();
      case 'mark':
        return void controller.mark(command.edge);
      case 'export':
      case 'bookmark':
        return void work(command.kind);
      case 'clear':
        if (facts.isSearchingArea) return void facts.onSearchArea();
        if (soloId !== undefined) return void facts.onSolo(undefined);
        return controller.range() ? void controller.setRange(undefined) : false;
      case 'jump':
        if (command.to === 'plate' && !facts.hasPlates) return false;
        return void jumpTo(command.to, command.direction);
      case 'solo': {
        const id = ids[command.pane];
        return id === undefined || ids.length === 1 ? false : void toggleSolo(id);
      }
      case 'sound':
        return void facts.onSound();
      case 'fullScreen':
        return void facts.onFullScreen();
      case 'typeTime':
        return void facts.onTypeTime();
      case 'searchArea':
        return void facts.onSearchArea();
    }
  });
  return { jump, goToDay, work, toggleSolo };
}
