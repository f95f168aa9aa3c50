import { holds } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

/** Whether the user can make links. Only for hiding controls; the server decides. */
export function useCanShare(): boolean {
  const me = useQuery(queries.me).data;
  const mayExport = me !== undefined && holds(me.capabilities, 'export');
  return useQuery({ ...queries.sharing, enabled: mayExport }).data ?? false;
}
