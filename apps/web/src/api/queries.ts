import type { HistoryRange } from '@holdfast/domain';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { inNaturalOrder, statusInOrder } from './natural-order.ts';

const byName = async <T extends { name: string } | { username: string }>(
  reply: Promise<{ items: T[] }>,
): Promise<T[]> => inNaturalOrder((await reply).items);
const items = async <T>(reply: Promise<{ items: T[] }>): Promise<T[]> => (await reply).items;

interface PageReply<T> {
  items: T[];
  next_cursor: string | null;
}

/** Defined once, because the query cache runs the same function again only when the pages have changed. */
function allItems<T>({ pages: fetched }: { pages: PageReply<T>[] }): T[] {
  return fetched.flatMap(({ items: some }) => some);
}

/** A paged list, flattened to one list of all fetched pages. */
export const pages = <T>(
  queryKey: readonly unknown[],
  ask: (page: { cursor?: string }, signal: AbortSignal) => Promise<PageReply<T>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: allItems<T>,
  });

type ClipQuery = NonNullable<NonNullable<Parameters<typeof api.clips.list>[0]>['query']>;
export type ClipFilter = Omit<ClipQuery, 'limit' | 'cursor' | 'ids'>;
type ClipPage = Awaited<ReturnType<typeof api.clips.list>>;
export type Clip = ClipPage['clips'][number];
const CLIPS_PER_PAGE = 100;
/** Defined once, because the query cache runs the same function again only when the pages have changed. */
const allClips = ({ pages: fetched }: { pages: ClipPage[] }): Clip[] => fetched.flatMap(({ clips }) => clips);

type SystemEventQuery = NonNullable<NonNullable<Parameters<typeof api.events.listSystem>[0]>['query']>;

export type AuditFilter = NonNullable<NonNullable<Parameters<typeof api.audit.exportCsv>[0]>['query']>;
export type AuditEntry = Awaited<ReturnType<typeof api.audit.list>>['items'][number];

type AlertLogQuery = NonNullable<NonNullable<Parameters<typeof api.alerts.log>[0]>['query']>;

/** Polling for networks that block WebSockets; otherwise changes are pushed (`useChanges`). */
export const SAFETY_NET_MS = 30_000;

