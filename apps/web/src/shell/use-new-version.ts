import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { connection } from '../api/api.ts';
import { entryScriptOf } from './entry-script.ts';

const CHECK_EVERY_MS = 30 * 60_000;
const own = entryScriptOf(document.head.innerHTML);

/** Whether the server has another version of the console than the one that runs here. */
export function useNewVersion(): boolean {
  const isHere = useSyncExternalStore(connection.subscribe, connection.current) === 'here';
  const { data } = useQuery({
    // An update restarts the server, so it is looked for whenever the server is back.
    queryKey: ['entry-script', isHere],
    queryFn: async ({ signal }) => {
      const reply = await fetch('/ui/', { signal });
      return (reply.ok ? entryScriptOf(await reply.text()) : undefined) ?? null;
    },
    // The server has just sent this page, so it is asked first after an outage, however short that was.
    initialData: own ?? null,
    refetchOnMount: false,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: isHere && import.meta.env.PROD,
    refetchInterval: CHECK_EVERY_MS,
    retry: false,
  });
  return data !== null && own !== undefined && data !== own;
}
