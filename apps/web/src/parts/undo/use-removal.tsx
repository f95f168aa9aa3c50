import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { drafts } from '../drafts/drafts.ts';
import { problemText } from '../problems/problem-text.ts';
import { createRemovals, type Removals } from './removals.ts';

const UNDO_MS = 7_000;
const Context = createContext<Removals | undefined>(undefined);

export function RemovalProvider({ children }: { children: ReactNode }) {
  const t = useT();
  const [removals] = useState(() =>
    createRemovals((err) => {
      const { title, detail } = problemText(err, t);
      notifications.show({ title, message: detail, color: 'red', autoClose: 10_000 });
    }),
  );
  useEffect(() => {
    const settle = () => void removals.settleAll();
    window.addEventListener('pagehide', settle);
    return () => window.removeEventListener('pagehide', settle);
  }, [removals]);
  return <Context value={removals}>{children}</Context>;
}

export function useRemovals(): Removals {
  const removals = use(Context);
  if (!removals) throw new Error('useRemoval must be used inside a RemovalProvider');
  return removals;
}

/** Removes with undo; `isLeaving` is true for rows to hide. */
export function useRemoval() {
  const removals = useRemovals();
  const t = useT();
  const queryClient = useQueryClient();
  const pending = useSyncExternalStore(removals.subscribe, removals.pending);

  const remove = ({ key, message, call }: { key: string; message: string; call: () => Promise<unknown> }) => {
    removals.begin({
      key,
      carryOut: async () => {
        await call();
        drafts.dropAllOf(key);
      },
      refresh: () => queryClient.invalidateQueries(),
    });
    const takeBack = () => {
      removals.undo(key);
      notifications.hide(key);
    };
    notifications.show({
      id: key,
      autoClose: UNDO_MS,
      color: 'tide',
      onClose: () => void removals.settle(key),
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{message}</span>
          <Button size="xs" variant="light" flex="none" onClick={takeBack}>
            {t('common.undo')}
          </Button>
        </Group>
      ),
    });
  };

  return { isLeaving: (key: string) => pending.has(key), remove };
}
