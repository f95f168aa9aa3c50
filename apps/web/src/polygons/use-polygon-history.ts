import { useRef, useState } from 'react';
import type { Layers } from './edit-polygons.ts';

/** Undo and redo. A drag is one step. */
export function usePolygonHistory(value: Layers, onChange: (value: Layers) => void) {
  const [past, setPast] = useState<readonly Layers[]>([]);
  const [future, setFuture] = useState<readonly Layers[]>([]);
  const dragged = useRef(false);

  return {
    change: (next: Layers, { isDrag = false } = {}) => {
      if (next === value) return;
      if (!(isDrag && dragged.current)) setPast([...past, value]);
      dragged.current = isDrag;
      setFuture([]);
      onChange(next);
    },
    endDrag: () => {
      dragged.current = false;
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    undo: () => {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      setFuture([value, ...future]);
      onChange(before);
    },
    redo: () => {
      const [next, ...rest] = future;
      if (!next) return;
      setPast([...past, value]);
      setFuture(rest);
      onChange(next);
    },
  };
}
