import type { LiveLayout } from '@holdfast/domain';
import { moveTo } from '@holdfast/ui';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Camera, View, VisibleGroup } from '../../api/queries.ts';
import {
  type Arrangement,
  camerasIn,
  chosenFrom,
  isSameArrangement,
  panesOf,
  savedArrangement,
} from './arrangement.ts';

export const ALL = 'all';

export interface Wall {
  view: View | undefined;
  /** Shown instead of a view; without both all cameras are shown. */
  group: VisibleGroup | undefined;
  /** The chosen view or group is still being loaded. */
  isWaiting: boolean;
  arrangement: Arrangement;
  panes: Camera[];
  isChanged: boolean;
  /** The maximized camera. */
  solo: Camera | undefined;
  /** Shows a view, a group or all cameras, and remembers it for the next visit. */
  choose(id: string): void;
  /** The same without remembering it. */
  visit(id: string): void;
  setLayout(layout: LiveLayout): void;
  move(cameraId: string, toPlace: number): void;
  discard(): void;
  show(cameraId: string | undefined): void;
}

interface WallParts {
  views: readonly View[];
  groups: readonly VisibleGroup[];
  cameras: readonly Camera[];
  /** Views or groups are still being loaded. */
  isLoading: boolean;
}

/** The current view or group and its unsaved changes. The selection is in the URL. */
export function useWall({ views, groups, cameras: all, isLoading }: WallParts): Wall {
  const navigate = useNavigate({ from: '/live' });
  const search = useSearch({ from: '/shell/live' });
  const [remembered, remember] = useLocalStorage({
    key: 'holdfast.view',
    defaultValue: ALL,
    getInitialValueInEffect: false,
    // Not synchronised between windows: each may be on a monitor of its own.
    sync: false,
  });
  const [drafts, setDrafts] = useState<Readonly<Record<string, Arrangement>>>({});
  const chosen = search.group ?? search.view ?? remembered;
  const { view, group } = chosenFrom(chosen, { views, groups });
  const cameras = camerasIn(group, all);
  const key = view?.id ?? group?.id ?? ALL;
  const saved = savedArrangement(view, cameras);
  const arrangement = drafts[key] ?? saved;
  const panes = panesOf(arrangement, { view, cameras });
  const current = { layout: arrangement.layout, cameraIds: panes.map(({ id }) => id) };
  const change = (next: Arrangement) => setDrafts((before) => ({ ...before, [key]: next }));

  const visit = (id: string) => {
    const isGroup = groups.some((one) => one.id === id);
    void navigate({
      search: ({ camera: _camera, view: _view, group: _group, ...rest }) => ({
        ...rest,
        ...(isGroup ? { group: id } : { view: id }),
      }),
      replace: true,
    });
  };

  return {
    view,
    group,
    isWaiting: isLoading && chosen !== ALL && key === ALL,
    arrangement: current,
    panes,
    isChanged: drafts[key] !== undefined && !isSameArrangement(current, saved),
    solo: panes.find(({ id }) => id === search.camera),
    choose: (id) => {
      remember(id);
      visit(id);
    },
    visit,
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
