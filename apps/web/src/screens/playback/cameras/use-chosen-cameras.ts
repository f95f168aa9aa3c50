import { useState } from 'react';
import type { Camera, RemovedCamera } from '../../../api/queries.ts';

/** The chosen cameras: which of them exist, which one is shown alone, and which one keys and sound belong to. */
export function useChosenCameras(
  present: readonly Camera[],
  removed: readonly RemovedCamera[],
  ids: readonly string[],
) {
  const [picked, setPicked] = useState<string>();
  const [solo, setSolo] = useState<string>();
  const all: readonly Camera[] = [...present, ...removed];
  return {
    known: ids.map((id) => all.find((camera) => camera.id === id)).filter((camera) => camera !== undefined),
    soloId: solo !== undefined && ids.includes(solo) ? solo : undefined,
    activeId: picked !== undefined && ids.includes(picked) ? picked : ids[0],
    setPicked,
    setSolo,
  };
}
