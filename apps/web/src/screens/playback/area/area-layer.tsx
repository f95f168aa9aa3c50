import { type AreaBox, type AreaPoint, areaBetween, frameInPane, moveArea, type Size } from '@holdfast/ui';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.tsx';
import classes from './area.module.css';

interface AreaLayerProps {
  video: RefObject<HTMLVideoElement | null>;
  box: AreaBox;
  onBox(box: AreaBox): void;
  /** The box is drawn. */
  onDone(box: AreaBox): void;
}

const arrows: Record<string, { columns: number; rows: number }> = {
  ArrowLeft: { columns: -1, rows: 0 },
  ArrowRight: { columns: 1, rows: 0 },
  ArrowUp: { columns: 0, rows: -1 },
  ArrowDown: { columns: 0, rows: 1 },
};

/** Draws a box on the picture, with the pointer or with the arrow keys. */
export function AreaLayer({ video, box, onBox, onDone }: AreaLayerProps) {
  const t = useT();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const frame = frameInPane({ width, height }, useVideoSize(video));
  const surface = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const from = useRef<AreaPoint | undefined>(undefined);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): AreaPoint => {
    const place = surface.current?.getBoundingClientRect();
    if (!place || place.width === 0 || place.height === 0) return { x: 0, y: 0 };
    return { x: (clientX - place.left) / place.width, y: (clientY - place.top) / place.height };
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = pointOf(event);
    onBox(areaBetween(from.current, from.current));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current) onBox(areaBetween(from.current, pointOf(event)));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (!from.current) return;
    const drawn = areaBetween(from.current, pointOf(event));
    from.current = undefined;
    onDone(drawn);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    onBox(moveArea(box, arrow, { isResize: event.shiftKey }));
  };
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div ref={ref} className={classes.layer} data-testid="area">
      <div
        ref={surface}
        className={classes.surface}
        style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          from.current = undefined;
        }}
      >
        <button
          ref={button}
          type="button"
          className={classes.box}
          style={{
            left: percent(box.left),
            top: percent(box.top),
            width: percent(box.width),
            height: percent(box.height),
          }}
          aria-label={t('area.box')}
          onKeyDown={onKeyDown}
          // A click of the pointer begins a new box; a click by keyboard has the detail 0.
          onClick={(event) => event.detail === 0 && onDone(box)}
        />
      </div>
    </div>
  );
}

/** The size of the picture; zero while it is unknown. */
function useVideoSize(video: RefObject<HTMLVideoElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const read = () => setSize({ width: element.videoWidth, height: element.videoHeight });
    read();
    for (const event of ['loadedmetadata', 'resize']) element.addEventListener(event, read);
    return () => {
      for (const event of ['loadedmetadata', 'resize']) element.removeEventListener(event, read);
    };
  }, [video]);
  return size;
}
