import { type FrameBox, fitFrame, type Size } from '@holdfast/ui';
import { type RefObject, useEffect, useState } from 'react';

const LOOK_MS = 1_000;
/** Events of media and images do not bubble, but a parent can capture them. */
const EVENTS = ['loadedmetadata', 'resize', 'load'] as const;

/** The size of the picture in this element: of its video, else of its image or drawing. */
function pictureSize(root: Element): Size | undefined {
  for (const video of root.querySelectorAll('video'))
    if (video.videoWidth > 0) return { width: video.videoWidth, height: video.videoHeight };
  for (const image of root.querySelectorAll('img'))
    if (image.naturalWidth > 0) return { width: image.naturalWidth, height: image.naturalHeight };
  for (const canvas of root.querySelectorAll('canvas'))
    if (canvas.width > 0 && canvas.offsetParent !== null) return { width: canvas.width, height: canvas.height };
  return undefined;
}

/** Where the picture lies in a layer that covers its pane. An element around both is marked `data-frame`. */
export function useFrameBox(layer: RefObject<HTMLElement | null>): FrameBox | undefined {
  const [frame, setFrame] = useState<Size>();
  const [pane, setPane] = useState<Size>();
  useEffect(() => {
    const own = layer.current;
    const root = own?.closest('[data-frame]');
    if (!own || !root) return;
    const look = () => {
      const found = pictureSize(root);
      // A pane without a picture for a moment keeps its frame.
      if (found) setFrame((before) => (isSameSize(before, found) ? before : found));
    };
    const measure = () => {
      const next = { width: own.clientWidth, height: own.clientHeight };
      setPane((before) => (isSameSize(before, next) ? before : next));
    };
    look();
    measure();
    const timer = setInterval(look, LOOK_MS);
    const sizes = new ResizeObserver(measure);
    sizes.observe(own);
    for (const name of EVENTS) root.addEventListener(name, look, { capture: true });
    return () => {
      clearInterval(timer);
      sizes.disconnect();
      for (const name of EVENTS) root.removeEventListener(name, look, { capture: true });
    };
  }, [layer]);
  return pane && frame && fitFrame(pane, frame);
}

const isSameSize = (a: Size | undefined, b: Size) => a?.width === b.width && a.height === b.height;
