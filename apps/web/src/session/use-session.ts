import { useSyncExternalStore } from 'react';
import { session } from '../api/api.ts';
import type { Session } from '../api/session-store.ts';

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.current);
