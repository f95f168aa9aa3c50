import type { Point } from '@holdfast/domain';
import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconPolygon, IconTrash } from '../parts/icons/icons.ts';
import { ByInput } from '../parts/keyboard/by-input.tsx';
import { CornerHandle, pointIn } from './corner-handle.tsx';
import {
  type CornerRef,
  editPolygons,
  type Layers,
  middleAfter,
  type PolygonEdit,
  startingBox,
} from './edit-polygons.ts';
import classes from './polygon-editor.module.css';
import { type LayerLook, PolygonShapes } from './polygon-shapes.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePolygonHistory } from './use-polygon-history.ts';

interface PolygonEditorProps {
  looks: readonly LayerLook[];
  value: Layers;
  onChange: (value: Layers) => void;
  /** Background picture; the frame is dark without one. */
  picture: string | undefined;
  pictureAlt: string;
  /** Drawn over the picture, below the areas. */
  overlay?: ReactNode;
}

/** Editor for areas on a camera picture: by pointer corner by corner, by keyboard from a rectangle. */
export function PolygonEditor({ looks, value, onChange, picture, pictureAlt, overlay }: PolygonEditorProps) {
  const t = useT();
  const stage = useRef<HTMLDivElement>(null);
  const [layer, setLayer] = useState(looks[0]?.name ?? '');
  const [unfinished, setUnfinished] = useState<Point[]>();
  const [picked, setPicked] = useState<CornerRef>();
  const [ratio, setRatio] = useState(16 / 9);
  const history = usePolygonHistory(value, onChange);
  const active = looks.find(({ name }) => name === layer) ?? looks[0];
  const addBox = useRef<HTMLButtonElement>(null);
  const noteFocus = useKeptFocus(addBox);
  // Its last corners may have been deleted one by one, or undone.
  const pickedArea = picked && value[picked.layer]?.[picked.polygon] ? picked : undefined;

  const edit = (next: PolygonEdit, options?: { isDrag: boolean }) => history.change(editPolygons(value, next), options);
  const finish = (polygon: Point[] | undefined) => {
    if (polygon && polygon.length >= 3) edit({ kind: 'add', layer, polygon });
    setUnfinished(undefined);
  };
  const lay = (event: MouseEvent) => {
    if (!unfinished) return;
    // The second click of a double click closes the area.
    if (event.detail > 1) return finish(unfinished);
    setUnfinished([...unfinished, pointIn(stage.current, event)]);
  };
  const removeArea = ({ layer: of, polygon }: CornerRef) => {
    edit({ kind: 'remove', layer: of, polygon });
    setPicked(undefined);
  };

  useHotkeys(
    [
      ['Enter', () => finish(unfinished), { preventDefault: unfinished !== undefined }],
      ['Escape', () => setUnfinished(undefined), { preventDefault: false }],
      ['mod+Z', history.undo],
      ['mod+shift+Z', history.redo],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  );

  return (
    <>
      <div className={classes.tools} role="toolbar" aria-label={t('areas.tools')} onFocus={noteFocus}>
        {looks.length > 1 && <LayerChoice looks={looks} value={layer} onChange={setLayer} />}
        <AreaButtons
          isDrawing={unfinished !== undefined}
          addBox={addBox}
          onDraw={() => (unfinished ? finish(unfinished) : setUnfinished([]))}
          onBox={() => edit({ kind: 'add', layer, polygon: startingBox(value[layer]?.length ?? 0) })}
          onRemove={pickedArea && (() => removeArea(pickedArea))}
        />
        <UndoButtons history={history} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers; the keyboard uses the rectangle and its corners */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Escape are taken for the whole editor above */}
      <div
        ref={stage}
        className={`${classes.stage} ${unfinished ? classes.drawing : ''}`}
        style={{ aspectRatio: ratio }}
        onClick={lay}
        onFocus={noteFocus}
        data-testid="area-stage"
      >
        {picture !== undefined && (
          <img
            src={picture}
            alt={pictureAlt}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          />
        )}
        {overlay}
        <PolygonShapes looks={looks} value={value} unfinished={unfinished} unfinishedTone={active?.tone ?? ''} />
        {!unfinished && (
          <Corners
            looks={looks}
            value={value}
            stage={stage}
            picked={picked}
            onPick={setPicked}
            onEdit={edit}
            onDrop={history.endDrag}
          />
        )}
      </div>
      <p className={classes.hint} role="status">
        {unfinished ? (
          <ByInput
            keys={t('areas.drawing', { count: unfinished.length })}
            touch={t('areas.drawingTouch', { count: unfinished.length })}
          />
        ) : (
          <ByInput keys={t('areas.hint')} touch={t('areas.hintTouch')} />
        )}
      </p>
    </>
  );
}

