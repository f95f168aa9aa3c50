import { foldName } from '@holdfast/domain';
import type { Camera, Status } from '../../api/queries.ts';

export const CAMERA_STATES = ['recording', 'idle', 'trouble', 'off'] as const;
export type CameraState = (typeof CAMERA_STATES)[number];
export const CAMERA_ORDERS = ['name', 'newest', 'state'] as const;
export type CameraOrder = (typeof CAMERA_ORDERS)[number];

/** What the list shows, as in its address. */
export interface CamerasSearch {
  q?: string;
  state?: CameraState;
  policy?: string;
  group?: string;
  sort?: CameraOrder;
}

export type CamerasChange = { [K in keyof CamerasSearch]?: CamerasSearch[K] | undefined };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_QUERY_LENGTH = 100;

/** The known parameters of the address; others are dropped. A text of digits only arrives as a number. */
export function readCamerasSearch({ q, state, policy, group, sort }: Record<string, unknown>): CamerasSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, MAX_QUERY_LENGTH) : '';
  const known = CAMERA_STATES.find((one) => one === state);
  const order = CAMERA_ORDERS.find((one) => one === sort);
  return {
    ...(text !== '' && { q: text }),
    ...(known && { state: known }),
    ...(typeof policy === 'string' && UUID.test(policy) && { policy }),
    ...(typeof group === 'string' && UUID.test(group) && { group }),
    ...(order && order !== 'name' && { sort: order }),
  };
}

type StreamStates = readonly Pick<Status['cameras'][number]['streams'][number], 'state'>[];

const HEALTHY = ['recording', 'idle', 'off', 'connecting', 'unknown'];

/** Why a stream is not recorded although it should be; undefined without a report. */
export const troubleOf = (streams: StreamStates | undefined) =>
  streams?.find(({ state }) => !HEALTHY.includes(state))?.state;

/** Off, or the most important state of its streams. Without a report nothing is known to be wrong. */
export function cameraState({ enabled }: Pick<Camera, 'enabled'>, streams: StreamStates | undefined): CameraState {
  if (!enabled) return 'off';
  if (troubleOf(streams)) return 'trouble';
  return streams?.some(({ state }) => state === 'recording') ? 'recording' : 'idle';
}

export interface CameraFacts {
  /** Of cameras that reported one. */
  streams: ReadonlyMap<string, StreamStates>;
  /** Cameras of each group. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The cameras to show, in order. They come in the natural order of their names. */
export function shownCameras<C extends Pick<Camera, 'id' | 'name' | 'enabled' | 'policy_id' | 'created_at'>>(
  cameras: readonly C[],
  { q = '', state, policy, group, sort }: CamerasSearch,
  { streams, members }: CameraFacts,
): C[] {
  const words = foldName(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const stateOf = (camera: C) => cameraState(camera, streams.get(camera.id));
  const shown = cameras.filter(
    (camera) =>
      words.every((word) => foldName(camera.name).includes(word)) &&
      (state === undefined || stateOf(camera) === state) &&
      (policy === undefined || camera.policy_id === policy) &&
      (group === undefined || members.get(group)?.has(camera.id) === true),
  );
  if (sort === 'newest') return shown.sort((a, b) => b.created_at.localeCompare(a.created_at));
  if (sort === 'state') return shown.sort((a, b) => URGENCY.indexOf(stateOf(a)) - URGENCY.indexOf(stateOf(b)));
  return shown;
}

const URGENCY: readonly CameraState[] = ['trouble', 'recording', 'idle', 'off'];
