import type { LiveLayout } from '@holdfast/domain';
import type { Camera, View, VisibleGroup } from '../../api/queries.ts';

/** Current layout and order of a wall, saved or not. */
export interface Arrangement {
  layout: LiveLayout;
  cameraIds: readonly string[];
}

/** What the wall shows by its id: a view or a group, otherwise all cameras. */
export function chosenFrom(
  id: string,
  { views, groups }: { views: readonly View[]; groups: readonly VisibleGroup[] },
): { view: View | undefined; group: VisibleGroup | undefined } {
  const view = views.find((one) => one.id === id);
  return { view, group: view ? undefined : groups.find((one) => one.id === id) };
}

/** The cameras of a group, or all of them, in the order of the list. */
export const camerasIn = (group: VisibleGroup | undefined, cameras: readonly Camera[]): readonly Camera[] =>
  group ? cameras.filter(({ id }) => group.camera_ids.includes(id)) : cameras;

/** Without a view all cameras are shown, including later ones. */
export const savedArrangement = (view: View | undefined, cameras: readonly Camera[]): Arrangement =>
  view
    ? { layout: view.layout, cameraIds: view.camera_ids }
    : { layout: 'auto', cameraIds: cameras.map(({ id }) => id) };

/** The cameras to show, in order. Missing ones leave no hole; without a view, new ones come last. */
export function panesOf(
  { cameraIds }: Arrangement,
  { view, cameras }: { view: View | undefined; cameras: readonly Camera[] },
): Camera[] {
  const known = new Map(cameras.map((camera) => [camera.id, camera]));
  const listed = cameraIds.flatMap((id) => known.get(id) ?? []);
  if (view) return listed;
  const isListed = new Set(cameraIds);
  return [...listed, ...cameras.filter(({ id }) => !isListed.has(id))];
}

export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean =>
  a.layout === b.layout && a.cameraIds.join(' ') === b.cameraIds.join(' ');
