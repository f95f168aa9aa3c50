import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PATIENCE_MS } from '@holdfast/testkit';
import { vi } from 'vitest';
import type { FootageInstallation } from './footage-installation.ts';

/** Malicious names, and names in other scripts; each at or near the maximum length. */
const hostileNames = [
  '<script>globalThis.harmed = 1</script><img src=x onerror="globalThis.harmed = 2">',
  `\u05e9\u05e2\u05e8 \u05d0\u05d7\u05d5\u05e8\u05d9 <b>&amp; ${'\u0628\u0648\u0627\u0628\u0629'.repeat(14)}`,
  'W'.repeat(100),
] as const;
/** For longer text: bidirectional, markup, and without a place to break. */
const hostileText = `\u202e${hostileNames[0]}\n${'\u0628'.repeat(400)} ${'W'.repeat(3_000)}`;

export interface HostilePlaces {
  cameraIds: string[];
  viewId: string;
  policyId: string;
}

const FOOTAGE_SECONDS = 30;

/** Gives everything that can have a name such a name, and every list a few rows. */
export async function plantHostileNames(installation: FootageInstallation, startMs: number): Promise<HostilePlaces> {
  const { admin, archive } = installation;
  const cameraIds: string[] = [];
  for (const name of hostileNames) cameraIds.push(await installation.addCamera(name));
  const [first = ''] = cameraIds;
  await installation.addFootage({ cameraId: first, startMs, seconds: FOOTAGE_SECONDS, segmentSeconds: 5 });
  const range = { start: new Date(startMs).toISOString(), end: new Date(startMs + 20_000).toISOString() };
  let [viewId, policyId] = ['', ''];
  for (const [i, name] of hostileNames.entries()) {
    const path = join(archive.dataDir, '..', `storage ${i}${'x'.repeat(120)}`);
    await mkdir(path);
    const storage = await admin.storages.create({ body: { name, path } });
    const policy = await admin.policies.create({ body: { name, mode: 'motion', live_storage_id: storage.id } });
    policyId = policy.id;
    await admin.policies.editForCamera({ params: { id: cameraIds[i] ?? '' }, body: { policy_id: policy.id } });
    const role = await admin.roles.create({ body: { name, capabilities: ['playback'], camera_ids: cameraIds } });
    await admin.users.create({ body: { username: name, password: 'correct horse', role_id: role.id } });
    viewId = (await admin.views.create({ body: { name, layout: 'auto', camera_ids: cameraIds } })).id;
    await admin.bookmarks.create({ body: { camera_id: first, ...range, label: name, note: hostileText } });
    for (const [eventKey, data] of [
      ['camera_offline', { reason: hostileText }],
      ['something_new', {}],
    ] as const)
      await archive.db
        .insertInto('systemEvent')
        .values({
          eventKey,
          cameraId: cameraIds[i] ?? null,
          ts: new Date(startMs + i * 1_000),
          detail: hostileText.slice(0, 4_000),
          data: JSON.stringify(data),
        })
        .execute();
  }
  await admin.exports.create({ body: { camera_ids: cameraIds, ...range } });
  const me = (await admin.users.list()).items.find(({ username }) => username === 'ann');
  await admin.users.update({ params: { id: me?.id ?? '' }, body: { username: `Ann ${hostileNames[0]}` } });
  return { cameraIds, viewId, policyId };
}

/** Removes the marker of the default storage, as if its disk had been replaced. */
export async function replaceDisk({ archive }: FootageInstallation): Promise<void> {
  const marker = join(archive.dataDir, 'footage', '.holdfast-storage.json');
  await vi.waitUntil(() => existsSync(marker), { timeout: PATIENCE_MS, interval: 200 });
  await rm(marker);
}
