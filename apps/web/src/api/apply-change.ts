import type { Change } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Status } from './queries.ts';

/** Lists to reload, because a change may affect their order or paging. */
const listsOf: Record<Change['kind'], readonly string[]> = {
  event: ['events'],
  plate_read: ['plates'],
  system_event: ['system-events', 'unread-events'],
  stream: [],
  motion_sources: [],
  storage: [],
  health: [],
  export: ['exports'],
  hub_state: [],
};

/** Updates the query cache. States of the hub are not in it: without the server they are unknown (`badges/hub-states-store.ts`). */
export function applyChange(queryClient: QueryClient, change: Change): void {
  for (const list of listsOf[change.kind]) void queryClient.invalidateQueries({ queryKey: [list] });
  if (change.kind === 'stream') updateStatus(queryClient, (status) => withStream(status, change));
  if (change.kind === 'motion_sources') {
    const { camera_id, motion_sources } = change;
    updateStatus(queryClient, (status) => ({
      ...status,
      cameras: status.cameras.map((one) => (one.camera_id === camera_id ? { ...one, motion_sources } : one)),
    }));
  }
  if (change.kind === 'storage') {
    const { storage } = change;
    updateStatus(queryClient, (status) => ({
      ...status,
      storages: status.storages.map((one) => (one.storage_id === storage.storage_id ? storage : one)),
    }));
  }
  if (change.kind === 'health') {
    queryClient.setQueryData(['health'], change.health);
    // The stream states that a stopped recorder last reported are stale.
    void queryClient.invalidateQueries({ queryKey: ['status'] });
  }
}

const withStream = (status: Status, { camera_id, stream }: Extract<Change, { kind: 'stream' }>): Status => ({
  ...status,
  cameras: status.cameras.map((camera) =>
    camera.camera_id === camera_id
      ? {
          ...camera,
          streams: [...camera.streams.filter((one) => one.stream !== stream.stream), stream].sort((a, b) =>
            a.stream.localeCompare(b.stream),
          ),
        }
      : camera,
  ),
});

/** Changes were missed: reloads everything that can change by itself. */
export function reloadAll(queryClient: QueryClient): void {
  // Back to the first page: a long list would be loaded page by page.
  void queryClient.resetQueries({ queryKey: ['clips'] });
  for (const key of [
    'status',
    'health',
    'events',
    'plates',
    'system-events',
    'unread-events',
    'unviewed-clips',
    'exports',
    'hub-links',
  ])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

function updateStatus(queryClient: QueryClient, update: (status: Status) => Status): void {
  queryClient.setQueriesData<Status>({ queryKey: ['status'] }, (status) => status && update(status));
}
