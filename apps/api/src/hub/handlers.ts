import { type Routes, reasonBody } from '@holdfast/contract';
import {
  clearHubPlacement,
  findCamera,
  findVisibleCamera,
  type HubConfigRow,
  type HubLinkRow,
  listHubLinks,
  listVisibleEntityIds,
  updateHubConfig,
  updateHubLink,
} from '@holdfast/db';
import {
  badgeIconGroups,
  captionOf,
  deviceClassBadgeIcons,
  domainBadgeIcons,
  domainOf,
  hubRoleDomains,
  reasonCode,
  reasonText,
} from '@holdfast/domain';
import { checkHub, effectiveHub, parseHubUrl } from '@holdfast/hub';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { askHub } from './ask-hub.ts';
import { presentHub, presentLink, presentState } from './present.ts';
import { captureClasses, refuseBadLinks, replaceLinks } from './replace-links.ts';
import { readSavedHub } from './saved-hub.ts';

const TEST_LIMIT_MS = 8_000;
const linkableDomains: readonly string[] = Object.values(hubRoleDomains).flat();

type HubDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'outbound' | 'hubEnv' | 'hub'>;

export const hubHandlers = (deps: HubDeps): Handlers<Routes['hub']> => ({
  ...configHandlers(deps),
  ...stateHandlers(deps),
  ...linkHandlers(deps),
});

type Some<K extends keyof Routes['hub']> = Pick<Handlers<Routes['hub']>, K>;

function configHandlers({ db, secrets, outbound, hubEnv }: HubDeps): Some<'get' | 'update' | 'test'> {
  const show = async () => presentHub(effectiveHub(await readSavedHub({ db, secrets }), hubEnv));
  return {
    get: show,
    update: async ({ body: { token, enabled, certificate, base_url } }) => {
      const baseUrl = base_url == null ? base_url : requireHubUrl(base_url);
      const saved = await readSavedHub({ db, secrets });
      // A saved token belongs to the saved address.
      const isOther = baseUrl !== undefined && baseUrl !== saved.baseUrl;
      const sealed = token === undefined ? (isOther ? null : undefined) : token === null ? null : secrets.seal(token);
      const change: Partial<HubConfigRow> = {
        ...(enabled !== undefined && { enabled }),
        ...(baseUrl !== undefined && { baseUrl }),
        ...(certificate !== undefined ? { certificate } : isOther && { certificate: null }),
        ...(sealed !== undefined && { token: sealed }),
      };
      if (Object.keys(change).length > 0) await updateHubConfig(db, change);
      return show();
    },
    test: async ({ body: { token, certificate, base_url } }) => {
      const saved = await readSavedHub({ db, secrets });
      const current = effectiveHub(saved, hubEnv);
      const baseUrl = base_url == null ? current.baseUrl : requireHubUrl(base_url);
      const isOther = baseUrl !== current.baseUrl;
      if (baseUrl === null) throw invalidField('/base_url', reasonCode('required'));
      const usedToken = token ?? (isOther ? null : current.token);
      if (usedToken === null) throw invalidField('/token', reasonCode('hub-token-missing'));
      const usedCertificate = certificate === undefined ? (isOther ? null : current.certificate) : certificate;
      const result = await checkHub(
        { baseUrl, token: usedToken, certificate: usedCertificate },
        { outbound, signal: AbortSignal.timeout(TEST_LIMIT_MS) },
      );
      if (result.ok) return { ok: true, detail: 'The hub answers.', reason: null, certificate: null };
      const { reason, certificate: shown = null } = result;
      return { ok: false, detail: reasonText(reason), reason: reasonBody(reason), certificate: shown };
    },
  };
}

function requireHubUrl(text: string): string {
  const parsed = parseHubUrl(text);
  if (parsed.kind === 'refused') throw invalidField('/base_url', parsed.reason);
  return parsed.baseUrl;
}

function stateHandlers(deps: HubDeps): Some<'entities' | 'icons' | 'states'> {
  const { db, hub, hubEnv: env } = deps;
  return {
    entities: async ({ query }) => {
      const asked = await askHub({ ...deps, env });
      if (asked.kind === 'away') throw new Problem('hub-unreachable', { reason: asked.reason });
      const wanted = query.domain === undefined ? linkableDomains : [query.domain];
      const items = [...asked.entities]
        .filter(([entityId]) => wanted.includes(domainOf(entityId)))
        .map(([entity_id, { name, deviceClass, state }]) => ({ entity_id, name, device_class: deviceClass, state }))
        .sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1));
      return { items };
    },
    icons: async () => ({
      groups: Object.fromEntries(Object.entries(badgeIconGroups).map(([group, icons]) => [group, [...icons]])),
      by_device_class: deviceClassBadgeIcons,
      by_domain: domainBadgeIcons,
    }),
    states: async ({ caller }) => {
      const entityIds = await listVisibleEntityIds(db, caller.userId);
      // Nothing to look at: the hub is not asked.
      const view = entityIds.length === 0 ? undefined : await hub.look();
      const isCurrent = view?.health.kind === 'ok' || view?.health.kind === 'missed';
      return {
        fetched_at: view?.answeredMs == null ? null : new Date(view.answeredMs).toISOString(),
        stale: !isCurrent,
        states: entityIds.map((entityId) => {
          const { state, unit } = hub.stateOf(entityId);
          return presentState(entityId, state, unit);
        }),
      };
    },
  };
}

function linkHandlers(deps: HubDeps): Some<'links' | 'replaceLinks' | 'place'> {
  const { db } = deps;
  const linksOf = async (cameraId: string) => ({ items: (await listHubLinks(db, cameraId)).map(presentLink) });
  return {
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
