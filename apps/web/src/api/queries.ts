import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const items = async <T>(reply: Promise<{ items: T[] }>): Promise<T[]> => (await reply).items;

/** Everything the screens read, by name. */
export const queries = {
  setup: queryOptions({ queryKey: ['setup'], queryFn: () => api.auth.setup(), staleTime: Number.POSITIVE_INFINITY }),
  me: queryOptions({ queryKey: ['me'], queryFn: () => api.me.get(), refetchInterval: 30_000 }),
  sessions: queryOptions({ queryKey: ['sessions'], queryFn: () => items(api.auth.sessions()) }),
  cameras: queryOptions({ queryKey: ['cameras'], queryFn: () => items(api.cameras.list()) }),
  cameraConfigs: queryOptions({ queryKey: ['config', 'cameras'], queryFn: () => items(api.cameras.listConfig()) }),
  policies: queryOptions({ queryKey: ['config', 'policies'], queryFn: () => items(api.policies.list()) }),
  users: queryOptions({ queryKey: ['config', 'users'], queryFn: () => items(api.users.list()) }),
  roles: queryOptions({ queryKey: ['config', 'roles'], queryFn: () => items(api.roles.list()) }),
  storages: queryOptions({ queryKey: ['config', 'storages'], queryFn: () => items(api.storages.list()) }),
  settings: queryOptions({ queryKey: ['config', 'settings'], queryFn: () => api.settings.get() }),
  lprConfig: queryOptions({ queryKey: ['config', 'lpr'], queryFn: () => api.lprConfig.get() }),
  health: queryOptions({ queryKey: ['health'], queryFn: () => api.system.health(), refetchInterval: 10_000 }),
  version: queryOptions({ queryKey: ['version'], queryFn: () => api.system.version() }),
};

export type CameraConfig = Awaited<ReturnType<typeof api.cameras.get>>;
export type Camera = Awaited<ReturnType<typeof api.cameras.list>>['items'][number];
export type CameraProbe = Awaited<ReturnType<typeof api.cameras.test>>;
export type Policy = Awaited<ReturnType<typeof api.policies.get>>;
export type User = Awaited<ReturnType<typeof api.users.get>>;
export type Role = Awaited<ReturnType<typeof api.roles.get>>;
export type Storage = Awaited<ReturnType<typeof api.storages.list>>['items'][number];
export type Me = Awaited<ReturnType<typeof api.me.get>>;
