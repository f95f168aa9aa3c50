import { type Capability, holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

/** Only for hiding controls; the server decides. */
export function useMay(capability: Capability): boolean {
  const { data } = useQuery(queries.me);
  return data !== undefined && holds(data.capabilities, capability);
}
