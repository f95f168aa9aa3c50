import { type Capability, holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

/** Whether the user has a permission; false until it is known. */
export function useHolds(capability: Capability): boolean {
  const me = useQuery(queries.me).data;
  return me !== undefined && holds(me.capabilities, capability);
}
