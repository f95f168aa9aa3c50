import type { Route, Routes } from '@holdfast/contract';
import { findDefaultPolicyId, findDefaultStorageId } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';
import { jpegOf } from '@holdfast/testkit';
import { createIngester } from './plates/ingest-plate-read.ts';
import { readEventOf } from './plates/read-event.ts';
import type { TestApp } from './test-app.ts';

/** A request with which an entitled caller succeeds. Created for every call, because many of them consume something. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** If success is not the route's own status: an offline camera answers 502. */
  succeedsWith?: number;
}

type Made = Example | Promise<Example>;
export type Examples = { [F in keyof Routes]: { [N in keyof Routes[F]]: (house: House) => Made } };

/** What examples are built from: a running server, an administrator, and one camera that the scoped user may see. */
export interface House {
  test: TestApp;
  admin: string;
  /** Has every capability but `admin`, and sees the camera. */
  capable: string;
  cameraId: string;
  /** Footage of that camera. */
  segmentId: number;
}

const anHour = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-01T01:00:00.000Z' };
const NOBODYS = '00000000-0000-4000-8000-000000000000';
let counter = 0;
const fresh = (prefix: string) => `${prefix} ${++counter}`;
const none = (): Example => ({});

async function created(house: House, path: string, body: unknown, token = house.admin): Promise<string> {
  const reply = await house.test.call('POST', path, { token, body });
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body.id as string;
}

const newCamera = (house: House) =>
  created(house, '/config/cameras', { name: fresh('Camera'), main_url: 'rtsp://127.0.0.1:1/none' });
const newRole = (house: House) => created(house, '/config/roles', { name: fresh('Role'), capabilities: [] });
const newUser = async (house: House) =>
  created(house, '/config/users', { username: fresh('user'), password: 'long enough', role_id: await newRole(house) });
const newPolicy = (house: House) => created(house, '/config/policies', { name: fresh('Policy') });
// Created by a user who is not an administrator, who may only change their own.
const newBookmark = (house: House) =>
  created(house, '/bookmarks', { camera_id: house.cameraId, label: fresh('Bookmark'), ...anHour }, house.capable);
const newGroup = (house: House) => created(house, '/config/groups', { name: fresh('Group') });

const newEntry = (house: House) =>
  created(house, '/lpr/watchlist', { plate: fresh('WATCH'), kind: 'watch', notify: false });
const newChannel = (house: House) =>
  created(house, '/config/notifications/channels', {
    name: fresh('Channel'),
    kind: 'webhook',
    base_url: 'http://127.0.0.1:1/none',
  });
async function letWorkerRead({ test, admin, cameraId }: House): Promise<void> {
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
  await test.call('PUT', `/config/cameras/${cameraId}/lpr`, { token: admin, body: { engine: 'both' } });
}

async function newRead(house: House): Promise<string> {
  await letWorkerRead(house);
  const body = {
    camera_id: house.cameraId,
    plate: fresh('READ'),
    confidence: 0.9,
    provider_event_id: fresh('event'),
    crop_jpeg: jpegOf({ width: 64, height: 16 }).toString('base64'),
  };
  const { test } = house;
  const outcome = await createIngester({ ...test, log: test.app.log as Logger })(readEventOf(body, test.clock.now()));
  if (outcome.kind !== 'stored') throw new Error(`the read was not stored: ${outcome.kind}`);
  return outcome.id;
}

async function newExport(house: House): Promise<string> {
  const { test, capable: token, cameraId } = house;
  const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
  const order = () => test.call('POST', '/exports', { token, body: { camera_ids: [cameraId], ...anHour } });
  let made = await order();
  // Other jobs of the tests may be queued before it.
  for (; made.body.type === '/problems/exports-full'; made = await order()) await moment();
  const { id } = made.body;
  for (;;) {
    const { state } = (await test.call('GET', `/exports/${id}`, { token })).body;
    if (state === 'done') return id;
    if (state !== 'queued' && state !== 'running') throw new Error(`the export is ${state}`);
    await moment();
  }
}

// Downloads consume nothing, so one finished export serves all of them.
const finishedExports = new WeakMap<House, Promise<string>>();
function finishedExport(house: House): Promise<string> {
  const made = finishedExports.get(house) ?? newExport(house);
  finishedExports.set(house, made);
  return made;
}

