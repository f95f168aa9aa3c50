import { SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { isBlank } from '../parts/forms/use-needs.ts';
import { useSave } from '../parts/forms/use-save.ts';
import parts from '../parts/parts.module.css';
import { useIsAdmin } from '../session/use-is-admin.ts';
import { ColorField } from './color-field.tsx';
import type { WatchlistEntry, WatchlistKind } from './plate-queries.ts';
import { WhatIf } from './what-if.tsx';

interface EntryFormProps {
  /** An existing entry, or the beginning of a new one. */
  entry: WatchlistEntry | { plate?: string; kind?: WatchlistKind };
  onDone: () => void;
}

const emptyAsNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** An entry of the watch list or the ignore list, and the past reads it would have matched. */
export function EntryForm({ entry, onDone }: EntryFormProps) {
  const t = useT();
  const saved = 'id' in entry ? entry : undefined;
  const [plate, setPlate] = useState(entry.plate ?? '');
  const [kind, setKind] = useState<WatchlistKind>(entry.kind ?? 'watch');
  const [label, setLabel] = useState(saved?.label ?? '');
  const [note, setNote] = useState(saved?.note ?? '');
  const [color, setColor] = useState(saved?.color ?? null);
  const [notify, setNotify] = useState(saved?.notify ?? true);
  const save = useSave({
    call: () => {
      const body = { plate, kind, label: emptyAsNull(label), note: emptyAsNull(note), color, notify };
      return saved ? api.watchlist.update({ params: { id: saved.id }, body }) : api.watchlist.create({ body });
    },
    needs: { plate: isBlank(plate) },
    done: (made) => t('watchlist.saved', { plate: made.plate }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      <TextInput
        label={t('watchlist.plate')}
        value={plate}
        onChange={(event) => setPlate(event.currentTarget.value)}
        error={save.errorOf('plate')}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
      />
      <SegmentedControl
        aria-label={t('watchlist.kind')}
        value={kind}
        onChange={(next) => setKind(next as WatchlistKind)}
        data={(['watch', 'ignore'] as const).map((one) => ({ value: one, label: t(`watchlistKind.${one}`) }))}
      />
      <p style={{ margin: 0 }}>{t(`watchlistKindHint.${kind}`)}</p>
      <WhatIf plate={plate} />
      <TextInput
        label={t('watchlist.label')}
        description={t('watchlist.labelHint')}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={save.errorOf('label')}
        maxLength={100}
      />
      <Textarea
        label={t('watchlist.note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={save.errorOf('note')}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={6}
      />
      {kind === 'watch' && (
        <>
          <ColorField value={color} onChange={setColor} />
          <Switch
            label={t('watchlist.notify')}
            description={t('watchlist.notifyHint')}
            checked={notify}
            onChange={(event) => setNotify(event.currentTarget.checked)}
          />
          {notify && <NoChannelNote />}
        </>
      )}
    </DialogForm>
  );
}

/** Alerts are sent nowhere until there is a channel. */
function NoChannelNote() {
  const t = useT();
  const isAdmin = useIsAdmin();
  const channels = useQuery({ ...queries.alertChannels, enabled: isAdmin }).data;
  if (channels === undefined || channels.some(({ enabled }) => enabled)) return null;
  return (
    <p className={parts.warning} role="status">
      <span>
        {t('watchlist.noChannel')} <Link to="/alerts">{t('watchlist.setUpChannel')}</Link>
      </span>
    </p>
  );
}
