import type { Point } from '@holdfast/domain';
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { useRef } from 'react';
import type { CornerRef } from './edit-polygons.ts';
import classes from './polygon-editor.module.css';

const STEP = 0.005;
const BIG_STEP = 0.05;
const arrows: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface CornerHandleProps {
  at: CornerRef;
  point: Point;
  tone: string;
  label: string;
  stage: RefObject<HTMLDivElement | null>;
  isPicked: boolean;
  onPick: () => void;
  onMove: (to: Point, options: { isDrag: boolean }) => void;
  onDrop: () => void;
  onInsert: () => void;
  onRemove: () => void;
}

/** Position of a pointer as fractions of the frame. */
export function pointIn(stage: HTMLElement | null, event: { clientX: number; clientY: number }): Point {
  const box = stage?.getBoundingClientRect();
  if (!box || box.width === 0 || box.height === 0) return [0, 0];
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

/** One corner: drag or arrow keys move it, Delete removes it, Insert or + adds another. */
export function CornerHandle(props: CornerHandleProps) {
  const { point, tone, label, stage, isPicked, onPick, onMove, onDrop, onInsert, onRemove } = props;
  const isHeld = useRef(false);
  const [x, y] = point;

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) {
      const step = event.shiftKey ? BIG_STEP : STEP;
      onMove([x + arrow[0] * step, y + arrow[1] * step], { isDrag: false });
    } else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    else if (event.key === 'Insert' || event.key === '+') onInsert();
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    isHeld.current = true;
    onPick();
  };
  const release = () => {
    isHeld.current = false;
    onDrop();
  };

  return (
    <button
      type="button"
      className={classes.corner}
      style={{ left: `${x * 100}%`, top: `${y * 100}%`, '--tone': tone } as CSSProperties}
      aria-label={label}
      data-picked={isPicked || undefined}
      onFocus={onPick}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => isHeld.current && onMove(pointIn(stage.current, event), { isDrag: true })}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
