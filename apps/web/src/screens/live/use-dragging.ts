import { type PointerEvent, useState } from 'react';

/** Drags a pane by its grip. The order changes at once, so that the new position is visible. */
export function useDragging(onMove: (cameraId: string, overCameraId: string) => void) {
  const [draggedId, setDraggedId] = useState<string>();
  const gripEvents = (cameraId: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDraggedId(cameraId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (draggedId !== cameraId) return;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-pane]');
      const overId = over?.dataset.pane;
      if (overId !== undefined && overId !== cameraId) onMove(cameraId, overId);
    },
    onPointerUp: () => setDraggedId(undefined),
    onPointerCancel: () => setDraggedId(undefined),
    onLostPointerCapture: () => setDraggedId(undefined),
  });
  return { draggedId, gripEvents };
}
