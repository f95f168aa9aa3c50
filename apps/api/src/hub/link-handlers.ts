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
    replaceLinks: async ({ params: { id }, body: { links }, note }) => {
      const camera = await findCamera(db, id);
      if (!camera) throw new Problem('not-found');
      const wanted = links.map(({ entity_id: entityId, role, device_class: deviceClass, label }) => ({
        entityId,
        role,
        deviceClass,
        label,
      }));
      refuseBadLinks(wanted);
      const complete = await captureClasses(deps, wanted, await listHubLinks(db, id));
      return db.transaction().execute(async (tx) => {
        const saved = await replaceLinks(tx, id, complete);
        await note(tx, { id, name: camera.name, cameraIds: [id], details: { entities: saved.map(entityIdOf) } });
        return { items: saved.map(presentLink) };
      });
    },
    place: ({ params: { id, link_id }, body, note }) =>
      db.transaction().execute(async (tx) => {
        const find = async () => (await listHubLinks(tx, id)).find((one) => one.id === link_id);
        const camera = await findCamera(tx, id);
        const link = camera && (await find());
        if (!link) throw new Problem('not-found');
        if (body === null) await clearHubPlacement(tx, link_id);
        else await updateHubLink(tx, link_id, placementColumns(link, body));
        const changed = await find();
        if (!changed) throw new Problem('not-found');
        await note(tx, { id, name: camera.name, cameraIds: [id], details: { entities: [link.entityId] } });
        return presentLink(changed);
      }),
  };
}

const entityIdOf = ({ entityId }: HubLinkRow): string => entityId;

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
