import type { LiveLayout } from '@holdfast/domain';
import { moveTo } from '@holdfast/ui';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Camera, View } from '../../api/queries.ts';
import { type Arrangement, isSameArrangement, panesOf, savedArrangement } from './arrangement.ts';

export const ALL = 'all';

export interface Wall {
  /** Undefined shows all cameras. */
  view: View | undefined;
  arrangement: Arrangement;
  panes: Camera[];
  isChanged: boolean;
  /** The maximized camera. */
  solo: Camera | undefined;
  choose(viewId: string): void;
  setLayout(layout: LiveLayout): void;
  move(cameraId: string, toPlace: number): void;
  discard(): void;
  show(cameraId: string | undefined): void;
}

/** The current view and its unsaved changes. The selection is in the URL. */
export function useWall(views: readonly View[], cameras: readonly Camera[]): Wall {
  const navigate = useNavigate({ from: '/live' });
  const search = useSearch({ from: '/shell/live' });
  const [remembered, remember] = useLocalStorage({
    key: 'holdfast.view',
    defaultValue: ALL,
    getInitialValueInEffect: false,
  });
  const [drafts, setDrafts] = useState<Readonly<Record<string, Arrangement>>>({});
  const view = views.find(({ id }) => id === (search.view ?? remembered));
  const key = view?.id ?? ALL;
  const saved = savedArrangement(view, cameras);
  const arrangement = drafts[key] ?? saved;
  const panes = panesOf(arrangement, { view, cameras });
  const current = { layout: arrangement.layout, cameraIds: panes.map(({ id }) => id) };
  const change = (next: Arrangement) => setDrafts((before) => ({ ...before, [key]: next }));

  return {
    view,
    arrangement: current,
    panes,
    isChanged: drafts[key] !== undefined && !isSameArrangement(current, saved),
    solo: panes.find(({ id }) => id === search.camera),
    choose: (viewId) => {
      remember(viewId);
      void navigate({ search: ({ camera: _before, ...rest }) => ({ ...rest, view: viewId }), replace: true });
    },
    setLayout: (layout) => change({ ...current, layout }),
    move: (cameraId, toPlace) =>
      change({ ...current, cameraIds: moveTo(current.cameraIds, current.cameraIds.indexOf(cameraId), toPlace) }),
    discard: () => setDrafts(({ [key]: _dropped, ...rest }) => rest),
    show: (cameraId) =>
      void navigate({
        search: ({ camera: _before, ...rest }) => ({ ...rest, ...(cameraId !== undefined && { camera: cameraId }) }),
        resetScroll: false,
      }),
  };
}
