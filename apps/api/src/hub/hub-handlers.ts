import type { Routes } from '@holdfast/contract';
import type { Database } from '@holdfast/db';
import type { HubEnv } from '@holdfast/hub';
import type { Clock, OutboundRule, SecretBox } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import type { HubWatch } from './hub-watch.ts';

export type HubDeps = {
  db: Database;
  clock: Clock;
  secrets: SecretBox;
  outbound: OutboundRule;
  hubEnv: HubEnv;
  hub: HubWatch;
};
export type HubHandlers<K extends keyof Routes['hub']> = Pick<Handlers<Routes['hub']>, K>;
