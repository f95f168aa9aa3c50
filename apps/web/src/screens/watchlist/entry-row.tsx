import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { IconPencil, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import parts from '../../parts/parts.module.css';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import type { WatchlistEntry } from '../../plates/plate-queries.ts';
import { PlateText } from '../../plates/plate-text.tsx';
import platesClasses from '../../plates/plates.module.css';
import classes from './watchlist.module.css';

interface EntryRowProps {
  entry: WatchlistEntry;
  isAdmin: boolean;
  onEdit: () => void;
}

export function EntryRow({ entry, isAdmin, onEdit }: EntryRowProps) {
  const t = useT();
  const { remove } = useRemoval();
  const { id, plate, label, note, color, notify, kind } = entry;
  return (
    <li
      className={`${parts.row} ${classes.entry}`}
      style={color === null ? {} : ({ '--entry': color } as CSSProperties)}
      data-colored={color === null ? undefined : true}
    >
      <div className={parts.rowMain}>
        <div className={platesClasses.readHead}>
          <Link to="/plates/dossier/$plate" params={{ plate }} className={platesClasses.plateLink}>
            <PlateText plate={plate} />
          </Link>
          {label !== null && <Named text={label} inline />}
        </div>
        <div className={parts.rowSub}>
          {note !== null && <bdi className={classes.note}>{note}</bdi>}
          {kind === 'watch' && !notify && <span>{t('watchlist.silent')}</span>}
        </div>
      </div>
      {isAdmin && (
        <>
          <RowAction label={t('watchlist.editNamed', { plate })} icon={<IconPencil size={20} />} onClick={onEdit} />
          <RowAction
            label={t('watchlist.removeNamed', { plate })}
            icon={<IconTrash size={20} />}
            onClick={() =>
              remove({
                key: `watchlist ${id}`,
                message: t('watchlist.removed', { plate }),
                call: () => api.watchlist.remove({ params: { id } }),
              })
            }
          />
        </>
      )}
    </li>
  );
}
