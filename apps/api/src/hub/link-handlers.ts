import type { Routes } from '@holdfast/contract';
import {
  clearHubPlacement,
  findCamera,
  findVisibleCamera,
  type HubLinkRow,
  listHubLinks,
  listVisibleHubLinks,
  updateHubLink,
} from '@holdfast/db';
import { captionOf } from '@holdfast/domain';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import type { HubDeps, HubHandlers } from './hub-handlers.ts';
import { presentLink } from './present.ts';
import { captureClasses, refuseBadLinks, replaceLinks } from './replace-links.ts';

export function linkHandlers(deps: HubDeps): HubHandlers<'allLinks' | 'links' | 'replaceLinks' | 'place'> {
  const { db } = deps;
  const linksOf = async (cameraId: string) => ({ items: (await listHubLinks(db, cameraId)).map(presentLink) });
  return {
    allLinks: async ({ caller: { userId } }) => ({
      items: (await listVisibleHubLinks(db, userId)).map((link) => ({
        camera_id: link.cameraId,
        ...presentLink(link),
      })),
    }),
    links: async ({ params: { id }, caller: { userId } }) => {
      const camera = await findVisibleCamera(db, { cameraId: id, userId });
      if (!camera) throw new Problem('not-found');
      return linksOf(camera.id);
    },
    replaceLinks: async ({ params: { id }, body: { links } }) => {
      if (!(await findCamera(db, id))) throw new Problem('not-found');
      const wanted = links.map(({ entity_id: entityId, role, device_class: deviceClass, label }) => ({
        entityId,
        role,
        deviceClass,
        label,
      }));
      refuseBadLinks(wanted);
      const complete = await captureClasses(deps, wanted, await listHubLinks(db, id));
      return { items: (await replaceLinks(db, id, complete)).map(presentLink) };
    },
    place: async ({ params: { id, link_id }, body }) => {
      const find = async () => (await listHubLinks(db, id)).find((one) => one.id === link_id);
      const link = (await findCamera(db, id)) && (await find());
      if (!link) throw new Problem('not-found');
      if (body === null) await clearHubPlacement(db, link_id);
      else await updateHubLink(db, link_id, placementColumns(link, body));
      const changed = await find();
      if (!changed) throw new Problem('not-found');
      return presentLink(changed);
    },
  };
}

type Placement = NonNullable<Parameters<Handlers<Routes['hub']>['place']>[0]['body']>;

function placementColumns(link: HubLinkRow, sent: Placement): Partial<HubLinkRow> {
  const { x, y, label, shape, size, opacity, outline } = sent;
  return {
    x,
    y,
    label: captionOf(link.label, label),
    shape: shape ?? link.shape,
    size: size ?? link.size,
    opacity: opacity ?? link.opacity,
    outline: outline ?? link.outline,
    overlayColor: sent.overlay_color === undefined ? link.overlayColor : sent.overlay_color,
    overlayIcon: sent.overlay_icon === undefined ? link.overlayIcon : sent.overlay_icon,
    backgroundColor: sent.background_color === undefined ? link.backgroundColor : sent.background_color,
    overlayShowState: sent.overlay_show_state ?? link.overlayShowState,
    overlayShowAge: sent.overlay_show_age ?? link.overlayShowAge,
  };
}