/** All queries of the screens, by name. */
export const queries = {
  setup: queryOptions({ queryKey: ['setup'], queryFn: () => api.auth.setup(), staleTime: Number.POSITIVE_INFINITY }),
  me: queryOptions({ queryKey: ['me'], queryFn: () => api.me.get(), refetchInterval: 30_000 }),
  sessions: queryOptions({ queryKey: ['sessions'], queryFn: () => items(api.auth.sessions()) }),
  cameras: queryOptions({ queryKey: ['cameras'], queryFn: () => byName(api.cameras.list()) }),
  removedCameras: queryOptions({ queryKey: ['removed-cameras'], queryFn: () => byName(api.cameras.listRemoved()) }),
  cameraFootage: (id: string) =>
    queryOptions({ queryKey: ['camera-footage', id], queryFn: () => api.cameras.footage({ params: { id } }) }),
  cameraConfigs: queryOptions({ queryKey: ['config', 'cameras'], queryFn: () => byName(api.cameras.listConfig()) }),
  bookmarks: (camera_ids: string[]) =>
    pages(['bookmarks', camera_ids], (page) =>
      api.bookmarks.list({ query: { ...page, ...(camera_ids.length > 0 && { camera_ids }), limit: 60 } }),
    ),
  bookmarkFootage: (id: string) =>
    queryOptions({
      queryKey: ['bookmark-footage', id],
      queryFn: () => api.bookmarks.footage({ params: { id } }),
      staleTime: 60_000,
    }),
  signingKey: queryOptions({
    queryKey: ['signing-key'],
    queryFn: () => api.exports.signingKey(),
    staleTime: Number.POSITIVE_INFINITY,
  }),
  exports: pages(['exports'], (page) => api.exports.list({ query: { ...page, limit: 60 } })),
  shares: pages(['shares'], (page) => api.shares.list({ query: { ...page, limit: 60 } })),
  shareOpenings: (id: string) =>
    queryOptions({ queryKey: ['share-openings', id], queryFn: () => items(api.shares.openings({ params: { id } })) }),
  /** Whether links can be made. */
  sharing: queryOptions({
    queryKey: ['sharing'],
    queryFn: async () => (await api.shares.list({ query: { limit: 1 } })).enabled,
    staleTime: 60_000,
  }),
  systemEvents: (filter: Pick<SystemEventQuery, 'camera_ids' | 'event_keys'>) =>
    pages(['system-events', filter], (page) => api.events.listSystem({ query: { ...page, ...filter, limit: 60 } })),
  /** Not refetched as a whole: changes are put into the loaded pages (`refreshClips`). */
  clips: (filter: ClipFilter) =>
    infiniteQueryOptions({
      queryKey: ['clips', filter],
      queryFn: ({ pageParam }) =>
        api.clips.list({ query: { ...filter, limit: CLIPS_PER_PAGE, ...(pageParam !== '' && { cursor: pageParam }) } }),
      initialPageParam: '',
      getNextPageParam: ({ next_cursor }) => next_cursor,
      select: allClips,
      staleTime: Number.POSITIVE_INFINITY,
      // Comparing ten thousand clips field by field with themselves takes longer than a frame.
      structuralSharing: false,
    }),
  /** Null if it does not exist for the user. */
  clip: (id: string) =>
    queryOptions({
      queryKey: ['clip', id],
      queryFn: async () => (await api.clips.list({ query: { ids: [id] } })).clips[0] ?? null,
    }),
  clipChoices: queryOptions({
    queryKey: ['clip-choices'],
    queryFn: () => api.clips.choices(),
    staleTime: 60_000,
  }),
  unviewedClips: queryOptions({
    queryKey: ['unviewed-clips'],
    queryFn: () => api.clips.unviewed(),
    refetchInterval: SAFETY_NET_MS,
  }),
  unreadEvents: queryOptions({
    queryKey: ['unread-events'],
    queryFn: () => api.events.unreadSystem(),
    refetchInterval: SAFETY_NET_MS,
  }),
  status: queryOptions({
    queryKey: ['status'],
    queryFn: async () => statusInOrder(await api.status.get()),
    refetchInterval: SAFETY_NET_MS,
  }),
  machineHistory: (range: HistoryRange) =>
    queryOptions({
      queryKey: ['machine-history', range],
      queryFn: () => api.machineHistory.get({ query: { range } }),
      refetchInterval: range === 'hour' ? 10_000 : 60_000,
    }),
  backups: queryOptions({
    queryKey: ['config', 'backups'],
    queryFn: () => api.backups.get(),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.ended_at === null ? 1_000 : SAFETY_NET_MS),
  }),
  recorderRestart: queryOptions({
    queryKey: ['recorder-restart'],
    queryFn: () => api.recorderRestart.get(),
    refetchInterval: ({ state }) => (state.data?.pending ? 1_000 : SAFETY_NET_MS),
  }),
  warnings: queryOptions({
    queryKey: ['warnings'],
    queryFn: () => items(api.warnings.list()),
    refetchInterval: 10_000,
  }),
  views: queryOptions({ queryKey: ['views'], queryFn: () => byName(api.views.list()) }),
  storageStats: queryOptions({ queryKey: ['storage-stats'], queryFn: () => api.status.storageStats() }),
  policies: queryOptions({ queryKey: ['config', 'policies'], queryFn: () => byName(api.policies.list()) }),
  /** With only the cameras that the user may see. */
  visibleGroups: queryOptions({
    queryKey: ['groups'],
    queryFn: () => byName(api.groups.listVisible()),
    refetchInterval: SAFETY_NET_MS,
  }),
  groups: queryOptions({ queryKey: ['config', 'groups'], queryFn: () => byName(api.groups.list()) }),
  users: queryOptions({ queryKey: ['config', 'users'], queryFn: () => byName(api.users.list()) }),
  roles: queryOptions({ queryKey: ['config', 'roles'], queryFn: () => byName(api.roles.list()) }),
  storages: queryOptions({ queryKey: ['config', 'storages'], queryFn: () => byName(api.storages.list()) }),
  settings: queryOptions({ queryKey: ['config', 'settings'], queryFn: () => api.settings.get() }),
  lprConfig: queryOptions({ queryKey: ['config', 'lpr'], queryFn: () => api.lprConfig.get() }),
  detector: queryOptions({ queryKey: ['config', 'detector'], queryFn: () => api.detector.get() }),
  alertChannels: queryOptions({
    queryKey: ['config', 'alert-channels'],
    queryFn: () => byName(api.alerts.listChannels()),
  }),
  alertRules: queryOptions({ queryKey: ['config', 'alert-rules'], queryFn: () => items(api.alerts.listRules()) }),
  alertSnooze: queryOptions({ queryKey: ['config', 'alert-snooze'], queryFn: () => api.alerts.getSnooze() }),
  alertLog: (filter: Pick<AlertLogQuery, 'channel_id' | 'state'>) =>
    pages(['alert-log', filter], (page) => api.alerts.log({ query: { ...page, ...filter, limit: 60 } })),
  audit: (filter: AuditFilter) =>
    pages(['audit', filter], (page) => api.audit.list({ query: { ...page, ...filter, limit: 60 } })),
  hub: queryOptions({ queryKey: ['config', 'hub'], queryFn: () => api.hub.get() }),
  hubLinks: queryOptions({
    queryKey: ['hub-links'],
    queryFn: () => items(api.hub.allLinks()),
    staleTime: SAFETY_NET_MS,
    refetchInterval: SAFETY_NET_MS,
  }),
  cameraHubLinks: (id: string) =>
    queryOptions({ queryKey: ['hub-links', id], queryFn: () => items(api.hub.links({ params: { id } })) }),
  hubEntities: queryOptions({
    queryKey: ['hub-entities'],
    queryFn: () => items(api.hub.entities()),
    staleTime: SAFETY_NET_MS,
    retry: false,
  }),
  hubOffer: queryOptions({ queryKey: ['config', 'hub-offer'], queryFn: () => api.hubOffer.get() }),
  restream: queryOptions({ queryKey: ['config', 'restream'], queryFn: () => api.restream.get() }),
  health: queryOptions({ queryKey: ['health'], queryFn: () => api.system.health(), refetchInterval: SAFETY_NET_MS }),
  version: queryOptions({ queryKey: ['version'], queryFn: () => api.system.version() }),
};

