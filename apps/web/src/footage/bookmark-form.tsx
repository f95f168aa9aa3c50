import { MAX_BOOKMARK_DAYS } from '@holdfast/contract';
import { Select, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { type Bookmark, queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { NameField } from '../parts/forms/name-field.tsx';
import { isBlank } from '../parts/forms/use-needs.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { RangeFields } from '../parts/time/range-fields.tsx';
import { useIsAdmin } from '../session/use-is-admin.ts';
import { useRangeDraft } from './use-range-draft.ts';

const DAY_MS = 86_400_000;
const EVERY_CAMERA = 'all';

/** An existing bookmark, or the initial values of a new one. */
export type BookmarkDraft = Bookmark | { camera_id: string | null; start: string; end: string };

interface BookmarkFormProps {
  bookmark: BookmarkDraft;
  onDone: () => void;
}

export function BookmarkForm({ bookmark, onDone }: BookmarkFormProps) {
  const t = useT();
  const isAdmin = useIsAdmin();
  const cameras = useQuery(queries.cameras);
  const saved = 'id' in bookmark ? bookmark : undefined;
  const [label, setLabel] = useState(saved?.label ?? '');
  const [note, setNote] = useState(saved?.note ?? '');
  const [cameraId, setCameraId] = useState(bookmark.camera_id);
  const [isProtected, setProtected] = useState(saved?.protected ?? true);
  const { typed, setTyped, range, errorsWith } = useRangeDraft({
    start: bookmark.start,
    end: bookmark.end,
    maxMs: MAX_BOOKMARK_DAYS * DAY_MS,
    tooLong: t('range.tooManyDays', { count: MAX_BOOKMARK_DAYS }),
  });
  const save = useSave({
    call: ({ start, end }: { start: string; end: string }) => {
      const body = { start, end, label, note: note.trim() === '' ? null : note, protected: isProtected };
      return saved
        ? api.bookmarks.update({ params: { id: saved.id }, body })
        : api.bookmarks.create({ body: { ...body, camera_id: cameraId } });
    },
    needs: {
      label: isBlank(label),
      camera_id: !saved && !isAdmin && cameraId === null && t('form.cameraNeeded'),
      range: range.kind !== 'ok',
    },
    done: ({ label: name }) => t('bookmarks.saved', { name }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => range.kind === 'ok' && save.mutate(range)} onCancel={onDone}>
      <NameField label={t('bookmarks.label')} value={label} onChange={setLabel} error={save.errorOf('label')} isFirst />
      {!saved && (
        <Select
          label={t('bookmarks.camera')}
          data={[
            ...(isAdmin ? [{ value: EVERY_CAMERA, label: t('footage.anyCamera') }] : []),
            ...(cameras.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={cameraId ?? (isAdmin ? EVERY_CAMERA : null)}
          onChange={(id) => setCameraId(id === EVERY_CAMERA ? null : id)}
          error={save.errorOf('camera_id')}
          allowDeselect={false}
          searchable
          openOnFocus={false}
        />
      )}
      <RangeFields value={typed} onChange={setTyped} errors={errorsWith(save.errorOf)} />
      <Textarea
        label={t('bookmarks.note')}
        description={t('bookmarks.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={save.errorOf('note')}
        maxLength={4000}
        autosize
        minRows={2}
        maxRows={8}
      />
      <Switch
        label={t('bookmarks.protect')}
        description={t('bookmarks.protectHint')}
        checked={isProtected}
        onChange={(event) => setProtected(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
