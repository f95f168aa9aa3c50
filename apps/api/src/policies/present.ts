import type { PolicyRow } from '@holdfast/db';
import { behaviorToWire } from './wire.ts';

export const presentPolicy = (policy: PolicyRow) => ({
  id: policy.id,
  name: policy.name,
  is_default: policy.isDefault,
  origin: policy.origin,
  members: policy.members ?? [],
  created_at: policy.createdAt.toISOString(),
  ...behaviorToWire(policy),
});
