import type { Routes } from '@holdfast/contract';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';

export type HubDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'outbound' | 'hubEnv' | 'hub'>;
export type HubHandlers<K extends keyof Routes['hub']> = Pick<Handlers<Routes['hub']>, K>;
