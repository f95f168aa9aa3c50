import { type Reason, reasonCode } from '../reason/reason.ts';

/** `actuator` is reserved and refused: nothing here ever switches anything. */
export const hubRoles = ['sensor', 'control'] as const;
export type HubRole = (typeof hubRoles)[number];
export const RESERVED_HUB_ROLE = 'actuator';

/** The kinds of entities that a role is for. Controls are only shown. */
export const hubRoleDomains: Record<HubRole, readonly string[]> = {
  sensor: ['binary_sensor'],
  control: ['light', 'switch', 'scene'],
};

export const MAX_ENTITY_ID_LENGTH = 255;
const ENTITY_ID = /^[a-z0-9_]{1,100}\.[a-z0-9_]+$/;

export const isEntityId = (text: string): boolean => text.length <= MAX_ENTITY_ID_LENGTH && ENTITY_ID.test(text);

/** `binary_sensor` of `binary_sensor.gate`. */
export const domainOf = (entityId: string): string => entityId.slice(0, entityId.indexOf('.'));

const isHubRole = (role: string): role is HubRole => (hubRoles as readonly string[]).includes(role);

export interface LinkFault {
  field: 'entity_id' | 'role';
  reason: Reason;
}

/** Why this entity cannot be linked in this role; undefined if it can. */
export function linkFault({ entityId, role }: { entityId: string; role: string }): LinkFault | undefined {
  if (!isEntityId(entityId)) return { field: 'entity_id', reason: reasonCode('hub-entity-invalid') };
  if (!isHubRole(role)) {
    const reason =
      role === RESERVED_HUB_ROLE
        ? reasonCode('hub-role-reserved')
        : reasonCode('must-be-one-of', { allowed: hubRoles.join(', ') });
    return { field: 'role', reason };
  }
  const domains = hubRoleDomains[role];
  if (domains.includes(domainOf(entityId))) return undefined;
  return { field: 'entity_id', reason: reasonCode('hub-entity-not-for-role', { domains: domains.join(', ') }) };
}