export type CameraConfig = Awaited<ReturnType<typeof api.cameras.get>>;
export type Camera = Awaited<ReturnType<typeof api.cameras.list>>['items'][number];
export type VisibleGroup = Awaited<ReturnType<typeof api.groups.listVisible>>['items'][number];
export type CameraGroup = Awaited<ReturnType<typeof api.groups.list>>['items'][number];
export type RemovedCamera = Awaited<ReturnType<typeof api.cameras.listRemoved>>['items'][number];
export type CameraProbe = Awaited<ReturnType<typeof api.cameras.test>>;
export type Policy = Awaited<ReturnType<typeof api.policies.get>>;
export type User = Awaited<ReturnType<typeof api.users.get>>;
export type Role = Awaited<ReturnType<typeof api.roles.get>>;
export type Storage = Awaited<ReturnType<typeof api.storages.list>>['items'][number];
export type Me = Awaited<ReturnType<typeof api.me.get>>;
export type Bookmark = Awaited<ReturnType<typeof api.bookmarks.get>>;
export type FootageExport = Awaited<ReturnType<typeof api.exports.get>>;
export type Share = Awaited<ReturnType<typeof api.shares.list>>['items'][number];
export type SystemEvent = Awaited<ReturnType<typeof api.events.listSystem>>['items'][number];
export type Status = Awaited<ReturnType<typeof api.status.get>>;
export type StorageStats = Awaited<ReturnType<typeof api.status.storageStats>>;
export type MachineHistory = Awaited<ReturnType<typeof api.machineHistory.get>>;
export type Backups = Awaited<ReturnType<typeof api.backups.get>>;
export type LoggedWarning = Awaited<ReturnType<typeof api.warnings.list>>['items'][number];
export type View = Awaited<ReturnType<typeof api.views.list>>['items'][number];
export type AlertChannel = Awaited<ReturnType<typeof api.alerts.getChannel>>;
export type AlertRule = Awaited<ReturnType<typeof api.alerts.listRules>>['items'][number];
export type AlertDelivery = Awaited<ReturnType<typeof api.alerts.log>>['items'][number];
export type HubConfig = Awaited<ReturnType<typeof api.hub.get>>;
export type HubState = Awaited<ReturnType<typeof api.hub.states>>['states'][number];
export type HubHistory = Awaited<ReturnType<typeof api.hub.history>>;
export type HubSpan = HubHistory['items'][number];
export type HubEntity = Awaited<ReturnType<typeof api.hub.entities>>['items'][number];
export type HubLink = Awaited<ReturnType<typeof api.hub.links>>['items'][number];
export type BadgePlacement = NonNullable<HubLink['placement']>;
/** A link that has a badge on the picture. */
export type PlacedLink = HubLink & { placement: BadgePlacement };
export type DetectorConfig = Awaited<ReturnType<typeof api.detector.get>>;
export type HubOffer = Awaited<ReturnType<typeof api.hubOffer.get>>;
export type Restream = Awaited<ReturnType<typeof api.restream.get>>;
export type FoundDevice = Awaited<ReturnType<typeof api.cameras.discover>>['items'][number];
export type DeviceStream = Awaited<ReturnType<typeof api.cameras.deviceStreams>>['items'][number];
