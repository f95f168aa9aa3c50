import type { PlaybackController, Span } from '@holdfast/ui';
import { Link } from '@tanstack/react-router';
import { BookmarkForm } from '../../../footage/bookmark-form.tsx';
import { ExportForm } from '../../../footage/export-form.tsx';
import { useT } from '../../../i18n/i18n.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import classes from './range.module.css';

export type RangeTask = 'export' | 'bookmark';

interface RangeDialogProps {
  task: RangeTask | undefined;
  range: Span;
  cameraIds: string[];
  activeId: string | undefined;
  controller: PlaybackController;
  onClose(): void;
}

/** Dialog to export or bookmark the selected range. */
export function RangeDialog({ task, range, cameraIds, activeId, controller, onClose }: RangeDialogProps) {
  const t = useT();
  const [start, end] = [range.startMs, range.endMs].map((at) => new Date(at).toISOString()) as [string, string];
  const closeForm = () => {
    onClose();
    // A bookmark that was just saved is drawn at once.
    controller.timeline()?.reload();
  };
  return (
    <Dialog
      title={task === 'bookmark' ? t('playback.bookmarkTitle') : t('playback.exportTitle')}
      isOpen={task !== undefined}
      onClose={onClose}
    >
      {task === 'export' && <ExportForm wanted={{ camera_ids: cameraIds, start, end }} onDone={onClose} />}
      {task === 'bookmark' && (
        <BookmarkForm bookmark={{ camera_id: activeId ?? null, start, end }} onDone={closeForm} />
      )}
      <p className={classes.seeAll}>
        <Link to={task === 'bookmark' ? '/bookmarks' : '/exports'}>
          {task === 'bookmark' ? t('playback.seeBookmarks') : t('playback.seeExports')}
        </Link>
      </p>
    </Dialog>
  );
}
