import { type AreaBox, areaBetween, areaText, createZone, type PlaybackController, type Span } from '@holdfast/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/api.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { dayOf } from '../../../parts/time/month-days.ts';

/** Newest first; more than a person looks through. */
export const MAX_FOUND = 200;

export interface AreaSearch {
  cameraId: string;
  day: Span;
  box: AreaBox;
}

const FIRST_BOX = areaBetween({ x: 0.375, y: 0.334 }, { x: 0.625, y: 0.666 });

/** The search for motion in a part of the picture: draw, look through what was found, draw again. */
export function useAreaSearch(controller: PlaybackController, activeId: string | undefined) {
  const t = useT();
  const [drawing, setDrawing] = useState<{ cameraId: string; box: AreaBox }>();
  const [search, setSearch] = useState<AreaSearch>();
  const isOpen = drawing !== undefined;
  const found = useQuery({
    queryKey: ['motion-search', search],
    queryFn: () => find(search),
    enabled: search !== undefined,
    staleTime: 30_000,
  });
  const text = t('area.found');
  useEffect(() => {
    const timeline = controller.timeline();
    if (!search || !isOpen) return timeline?.setFound([]);
    timeline?.setFound(
      (found.data ?? []).map(({ startMs, endMs }) => ({
        id: `found ${startMs}`,
        kind: 'found',
        cameraId: search.cameraId,
        startMs,
        endMs,
        text,
      })),
    );
  }, [controller, found.data, search, isOpen, text]);
  return {
    drawing,
    search,
    found,
    open: () => {
      if (activeId === undefined) return;
      controller.playback.pause();
      setDrawing({ cameraId: activeId, box: FIRST_BOX });
    },
    close: () => {
      setDrawing(undefined);
      setSearch(undefined);
    },
    setBox: (box: AreaBox) => setDrawing((before) => before && { ...before, box }),
    run: (box: AreaBox) => {
      if (!drawing) return;
      const zone = createZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
      setDrawing({ ...drawing, box });
      setSearch({ cameraId: drawing.cameraId, box, day: dayOf(zone, controller.momentMs()) });
    },
  };
}

async function find(search: AreaSearch | undefined): Promise<Span[]> {
  if (!search) return [];
  const { items } = await api.motion.search({
    query: {
      camera_id: search.cameraId,
      start: new Date(search.day.startMs).toISOString(),
      end: new Date(search.day.endMs).toISOString(),
      box: areaText(search.box),
      limit: MAX_FOUND,
    },
  });
  return items.map(({ start, end }) => ({ startMs: Date.parse(start), endMs: Date.parse(end) }));
}
