import type { Routes } from '@holdfast/contract';
import type { Logger } from '@holdfast/kit';
import { jpegOf } from '@holdfast/testkit';
import { addEvent } from './clips/test-clips.ts';
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
export type Examples = { [F in keyof Routes]: { [N in keyof Routes[F]]: (installation: Installation) => Made } };

/** The base of examples: a running server, an administrator, and one camera that the scoped user may see. */
export interface Installation {
  test: TestApp;
  admin: string;
  /** Has every capability but `admin`, and sees the camera. */
  capable: string;
  cameraId: string;
  /** Footage of that camera. */
  segmentId: number;
}

export const anHour = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-01T01:00:00.000Z' };
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
let counter = 0;
export const fresh = (prefix: string) => `${prefix} ${++counter}`;
export const none = (): Example => ({});

async function created(
  installation: Installation,
  path: string,
  body: unknown,
  token = installation.admin,
): Promise<string> {
  const reply = await installation.test.call('POST', path, { token, body });
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body.id as string;
}

export const newCamera = (installation: Installation) =>
  created(installation, '/config/cameras', { name: fresh('Camera'), main_url: 'rtsp://127.0.0.1:1/none' });
export const newRole = (installation: Installation) =>
  created(installation, '/config/roles', { name: fresh('Role'), capabilities: [] });
export const newUser = async (installation: Installation) =>
  created(installation, '/config/users', {
    username: fresh('user'),
    password: 'long enough',
    role_id: await newRole(installation),
  });
export const newPolicy = (installation: Installation) =>
  created(installation, '/config/policies', { name: fresh('Policy') });
// Created by a user who is not an administrator, who may only change their own.
export const newBookmark = (installation: Installation) =>
  created(
    installation,
    '/bookmarks',
    { camera_id: installation.cameraId, label: fresh('Bookmark'), ...anHour },
    installation.capable,
  );
export const newGroup = (installation: Installation) =>
  created(installation, '/config/groups', { name: fresh('Group') });

export const newEntry = (installation: Installation) =>
  created(installation, '/lpr/watchlist', { plate: fresh('WATCH'), kind: 'watch', notify: false });
export const newChannel = (installation: Installation) =>
  created(installation, '/config/notifications/channels', {
    name: fresh('Channel'),
    kind: 'webhook',
    base_url: 'http://127.0.0.1:1/none',
  });
export async function enablePlateReading({ test, admin, cameraId }: Installation): Promise<void> {
  await test.call('PUT', '/config/lpr', { token: admin, body: { enabled: true } });
  await test.call('PUT', `/config/cameras/${cameraId}/lpr`, { token: admin, body: { engine: 'both' } });
}

export async function newRead(installation: Installation): Promise<string> {
  await enablePlateReading(installation);
  const body = {
    camera_id: installation.cameraId,
    plate: fresh('READ'),
    confidence: 0.9,
    provider_event_id: fresh('event'),
    crop_jpeg: jpegOf({ width: 64, height: 16 }).toString('base64'),
  };
  const { test } = installation;
  const outcome = await createIngester({ ...test, log: test.app.log as Logger })(readEventOf(body, test.clock.now()));
  if (outcome.kind !== 'stored') throw new Error(`the read was not stored: ${outcome.kind}`);
  return outcome.id;
}

export async function newExport(installation: Installation): Promise<string> {
  const { test, capable: token, cameraId } = installation;
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

/** One clip for all examples, so that it is rendered once. */
const clips = new WeakMap<Installation, Promise<string>>();
export function newClip(installation: Installation): Promise<string> {
  const made = clips.get(installation) ?? newBookmark(installation);
  clips.set(installation, made);
  return made;
}

/** An event whose detector does not answer, so that its picture is one of our own footage. */
export const newSnapshot = ({ test, cameraId }: Installation): Promise<string> => {
  const startMs = Date.parse(anHour.start);
  return addEvent(test.db, { cameraId, startMs, endMs: startMs + 1_000, snapshotUrl: 'http://127.0.0.1:9/none.jpg' });
};

// Downloads consume nothing, so one finished export serves all of them.
const finishedExports = new WeakMap<Installation, Promise<string>>();
export function finishedExport(installation: Installation): Promise<string> {
  const made = finishedExports.get(installation) ?? newExport(installation);
  finishedExports.set(installation, made);
  return made;
}

/** A link to the export of the capable user, and its token. */
export async function newShare(installation: Installation): Promise<{ id: string; token: string }> {
  const { test, admin, capable: token } = installation;
  await test.call('PUT', '/config/settings', { token: admin, body: { sharing_enabled: true } });
  const body = { kind: 'export', id: await finishedExport(installation) };
  const reply = await test.call('POST', '/shares', { token, body });
  if (reply.status !== 201) throw new Error(`/shares answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return { id: reply.body.share.id, token: reply.body.url.split('#')[1] };
}

/** With the cookie that opening it sets. */
export async function openedShare(installation: Installation): Promise<Example> {
  const { id } = await newShare(installation);
  const { clock, tokens } = installation.test;
  const cookie = await tokens.signShare({ shareId: id, expiresAt: new Date(clock.now() + 3_600_000) });
  return { params: { id }, headers: { cookie: `holdfast_share_80=${cookie}` } };
}

/** Exhaustive by type: a route without an example does not compile, so every route is tested. */