interface LayerChoiceProps extends Pick<PolygonEditorProps, 'looks'> {
  value: string;
  onChange: (layer: string) => void;
}

const LayerChoice = ({ looks, value, onChange }: LayerChoiceProps) => (
  <SegmentedControl value={value} onChange={onChange} data={looks.map(({ name, label }) => ({ value: name, label }))} />
);

interface AreaButtonsProps {
  isDrawing: boolean;
  addBox: RefObject<HTMLButtonElement | null>;
  onDraw: () => void;
  onBox: () => void;
  /** Undefined while no area is picked. */
  onRemove: (() => void) | undefined;
}

function AreaButtons({ isDrawing, addBox, onDraw, onBox, onRemove }: AreaButtonsProps) {
  const t = useT();
  return (
    <>
      <Button
        variant={isDrawing ? 'filled' : 'light'}
        leftSection={<IconPolygon size={18} />}
        aria-pressed={isDrawing}
        onClick={onDraw}
      >
        {isDrawing ? t('areas.finish') : t('areas.draw')}
      </Button>
      <Button ref={addBox} variant="default" leftSection={<IconPlus size={18} />} onClick={onBox}>
        {t('areas.box')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={18} />} disabled={!onRemove} onClick={onRemove}>
        {t('areas.remove')}
      </Button>
    </>
  );
}

function UndoButtons({ history }: { history: ReturnType<typeof usePolygonHistory> }) {
  const t = useT();
  const steps = [
    { label: t('common.undo'), act: history.undo, isPossible: history.canUndo, Icon: IconArrowBackUp },
    { label: t('common.redo'), act: history.redo, isPossible: history.canRedo, Icon: IconArrowForwardUp },
  ];
  return steps.map(({ label, act, isPossible, Icon }) => (
    <Button key={label} variant="subtle" onClick={act} disabled={!isPossible} px="xs" aria-label={label}>
      <Icon size={20} />
    </Button>
  ));
}

interface CornersProps extends Pick<PolygonEditorProps, 'looks' | 'value'> {
  stage: RefObject<HTMLDivElement | null>;
  picked: CornerRef | undefined;
  onPick: (at: CornerRef) => void;
  onEdit: (edit: PolygonEdit, options?: { isDrag: boolean }) => void;
  onDrop: () => void;
}

/** Every corner of every area, and the middle of each side, where a corner can be added. */
function Corners({ looks, value, stage, picked, onPick, onEdit, onDrop }: CornersProps) {
  const t = useT();
  return looks.flatMap(({ name, label, tone }) =>
    (value[name] ?? []).flatMap((polygon, index) =>
      polygon.map((point, corner) => {
        const at = { layer: name, polygon: index, corner };
        const [x, y] = middleAfter(polygon, corner);
        const isPicked = picked?.layer === name && picked.polygon === index && picked.corner === corner;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place alone
          <span key={`${name} ${index} ${corner}`}>
            <button
              type="button"
              tabIndex={-1}
              aria-hidden
              className={classes.middle}
              style={{ left: `${x * 100}%`, top: `${y * 100}%`, '--tone': tone } as CSSProperties}
              onClick={() => onEdit({ kind: 'insert-corner', at })}
            />
            <CornerHandle
              at={at}
              point={point}
              tone={tone}
              stage={stage}
              isPicked={isPicked}
              label={t('areas.corner', {
                area: `${label} ${index + 1}`,
                corner: corner + 1,
                x: Math.round(point[0] * 100),
                y: Math.round(point[1] * 100),
              })}
              onPick={() => onPick(at)}
              onMove={(to, options) => onEdit({ kind: 'move-corner', at, to }, options)}
              onDrop={onDrop}
              onInsert={() => onEdit({ kind: 'insert-corner', at })}
              onRemove={() => onEdit({ kind: 'remove-corner', at })}
            />
          </span>
        );
      }),
    ),
  );
}
