import type { Route } from '@holdfast/contract';
import { findDefaultPolicyId, findDefaultStorageId } from '@holdfast/db';
import {
  anHour,
  type Example,
  type Examples,
  enablePlateReading,
  finishedExport,
  fresh,
  newBookmark,
  newCamera,
  newChannel,
  newClip,
  newEntry,
  newExport,
  newGroup,
  newPolicy,
  newRead,
  newRole,
  newShare,
  newSnapshot,
  newUser,
  none,
  openedShare,
  UNKNOWN_ID,
} from './test-example-things.ts';
import { recorderBeats } from './test-recorder-beat.ts';

export const examples: Examples = {
  auth: {
    setup: none,
    // An administrator exists, so even a valid request is refused.
    bootstrap: () => ({ body: { username: fresh('first'), password: 'long enough' }, succeedsWith: 409 }),
    login: () => ({ body: { username: 'admin', password: 'correct horse' } }),
    refresh: none,
    logout: none,
    sessions: none,
    endSession: () => ({ params: { id: UNKNOWN_ID }, succeedsWith: 404 }),
  },
  me: {
    get: none,
    changePassword: () => ({
      body: { current_password: 'not this one', new_password: 'long enough' },
      succeedsWith: 403,
    }),
  },
  users: {
    list: none,
    create: async (installation) => ({
      body: { username: fresh('user'), password: 'long enough', role_id: await newRole(installation) },
    }),
    get: async (installation) => ({ params: { id: await newUser(installation) } }),
    update: async (installation) => ({
      params: { id: await newUser(installation) },
      body: { username: fresh('user') },
    }),
    remove: async (installation) => ({ params: { id: await newUser(installation) } }),
  },
  roles: {
    list: none,
    create: () => ({ body: { name: fresh('Role'), capabilities: ['playback'] } }),
    get: async (installation) => ({ params: { id: await newRole(installation) } }),
    update: async (installation) => ({ params: { id: await newRole(installation) }, body: { name: fresh('Role') } }),
    remove: async (installation) => ({ params: { id: await newRole(installation) } }),
  },
  cameras: {
    discover: none,
    // No camera is there; callers without access are refused before that matters.
    deviceStreams: () => ({
      body: { service_url: 'http://127.0.0.1:1/onvif/device_service', username: 'admin', password: 'x' },
      succeedsWith: 502,
    }),
    list: none,
    frame: (installation) => ({ params: { id: installation.cameraId }, succeedsWith: 502 }),
    listConfig: none,
    create: () => ({ body: { name: fresh('Camera'), main_url: 'rtsp://127.0.0.1:1/none' } }),
    test: () => ({ body: { url: 'rtsp://127.0.0.1:1/none' }, succeedsWith: 502 }),
    get: (installation) => ({ params: { id: installation.cameraId } }),
    update: async (installation) => ({
      params: { id: await newCamera(installation) },
      body: { name: fresh('Camera') },
    }),
    updateMany: async (installation) => ({
      body: { camera_ids: [await newCamera(installation)], settings: { enabled: false } },
    }),
    listRemoved: none,
    remove: async (installation) => ({ params: { id: await newCamera(installation) }, query: { footage: 'keep' } }),
    footage: (installation) => ({ params: { id: installation.cameraId } }),
    // No camera was removed here, so there is nothing to restore.
    restore: (installation) => ({ params: { id: installation.cameraId }, body: {}, succeedsWith: 404 }),
    getLpr: (installation) => ({ params: { id: installation.cameraId } }),
    updateLpr: (installation) => ({ params: { id: installation.cameraId }, body: { min_confidence: 0.5 } }),
  },
  policies: {
    list: none,
    create: () => ({ body: { name: fresh('Policy') } }),
    get: async (installation) => ({ params: { id: await findDefaultPolicyId(installation.test.db) } }),
    update: async (installation) => ({ params: { id: await newPolicy(installation) }, body: { mode: 'motion' } }),
    remove: async (installation) => ({ params: { id: await newPolicy(installation) } }),
    editForCamera: async (installation) => ({
      params: { id: await newCamera(installation) },
      body: { mode: 'motion' },
    }),
  },
  groups: {
    listVisible: none,
    list: none,
    create: () => ({ body: { name: fresh('Group') } }),
    update: async (installation) => ({ params: { id: await newGroup(installation) }, body: { name: fresh('Group') } }),
    remove: async (installation) => ({ params: { id: await newGroup(installation) } }),
    setMembers: async (installation) => ({
      params: { id: await newGroup(installation) },
      body: { camera_ids: [installation.cameraId] },
    }),
    setPolicy: async (installation) => ({ params: { id: await newGroup(installation) }, body: { policy_id: null } }),
  },
  settings: { get: none, update: () => ({ body: { clip_overview_seconds: 20 } }) },
  storages: {
    list: none,
    create: () => ({ body: { name: fresh('Storage'), path: '/nowhere/at/all' }, succeedsWith: 422 }),
    update: async (installation) => ({
      params: { id: await findDefaultStorageId(installation.test.db) },
      body: { name: fresh('Storage') },
    }),
    remove: async (installation) => ({
      params: { id: await findDefaultStorageId(installation.test.db) },
      succeedsWith: 409,
    }),
    acceptDisk: async (installation) => ({ params: { id: await findDefaultStorageId(installation.test.db) } }),
    resumePruning: async (installation) => ({ params: { id: await findDefaultStorageId(installation.test.db) } }),
  },
  lprConfig: {
    get: none,
    update: () => ({ body: { retention: 30 } }),
    rotateToken: () => ({}),
    workerConfig: none,
  },
  plates: {
    ingest: async (installation) => {
      await enablePlateReading(installation);
      const body = { camera_id: installation.cameraId, plate: fresh('READ'), confidence: 0.9 };
      return { body: { ...body, provider_event_id: fresh('event') } };
    },
    search: none,
    get: async (installation) => ({ params: { id: await newRead(installation) } }),
    activity: () => ({ query: { ...anHour, buckets: '60' } }),
    dossier: () => ({ query: { plate: 'ABC 1234' } }),
    crop: async (installation) => ({ params: { id: await newRead(installation) } }),
    storage: none,
  },
  watchlist: {
    list: none,
    create: () => ({ body: { plate: fresh('WATCH') } }),
    update: async (installation) => ({ params: { id: await newEntry(installation) }, body: { note: 'seen twice' } }),
    remove: async (installation) => ({ params: { id: await newEntry(installation) } }),
    exportCsv: none,
    importCsv: () => ({ body: `plate\n${fresh('WATCH')}\n`, headers: { 'content-type': 'text/csv' } }),
    preview: () => ({ body: { plate: 'ABC 1234', fuzz: 0.25 } }),
  },
  passes: {
    report: none,
    confirm: (installation) => ({
      body: { camera_id: installation.cameraId, bucket_ts: '2026-11-15T12:00:00.000Z', plate: 'ABC 1234' },
    }),
  },
  events: {
    snapshot: async (installation) => ({ params: { event_id: await newSnapshot(installation) } }),
    list: none,
    listSystem: none,
    unreadSystem: none,
    markSystemSeen: () => ({ body: {} }),
  },
  alerts: {
    listChannels: none,
    createChannel: () => ({
      body: { name: fresh('Channel'), kind: 'ntfy', target: 'gate', base_url: 'http://127.0.0.1:9' },
    }),
    getChannel: async (installation) => ({ params: { id: await newChannel(installation) } }),
    updateChannel: async (installation) => ({
      params: { id: await newChannel(installation) },
      body: { enabled: false },
    }),
    removeChannel: async (installation) => ({ params: { id: await newChannel(installation) } }),
    testChannel: async (installation) => ({ params: { id: await newChannel(installation) }, succeedsWith: 502 }),
    listRules: none,
    updateRule: () => ({ params: { event_key: 'low_disk' }, body: { enabled: false } }),
    getSnooze: none,
    updateSnooze: () => ({ body: { snoozed_until: null } }),
    log: none,
  },
  // A plain request is asked to upgrade to a WebSocket: it passed the guard.
  changes: {
    follow: () => ({ succeedsWith: 426 }),
  },
  live: {
    watch: (installation) => ({ params: { camera_id: installation.cameraId }, succeedsWith: 426 }),
    // Past the guard, where the offer is parsed first.
    offer: (installation) => ({
      params: { camera_id: installation.cameraId },
      headers: { 'content-type': 'application/sdp' },
      body: 'v=0',
      succeedsWith: 422,
    }),
    hangUp: (installation) => ({
      params: { camera_id: installation.cameraId, session_id: '00000000-0000-4000-8000-000000000000' },
      succeedsWith: 404,
    }),
  },
  playback: {
    playlist: (installation) => ({ params: { camera_id: installation.cameraId, start: '0', end: '9999999999999' } }),
    init: (installation) => ({ params: { camera_id: installation.cameraId, id: String(installation.segmentId) } }),
    media: (installation) => ({
      params: { camera_id: installation.cameraId, id: String(installation.segmentId) },
      query: { at: '0', n: '0' },
    }),
    segment: (installation) => ({ params: { id: String(installation.segmentId) } }),
    play: (installation) => ({ params: { camera_id: installation.cameraId }, query: { ts: '2026-01-01T00:00:00Z' } }),
  },
  mediaToken: { create: (installation) => ({ query: { camera_id: installation.cameraId } }) },
  timeline: {
    get: (installation) => ({ query: { camera_ids: installation.cameraId, ...anHour } }),
    activity: (installation) => ({ query: { camera_ids: installation.cameraId, ...anHour, buckets: '60' } }),
    marks: (installation) => ({ query: { camera_ids: installation.cameraId, ...anHour, parts: '60' } }),
  },
  motion: {
    grid: (installation) => ({ params: { id: installation.cameraId } }),
    search: (installation) => ({ query: { camera_id: installation.cameraId, ...anHour, box: '0,0,1,1' } }),
    record: async (installation) => {
      await installation.test.db.deleteFrom('recordRequest').execute();
      return { params: { id: installation.cameraId }, body: { seconds: 1 } };
    },
  },
  detector: {
    get: none,
    update: () => ({ body: { min_score: 0.5 } }),
    test: () => ({ body: {} }),
  },
  hub: {
    get: none,
    update: () => ({ body: { enabled: false } }),
    test: () => ({ body: { base_url: 'http://127.0.0.1:9', token: 'none' } }),
    // No hub is set up.
    entities: () => ({ succeedsWith: 502 }),
    icons: none,
    states: none,
    history: (installation) => ({ query: { camera_id: installation.cameraId, ...anHour } }),
    allLinks: none,
    links: (installation) => ({ params: { id: installation.cameraId } }),
    replaceLinks: (installation) => ({ params: { id: installation.cameraId }, body: { links: [] } }),
    place: async (installation) => {
      const id = await newCamera(installation);
      const { body } = await installation.test.call('PUT', `/cameras/${id}/hub/links`, {
        token: installation.admin,
        body: { links: [{ entity_id: 'light.yard', role: 'control' }] },
      });
      return { params: { id, link_id: body.items[0].id }, body: { x: 0.5, y: 0.5 } };
    },
  },
  hubOffer: { get: none, update: () => ({ body: { enabled: false } }) },
  exports: {
    create: (installation) => ({ body: { camera_ids: [installation.cameraId], ...anHour } }),
    list: none,
    verifier: none,
    get: async (installation) => ({ params: { id: await finishedExport(installation) } }),
    remove: async (installation) => ({ params: { id: await newExport(installation) } }),
    link: async (installation) => ({ params: { id: await finishedExport(installation) } }),
    file: async (installation) => ({ params: { id: await finishedExport(installation) } }),
    manifest: async (installation) => ({ params: { id: await finishedExport(installation) } }),
    signingKey: none,
  },
  shares: {
    create: async (installation) => {
      await newShare(installation);
      return { body: { kind: 'export', id: await finishedExport(installation) } };
    },
    list: none,
    revoke: async (installation) => ({ params: { id: (await newShare(installation)).id } }),
    openings: async (installation) => ({ params: { id: (await newShare(installation)).id } }),
    page: none,
    open: async (installation) => ({ body: { token: (await newShare(installation)).token } }),
    video: openedShare,
    download: openedShare,
  },
  bookmarks: {
    list: none,
    create: (installation) => ({ body: { camera_id: installation.cameraId, label: fresh('Bookmark'), ...anHour } }),
    get: async (installation) => ({ params: { id: await newBookmark(installation) } }),
    footage: async (installation) => ({ params: { id: await newBookmark(installation) } }),
    update: async (installation) => ({
      params: { id: await newBookmark(installation) },
      body: { label: fresh('Bookmark') },
    }),
    remove: async (installation) => ({ params: { id: await newBookmark(installation) } }),
  },
  previews: {
    get: ({ cameraId }) => ({ params: { id: cameraId }, query: { ts: anHour.start } }),
    sprite: ({ cameraId }) => ({ params: { id: cameraId }, query: { ...anHour, count: '10' } }),
  },
  clips: {
    list: none,
    choices: none,
    unviewed: none,
    markAllViewed: () => ({ body: { viewed_until: new Date(0).toISOString() } }),
    video: async (installation) => ({ params: { clip_id: await newClip(installation) } }),
    thumbnail: async (installation) => ({ params: { clip_id: await newClip(installation) } }),
    gif: async (installation) => ({ params: { clip_id: await newClip(installation) } }),
    webp: async (installation) => ({ params: { clip_id: await newClip(installation) } }),
    markViewed: async (installation) => ({ body: { ids: [await newClip(installation)] } }),
  },
  // Views are private, so another user's does not exist, not even for an administrator.
  views: {
    list: none,
    create: (installation) => ({ body: { name: fresh('View'), layout: 'auto', camera_ids: [installation.cameraId] } }),
    update: () => ({ params: { id: UNKNOWN_ID }, body: { name: fresh('View') }, succeedsWith: 404 }),
    remove: () => ({ params: { id: UNKNOWN_ID }, succeedsWith: 404 }),
  },
  status: { get: none, storageStats: none },
  machineHistory: { get: () => ({ query: { range: 'day' } }) },
  warnings: { list: none },
  supportBundle: { get: none },
  backups: { get: none, update: () => ({ body: { keep: 5 } }), start: none },
  recorderRestart: {
    get: none,
    request: async ({ test: { db, clock } }) => {
      await recorderBeats({ db, clock });
      return {};
    },
  },
  restream: { get: none, rotate: none },
  audit: { list: none, exportCsv: none },
  system: { openapi: none, version: none, health: none, metrics: none },
  // The server of these tests has no certificate of its own.
  trust: { page: () => ({ succeedsWith: 404 }), certificate: () => ({ succeedsWith: 404 }) },
};

export function urlOf({ path }: Route, { params = {}, query = {} }: Example): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
