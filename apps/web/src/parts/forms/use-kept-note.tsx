import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { drafts, isDraftOf } from '../drafts/drafts.ts';
import { useRemovals } from '../undo/use-removal.tsx';

const NOTE_MS = 10_000;
const noteOf = (href: string) => `kept ${href}`;

/** When a form with unsaved input is left, notifies that it is kept, with a link back. Returns a function that cancels it. */
export function useKeptNote(key: string): () => void {
  const t = useT();
  const router = useRouter();
  const removals = useRemovals();
  const hide = () => {
    const kept = drafts.read(key);
    if (kept) notifications.hide(noteOf(kept.href));
  };
  const show = () => {
    const kept = drafts.read(key);
    const isGoing = [...removals.pending()].some((thing) => isDraftOf(key, thing));
    // Another tab of the same screen is not leaving; the tab itself shows a mark.
    const isStillHere = kept?.href.split('?')[0] === router.history.location.pathname;
    if (!kept || isGoing || isStillHere) return;
    const goBack = () => {
      hide();
      router.history.push(kept.href);
    };
    notifications.show({
      id: noteOf(kept.href),
      autoClose: NOTE_MS,
      color: 'tide',
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{t('unsaved.kept')}</span>
          <Button size="xs" variant="light" flex="none" onClick={goBack}>
            {t('unsaved.back')}
          </Button>
        </Group>
      ),
    });
  };
  const latest = useRef({ hide, show });
  latest.current = { hide, show };
  useEffect(() => {
    latest.current.hide();
    return () => latest.current.show();
  }, []);
  return hide;
}