/** Exhaustive by type: a route without an example does not compile, so every route is tested. */
export const examples: Examples = {
  auth: {
    setup: none,
    // An administrator exists, so even a valid request is refused.
    bootstrap: () => ({ body: { username: fresh('first'), password: 'long enough' }, succeedsWith: 409 }),
    login: () => ({ body: { username: 'admin', password: 'correct horse' } }),
    refresh: none,
    logout: none,
    sessions: none,
    endSession: () => ({ params: { id: NOBODYS }, succeedsWith: 404 }),
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
    create: async (house) => ({
      body: { username: fresh('user'), password: 'long enough', role_id: await newRole(house) },
    }),
    get: async (house) => ({ params: { id: await newUser(house) } }),
    update: async (house) => ({ params: { id: await newUser(house) }, body: { username: fresh('user') } }),
    remove: async (house) => ({ params: { id: await newUser(house) } }),
  },
  roles: {
    list: none,
    create: () => ({ body: { name: fresh('Role'), capabilities: ['playback'] } }),
    get: async (house) => ({ params: { id: await newRole(house) } }),
    update: async (house) => ({ params: { id: await newRole(house) }, body: { name: fresh('Role') } }),
    remove: async (house) => ({ params: { id: await newRole(house) } }),
  },
  cameras: {
    discover: none,
    // No camera is there; callers without access are refused before that matters.
    deviceStreams: () => ({
      body: { service_url: 'http://127.0.0.1:1/onvif/device_service', username: 'admin', password: 'x' },
      succeedsWith: 502,
    }),
    list: none,
    frame: (house) => ({ params: { id: house.cameraId }, succeedsWith: 502 }),
    listConfig: none,
    create: () => ({ body: { name: fresh('Camera'), main_url: 'rtsp://127.0.0.1:1/none' } }),
    test: () => ({ body: { url: 'rtsp://127.0.0.1:1/none' }, succeedsWith: 502 }),
    get: (house) => ({ params: { id: house.cameraId } }),
    update: async (house) => ({ params: { id: await newCamera(house) }, body: { name: fresh('Camera') } }),
    listRemoved: none,
    remove: async (house) => ({ params: { id: await newCamera(house) }, query: { footage: 'keep' } }),
    footage: (house) => ({ params: { id: house.cameraId } }),
    // No camera was removed here, so there is nothing to restore.
    restore: (house) => ({ params: { id: house.cameraId }, body: {}, succeedsWith: 404 }),
    getLpr: (house) => ({ params: { id: house.cameraId } }),
    updateLpr: (house) => ({ params: { id: house.cameraId }, body: { min_confidence: 0.5 } }),
  },
  policies: {
    list: none,
    create: () => ({ body: { name: fresh('Policy') } }),
    get: async (house) => ({ params: { id: await findDefaultPolicyId(house.test.db) } }),
    update: async (house) => ({ params: { id: await newPolicy(house) }, body: { mode: 'motion' } }),
    remove: async (house) => ({ params: { id: await newPolicy(house) } }),
    editForCamera: async (house) => ({ params: { id: await newCamera(house) }, body: { mode: 'motion' } }),
  },
  groups: {
    list: none,
    create: () => ({ body: { name: fresh('Group') } }),
    update: async (house) => ({ params: { id: await newGroup(house) }, body: { name: fresh('Group') } }),
    remove: async (house) => ({ params: { id: await newGroup(house) } }),
    setMembers: async (house) => ({ params: { id: await newGroup(house) }, body: { camera_ids: [house.cameraId] } }),
    setPolicy: async (house) => ({ params: { id: await newGroup(house) }, body: { policy_id: null } }),
  },
  settings: { get: none, update: () => ({ body: { clip_overview_seconds: 20 } }) },
  storages: {
    list: none,
    create: () => ({ body: { name: fresh('Storage'), path: '/nowhere/at/all' }, succeedsWith: 422 }),
    update: async (house) => ({
      params: { id: await findDefaultStorageId(house.test.db) },
      body: { name: fresh('Storage') },
    }),
    remove: async (house) => ({ params: { id: await findDefaultStorageId(house.test.db) }, succeedsWith: 409 }),
    acceptDisk: async (house) => ({ params: { id: await findDefaultStorageId(house.test.db) } }),
    resumePruning: async (house) => ({ params: { id: await findDefaultStorageId(house.test.db) } }),
  },
  lprConfig: {
    get: none,
    update: () => ({ body: { retention: 30 } }),
    rotateToken: () => ({}),
    workerConfig: none,
  },
  plates: {
    ingest: async (house) => {
      await letWorkerRead(house);
      const body = { camera_id: house.cameraId, plate: fresh('READ'), confidence: 0.9 };
      return { body: { ...body, provider_event_id: fresh('event') } };
    },
    search: none,
    crop: async (house) => ({ params: { id: await newRead(house) } }),
    storage: none,
  },
  watchlist: {
    list: none,
    create: () => ({ body: { plate: fresh('WATCH') } }),
    update: async (house) => ({ params: { id: await newEntry(house) }, body: { note: 'seen twice' } }),
    remove: async (house) => ({ params: { id: await newEntry(house) } }),
    preview: () => ({ body: { plate: 'ABC 1234', fuzz: 0.25 } }),
  },
  passes: {
    report: none,
    confirm: (house) => ({
      body: { camera_id: house.cameraId, bucket_ts: '2026-11-15T12:00:00.000Z', plate: 'ABC 1234' },
    }),
  },
  events: { list: none, listSystem: none, unreadSystem: none, markSystemSeen: () => ({ body: {} }) },
  alerts: {
    listChannels: none,
    createChannel: () => ({ body: { name: fresh('Channel'), kind: 'ntfy', target: 'gate' } }),
    getChannel: async (house) => ({ params: { id: await newChannel(house) } }),
    updateChannel: async (house) => ({ params: { id: await newChannel(house) }, body: { enabled: false } }),
    removeChannel: async (house) => ({ params: { id: await newChannel(house) } }),
    testChannel: async (house) => ({ params: { id: await newChannel(house) }, succeedsWith: 502 }),
    listRules: none,
    updateRule: () => ({ params: { event_key: 'low_disk' }, body: { enabled: false } }),
    log: none,
  },
  // A plain request is asked to upgrade to a WebSocket: it passed the guard.
  changes: {
    follow: () => ({ succeedsWith: 426 }),
  },
  live: {
    watch: (house) => ({ params: { camera_id: house.cameraId }, succeedsWith: 426 }),
    // Past the guard, where the offer is parsed first.
    offer: (house) => ({
      params: { camera_id: house.cameraId },
      headers: { 'content-type': 'application/sdp' },
      body: 'v=0',
      succeedsWith: 422,
    }),
    hangUp: (house) => ({
      params: { camera_id: house.cameraId, session_id: '00000000-0000-4000-8000-000000000000' },
      succeedsWith: 404,
    }),
  },
  playback: {
    playlist: (house) => ({ params: { camera_id: house.cameraId, start: '0', end: '9999999999999' } }),
    init: (house) => ({ params: { camera_id: house.cameraId, id: String(house.segmentId) } }),
    media: (house) => ({
      params: { camera_id: house.cameraId, id: String(house.segmentId) },
      query: { at: '0', n: '0' },
    }),
    segment: (house) => ({ params: { id: String(house.segmentId) } }),
    play: (house) => ({ params: { camera_id: house.cameraId }, query: { ts: '2026-01-01T00:00:00Z' } }),
  },
  mediaToken: { create: (house) => ({ query: { camera_id: house.cameraId } }) },
  timeline: {
    get: (house) => ({ query: { camera_ids: house.cameraId, ...anHour } }),
    activity: (house) => ({ query: { camera_ids: house.cameraId, ...anHour, buckets: '60' } }),
  },
  motion: {
    grid: (house) => ({ params: { id: house.cameraId } }),
    search: (house) => ({ query: { camera_id: house.cameraId, ...anHour, box: '0,0,1,1' } }),
    record: async (house) => {
      await house.test.db.deleteFrom('recordRequest').execute();
      return { params: { id: house.cameraId }, body: { seconds: 1 } };
    },
  },
  detector: {
    get: none,
    update: () => ({ body: { min_score: 0.5 } }),
    test: () => ({ body: {} }),
  },
  exports: {
    create: (house) => ({ body: { camera_ids: [house.cameraId], ...anHour } }),
    list: none,
    verifier: none,
    get: async (house) => ({ params: { id: await finishedExport(house) } }),
    remove: async (house) => ({ params: { id: await newExport(house) } }),
    link: async (house) => ({ params: { id: await finishedExport(house) } }),
    file: async (house) => ({ params: { id: await finishedExport(house) } }),
    manifest: async (house) => ({ params: { id: await finishedExport(house) } }),
    signingKey: none,
  },
  bookmarks: {
    list: none,
    create: (house) => ({ body: { camera_id: house.cameraId, label: fresh('Bookmark'), ...anHour } }),
    get: async (house) => ({ params: { id: await newBookmark(house) } }),
    footage: async (house) => ({ params: { id: await newBookmark(house) } }),
    update: async (house) => ({ params: { id: await newBookmark(house) }, body: { label: fresh('Bookmark') } }),
    remove: async (house) => ({ params: { id: await newBookmark(house) } }),
  },
  // Views are private, so another user's does not exist, not even for an administrator.
  views: {
    list: none,
    create: (house) => ({ body: { name: fresh('View'), layout: 'auto', camera_ids: [house.cameraId] } }),
    update: () => ({ params: { id: NOBODYS }, body: { name: fresh('View') }, succeedsWith: 404 }),
    remove: () => ({ params: { id: NOBODYS }, succeedsWith: 404 }),
  },
  status: { get: none, storageStats: none },
  restream: { get: none, rotate: none },
  system: { openapi: none, version: none, health: none, metrics: none },
};

export function urlOf({ path }: Route, { params = {}, query = {} }: Example): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
