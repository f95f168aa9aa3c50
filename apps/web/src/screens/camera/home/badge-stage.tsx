import { type FrameBox, type FramePoint, frameOf, paneOf } from '@holdfast/ui';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { BadgePlacement } from '../../../api/queries.ts';
import { Badge, useStateText } from '../../../badges/badge.tsx';
import { nameOf } from '../../../badges/badge-look.ts';
import type { BadgeState } from '../../../badges/badge-state.ts';
import classes from '../../../badges/badges.module.css';
import { useFrameBox } from '../../../badges/use-frame-box.ts';
import { useNow } from '../../../badges/use-now.ts';
import { useWordsFit } from '../../../badges/use-words-fit.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { ByInput } from '../../../parts/keyboard/by-input.tsx';
import parts from '../../../parts/parts.module.css';
import type { DraftLink } from './home-edit.ts';

const STEP = 0.005;
const BIG_STEP = 0.05;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface BadgeStageProps {
  picture: string | undefined;
  pictureAlt: string;
  /** Why there is no picture. */
  missing: string | undefined;
  links: readonly DraftLink[];
  pickedId: string | undefined;
  stateOf: (entityId: string) => BadgeState;
  onPick: (entityId: string) => void;
  onMove: (link: DraftLink, to: FramePoint) => void;
  onRemove: (link: DraftLink) => void;
}

/** A picture in a pane like those of the wall, with badges to drag, or to move with the arrow keys. */
export function BadgeStage({ picture, pictureAlt, missing, links, stateOf, ...rest }: BadgeStageProps) {
  const t = useT();
  const layer = useRef<HTMLUListElement>(null);
  const box = useFrameBox(layer);
  return (
    <>
      <div className={`${parts.stage} ${classes.stage}`} data-frame data-testid="badge-stage">
        {picture !== undefined && <img src={picture} alt={pictureAlt} draggable={false} />}
        {picture === undefined && (
          <div className={parts.stageMessage} role="status">
            {missing ?? t('camera.fetching')}
          </div>
        )}
        <ul ref={layer} className={`${classes.layer} ${classes.placing}`} aria-label={t('badges.label')} tabIndex={-1}>
          {box &&
            links.flatMap((link) =>
              link.placement === null ? (
                []
              ) : (
                <BadgeHandle
                  key={link.entity_id}
                  link={link}
                  placement={link.placement}
                  box={box}
                  layer={layer}
                  state={stateOf(link.entity_id)}
                  isPicked={rest.pickedId === link.entity_id}
                  onPick={() => rest.onPick(link.entity_id)}
                  onMove={(to) => rest.onMove(link, to)}
                  onRemove={() => rest.onRemove(link)}
                />
              ),
            )}
        </ul>
      </div>
      <p className={parts.help}>
        <ByInput keys={t('home.stageHint')} touch={t('home.stageHintTouch')} />
      </p>
    </>
  );
}

interface BadgeHandleProps {
  link: DraftLink;
  placement: BadgePlacement;
  box: FrameBox;
  layer: RefObject<HTMLElement | null>;
  state: BadgeState;
  isPicked: boolean;
  onPick: () => void;
  onMove: (to: FramePoint) => void;
  onRemove: () => void;
}

const inside = (fraction: number) => Math.min(1, Math.max(0, fraction));

function BadgeHandle({ link, placement, box, layer, state, isPicked, onPick, onMove, onRemove }: BadgeHandleProps) {
  const t = useT();
  const nowMs = useNow();
  /** From the point of the badge to the pointer that holds it. */
  const held = useRef<{ left: number; top: number }>(undefined);
  const { stateText } = useStateText(link, state, nowMs);
  const handle = useRef<HTMLButtonElement>(null);
  const { x, y, size } = placement;
  const { left, top } = paneOf(box, placement);
  const fit = useWordsFit({ badge: handle, layer, pointPx: left, size });
  const pointerIn = ({ clientX, clientY }: PointerEvent) => {
    const edge = layer.current?.getBoundingClientRect();
    return { left: clientX - (edge?.left ?? 0), top: clientY - (edge?.top ?? 0) };
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointerIn(event);
    held.current = { left: at.left - left, top: at.top - top };
    onPick();
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!held.current) return;
    const at = pointerIn(event);
    onMove(frameOf(box, { left: at.left - held.current.left, top: at.top - held.current.top }));
  };
  const release = () => {
    held.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) {
      const step = event.shiftKey ? BIG_STEP : STEP;
      onMove({ x: inside(x + arrow[0] * step), y: inside(y + arrow[1] * step) });
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      onRemove();
      // It disappears; the stage keeps the focus for the next key.
      layer.current?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <li className={classes.place} style={{ left, top }}>
      <button
        ref={handle}
        type="button"
        className={classes.handle}
        {...fit}
        data-picked={isPicked || undefined}
        onFocus={onPick}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <Badge link={link} placement={placement} state={state} atMs={nowMs} isNaming />
        <span className={parts.srOnly}>
          {t('home.handle', {
            name: nameOf(link).slice(0, 100),
            state: stateText,
            x: Math.round(x * 100),
            y: Math.round(y * 100),
          })}
        </span>
      </button>
    </li>
  );
}
