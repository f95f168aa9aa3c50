import type { LiveLayout } from '@holdfast/domain';
import type { Camera, View } from '../../api/queries.ts';

/** Current layout and order of a wall, saved or not. */
export interface Arrangement {
  layout: LiveLayout;
  cameraIds: readonly string[];
}

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
