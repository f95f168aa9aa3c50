import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type Bookmark, queries } from '../../api/queries.ts';
import { useCameraName } from '../../footage/use-camera-name.ts';
import { WatchLink } from '../../footage/watch-link.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconDeviceCctv, IconPencil, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { MomentPicture } from '../../parts/pictures/moment-picture.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import own from './bookmarks.module.css';

export function BookmarkRow({ bookmark, onEdit }: { bookmark: Bookmark; onEdit: () => void }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const me = useQuery(queries.me);
  const cameras = useQuery(queries.cameras);
  const isAdmin = useIsAdmin();
  const { id, label, camera_id, start, end, note, created_by } = bookmark;
  const name = useCameraName()(camera_id);
  const isOwn = isAdmin || (created_by !== null && created_by.id === me.data?.id);
  return (
    <li className={`${classes.row} ${own.row}`}>
      <div className={own.picture}>
        {camera_id === null ? (
          <div className={classes.stage}>
            <IconDeviceCctv size={26} aria-hidden />
          </div>
        ) : (
          <MomentPicture cameraId={camera_id} cameraName={name} at={start} until={end} />
        )}
      </div>
      <div className={classes.rowMain}>
        <span className={classes.rowTitle}>
          <Named text={label} />
        </span>
        <div className={classes.rowSub}>
          <Named text={name} inline />
          <span>{format.range(start, end)}</span>
          {created_by !== null && <Named text={t('footage.by', { name: created_by.username })} inline />}
        </div>
        {note !== null && (
          <bdi className={own.note} title={note.slice(0, 300)}>
            {note}
          </bdi>
        )}
        <Group gap="xs" mt={6}>
          <WatchLink
            name={label}
            cameraIds={camera_id === null ? (cameras.data ?? []).map((camera) => camera.id) : [camera_id]}
            at={start}
          />
          {bookmark.protected && <Protected bookmarkId={id} />}
        </Group>
      </div>
      {isOwn && (
        <div className={own.actions}>
          <RowAction
            label={t('bookmarks.editNamed', { name: label })}
            icon={<IconPencil size={20} />}
            onClick={onEdit}
          />
          <RowAction
            label={t('bookmarks.removeNamed', { name: label })}
            icon={<IconTrash size={20} />}
            onClick={() =>
              remove({
                key: `bookmark ${id}`,
                message: t('bookmarks.removed', { name: label.slice(0, 100) }),
                call: () => api.bookmarks.remove({ params: { id } }),
              })
            }
          />
        </div>
      )}
    </li>
  );
}

/** The size of protected footage is computed on demand and loads later. */
function Protected({ bookmarkId }: { bookmarkId: string }) {
  const { t, format } = useI18n();
  const footage = useQuery(queries.bookmarkFootage(bookmarkId));
  return (
    <StateChip tone="good">
      {footage.data ? t('bookmarks.holds', { size: format.bytes(footage.data.bytes) }) : t('bookmarks.protected')}
    </StateChip>
  );
}
