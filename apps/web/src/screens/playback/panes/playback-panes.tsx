import type { PlaybackController, PlaybackView } from '@holdfast/ui';
import type { Camera } from '../../../api/queries.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { IconDeviceCctv } from '../../../parts/icons/icons.ts';
import { Empty } from '../../../parts/layout/empty.tsx';
import { AreaResults } from '../area/area-results.tsx';
import type { useAreaSearch } from '../area/use-area-search.ts';
import { Pane } from './pane.tsx';
import classes from './panes.module.css';

interface PlaybackPanesProps {
  ids: readonly string[];
  /** Those of the chosen cameras that exist. */
  known: readonly Camera[];
  controller: PlaybackController;
  view: PlaybackView;
  activeId: string | undefined;
  /** The only one that is shown. */
  soloId: string | undefined;
  hasSound: boolean;
  area: ReturnType<typeof useAreaSearch>;
  onPick(id: string): void;
  onSolo(id: string): void;
  onRemove(id: string): void;
}

/** The pictures of the chosen cameras, and what a search in one of them found. */
export function PlaybackPanes({
  ids,
  known,
  controller,
  view,
  activeId,
  soloId,
  hasSound,
  area,
  onPick,
  onSolo,
  onRemove,
}: PlaybackPanesProps) {
  const t = useT();
  if (ids.length === 0)
    return (
      <div className={classes.nothing}>
        <Empty icon={<IconDeviceCctv size={32} />} title={t('playback.noCameras')} text={t('playback.noCamerasHint')} />
      </div>
    );
  const shown = soloId === undefined ? ids : [soloId];
  return (
    <>
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
            onPick={() => onPick(id)}
            onSolo={() => onSolo(id)}
            onRemove={() => onRemove(id)}
          />
        ))}
      </ul>
      {area.drawing && (
        <AreaResults
          search={area.search}
          found={area.found}
          cameraName={known.find(({ id }) => id === area.drawing?.cameraId)?.name ?? ''}
          onPick={controller.seek}
          onClose={area.close}
        />
      )}
    </>
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
