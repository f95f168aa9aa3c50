import { Button, Group, Kbd } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { type ListedKeys, useScreenKeys } from '../../parts/keyboard/shortcuts-help.ts';
import { useSingleKeys } from '../../parts/keyboard/single-keys.ts';
import { useHolds } from '../../session/use-holds.ts';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { chosenPass, movedIndex, nextPass, passCommand } from './pass-keys.ts';
import type { PlatePass } from './pass-queries.ts';
import { PassRow } from './pass-row.tsx';
import classes from './passes.module.css';
import { useConfirm } from './use-confirm.ts';

const moves: readonly ListedKeys[] = [{ keys: ['J', 'K'], label: 'keys.passMove' }];
const movesAndConfirms: readonly ListedKeys[] = [
  ...moves,
  { keys: ['1', '2'], label: 'keys.passTake' },
  { keys: ['E'], label: 'keys.passType' },
];

interface PassListProps {
  passes: readonly PlatePass[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  empty: ReactNode;
}

/** The passes, newest first. One is chosen; keys move the choice and confirm its plate. */
export function PassList({ passes, hasMore, isLoadingMore, onMore, empty }: PassListProps) {
  const t = useT();
  const canConfirm = useIsAdmin();
  const canPlay = useHolds('playback');
  const [hasSingleKeys] = useSingleKeys();
  const [remembered, remember] = useState<PlatePass>();
  const [isTyping, setTyping] = useState(false);
  const chosenRow = useRef<HTMLLIElement>(null);
  const { mutate } = useConfirm();
  const ids = passes.map(({ id }) => id);
  const chosen = chosenPass(passes, remembered);
  useScreenKeys(canConfirm ? movesAndConfirms : moves);

  // New passes arrive above: a key acts on the one that was marked when it was pressed, not on whichever is first by then.
  // A choice made since this list was drawn stays.
  useEffect(
    () => remember((last) => (passes.some(({ id }) => id === last?.id) ? last : (chosen ?? last))),
    [passes, chosen],
  );

  const hasChosen = useRef(false);
  const choose = (id: string | undefined) => {
    hasChosen.current = true;
    remember(passes.find((pass) => pass.id === id));
    setTyping(false);
  };
  const confirm = (pass: PlatePass, plate: string) => {
    mutate({ pass, plate });
    choose(nextPass(ids, pass.id));
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!hasSingleKeys || ctrlKey || metaKey || altKey || event.defaultPrevented || !chosen) return;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
      return;
    const command = passCommand(key);
    if (!command) return;
    event.preventDefault();
    if (command.kind === 'move') return choose(ids[movedIndex(ids.indexOf(chosen.id), command.by, ids.length)]);
    if (!canConfirm) return;
    if (command.kind === 'type') return setTyping(true);
    const side = chosen[command.side];
    if (side) confirm(chosen, side.plate);
  };
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  const shownId = chosen?.id;
  useEffect(() => {
    if (shownId !== undefined && hasChosen.current) chosenRow.current?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  const wasTyping = useRef(isTyping);
  useEffect(() => {
    // The field had the focus and is gone: the next Tab continues from this pass, not from the top of the page.
    if (wasTyping.current && !isTyping && document.activeElement === document.body)
      chosenRow.current?.focus({ preventScroll: true });
    wasTyping.current = isTyping;
  }, [isTyping]);

  if (passes.length === 0) return empty;
  return (
    <>
      {canConfirm && hasSingleKeys && (
        <p className={classes.keys}>
          <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.passMove')} · <Kbd>1</Kbd> <Kbd>2</Kbd> {t('keys.passTake')} · <Kbd>E</Kbd>{' '}
          {t('keys.passType')}
        </p>
      )}
      <ul className={classes.passes} aria-label={t('passes.list')}>
        {passes.map((pass) => (
          <PassRow
            key={pass.id}
            pass={pass}
            isChosen={pass.id === shownId}
            isTyping={isTyping && pass.id === shownId}
            canConfirm={canConfirm}
            canPlay={canPlay}
            rowRef={pass.id === shownId ? chosenRow : undefined}
            onChoose={() => choose(pass.id)}
            onConfirm={(plate) => confirm(pass, plate)}
            onType={setTyping}
          />
        ))}
      </ul>
      {hasMore && (
        <Group justify="center">
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            {t('common.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
