import type { Routes, StaticOf } from '@holdfast/contract';
import {
  addToGroups,
  type CameraRow,
  type Conn,
  findCamera,
  findGroups,
  findPolicy,
  findStorage,
  lockFor,
  removeFromGroups,
  updateCamera,
} from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import type { Note } from '../http/audit-note.ts';
import { fieldError, invalidField, Problem } from '../http/problem.ts';
import { assignPolicy, editCameraPolicy } from '../policies/edit-camera-policy.ts';
import { cameraFields } from './camera-fields.ts';
import { requireCameras } from './require-cameras.ts';

type Settings = StaticOf<Routes['cameras']['updateMany']['body']>['settings'];
type PolicyOrStorage = Pick<Settings, 'policy_id' | 'live_storage_id'>;

/** Policy and storage exclude each other: a policy has its own storage. */
export function refusePolicyAndStorage({ policy_id, live_storage_id }: PolicyOrStorage, pointer: string): void {
  if (policy_id !== undefined && live_storage_id !== undefined)
    throw invalidField(pointer, reasonCode('not-together', { field: 'policy_id' }));
}

/** Moves cameras to a policy, or edits the storage of each, in this order. Needs a transaction. */
export async function applyPolicyOrStorage(
  tx: Conn,
  cameras: readonly CameraRow[],
  { policy_id, live_storage_id }: PolicyOrStorage,
): Promise<void> {
  if (policy_id !== undefined) await assignPolicy(tx, cameras, policy_id);
  if (live_storage_id === undefined) return;
  for (const { id } of cameras) await editCameraPolicy(tx, id, { liveStorageId: live_storage_id });
}

/** The same settings for many cameras. Needs a transaction: all of it is saved, or nothing. */
export async function editCameras(
  { tx, secrets, note }: { tx: Conn; secrets: SecretBox; note: Note },
  { camera_ids: cameraIds, settings }: StaticOf<Routes['cameras']['updateMany']['body']>,
): Promise<CameraRow[]> {
  const { policy_id, live_storage_id, add_group_ids = [], remove_group_ids = [], ...edit } = settings;
  refusePolicyAndStorage(settings, '/settings/live_storage_id');
  await lockFor(tx, 'policies');
  await requireCameras(tx, cameraIds);
  await requireGroups(tx, add_group_ids, 'add_group_ids');
  await requireGroups(tx, remove_group_ids, 'remove_group_ids');
  const change = cameraFields(edit, secrets);
  if (Object.keys(change).length > 0) for (const id of cameraIds) await updateCamera(tx, id, change);
  await applyPolicyOrStorage(tx, await findAll(tx, cameraIds), settings);
  await addToGroups(tx, { groupIds: add_group_ids, cameraIds });
  await removeFromGroups(tx, { groupIds: remove_group_ids, cameraIds });
  const cameras = await findAll(tx, cameraIds);
  const details = { count: cameras.length, settings: { ...edit, ...(await namesOf(tx, cameras, settings)) } };
  await note(tx, { name: cameras.map(({ name }) => name).join(', '), cameraIds, details });
  return cameras;
}

async function findAll(tx: Conn, ids: readonly string[]): Promise<CameraRow[]> {
  const cameras: CameraRow[] = [];
  for (const id of ids) {
    const camera = await findCamera(tx, id);
    if (!camera) throw new Problem('not-found');
    cameras.push(camera);
  }
  return cameras;
}

async function requireGroups(tx: Conn, ids: readonly string[], field: string): Promise<void> {
  const existing = new Set((await findGroups(tx, ids)).map(({ id }) => id));
  const errors = ids.flatMap((id, i) =>
    existing.has(id) ? [] : [fieldError(`/settings/${field}/${i}`, reasonCode('not-a-group'))],
  );
  if (errors.length > 0) throw new Problem('invalid', { errors });
}

/** For the audit log: ids mean nothing to people, and their objects may be gone by then. */
async function namesOf(
  tx: Conn,
  cameras: readonly CameraRow[],
  { policy_id, live_storage_id, add_group_ids = [], remove_group_ids = [] }: Settings,
) {
  const groupNames = async (ids: readonly string[]) => (await findGroups(tx, ids)).map(({ name }) => name);
  return {
    ...(policy_id !== undefined && { policy: (await findPolicy(tx, cameras[0]?.policyId ?? ''))?.name ?? null }),
    ...(live_storage_id !== undefined && { storage: (await findStorage(tx, live_storage_id))?.name ?? null }),
    ...(add_group_ids.length > 0 && { added_to: await groupNames(add_group_ids) }),
    ...(remove_group_ids.length > 0 && { removed_from: await groupNames(remove_group_ids) }),
  };
}
