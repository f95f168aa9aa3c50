import { type PointerEvent, useState } from 'react';

/** Moves a pane to wherever the pointer goes while its grip is held. The order changes at once, so one sees where it will stand. */
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
