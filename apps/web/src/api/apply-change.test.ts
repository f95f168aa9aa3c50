import type { Change } from '@holdfast/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyChange, reloadAll } from './apply-change.ts';

const stream = (state: string) => ({ stream: 'main', state });
const withStatus = () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['status'], {
    cameras: [
      { camera_id: 'gate', streams: [stream('offline')] },
      { camera_id: 'door', streams: [stream('offline')] },
    ],
    storages: [{ storage_id: 'disk', state: 'ok' }],
  });
  return queryClient;
};

it('updates the state in the cached status', () => {
  const queryClient = withStatus();
  applyChange(queryClient, { kind: 'stream', camera_id: 'gate', stream: stream('recording') } as Change);
  const motion_sources = [{ source: 'camera', able: true }];
  applyChange(queryClient, { kind: 'motion_sources', camera_id: 'door', motion_sources } as Change);
  applyChange(queryClient, { kind: 'storage', storage: { storage_id: 'disk', state: 'full' } } as Change);
  expect(queryClient.getQueryData(['status'])).toEqual({
    cameras: [
      { camera_id: 'gate', streams: [stream('recording')] },
      { camera_id: 'door', streams: [stream('offline')], motion_sources },
    ],
    storages: [{ storage_id: 'disk', state: 'full' }],
  });
});

it('reloads the lists that a change affects, and everything after a reset', () => {
  const queryClient = withStatus();
  queryClient.setQueryData(['exports'], []);
  queryClient.setQueryData(['system-events', {}], []);
  const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  applyChange(queryClient, { kind: 'export' } as Change);
  expect([isStale(['exports']), isStale(['system-events', {}])]).toEqual([true, false]);
  reloadAll(queryClient);
  expect([isStale(['system-events', {}]), isStale(['status'])]).toEqual([true, true]);
});
