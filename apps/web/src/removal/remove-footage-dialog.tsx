import { Checkbox, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { Loaded } from '../parts/layout/loaded.tsx';
import { Named } from '../parts/layout/named.tsx';
import classes from './removal.module.css';

interface RemoveFootageDialogProps {
  camera: { id: string; name: string };
  isOpen: boolean;
  onClose(): void;
  onRemoved?(): void;
}

/** Deletes a camera with its footage. It cannot be undone, so the name has to be typed. */
export function RemoveFootageDialog({ camera, isOpen, onClose, onRemoved }: RemoveFootageDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog title={t('removal.title', { name: camera.name.slice(0, 100) })} isOpen={isOpen} onClose={onClose}>
      {isOpen && <RemoveFootageForm camera={camera} onClose={onClose} {...(onRemoved && { onRemoved })} />}
    </Dialog>
  );
}

function RemoveFootageForm({ camera, onClose, onRemoved }: Omit<RemoveFootageDialogProps, 'isOpen'>) {
  const { t, format } = useI18n();
  const footage = useQuery(queries.cameraFootage(camera.id));
  const [takesProtected, setTakesProtected] = useState(false);
  const [typed, setTyped] = useState('');
  const save = useSave({
    call: () =>
      api.cameras.remove({
        params: { id: camera.id },
        query: { footage: 'delete', protected: takesProtected ? 'delete' : 'keep' },
      }),
    needs: {
      name: footage.isSuccess
        ? typed.trim() !== camera.name.trim() && t('removal.nameNeeded')
        : t('removal.notCounted'),
    },
    done: t('removal.done', { name: camera.name }),
    onDone: () => {
      onClose();
      onRemoved?.();
    },
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onClose} submit={t('removal.submit')} isDangerous>
      <Loaded query={footage}>
        {({ hours, bytes, protected: kept }) => {
          const open = {
            hours: format.about(hours - (takesProtected ? 0 : kept.hours)),
            size: format.bytes(bytes - (takesProtected ? 0 : kept.bytes)),
          };
          return (
            <>
              <Text>{t('removal.what', open)}</Text>
              {kept.bookmark_count > 0 && (
                <div className={classes.protected}>
                  <Text>
                    {t('removal.protected', {
                      count: kept.bookmark_count,
                      hours: format.about(kept.hours),
                      size: format.bytes(kept.bytes),
                    })}
                  </Text>
                  <ul className={classes.bookmarks}>
                    {kept.bookmarks.map(({ id, label, start }) => (
                      <li key={id}>
                        <Named text={label} /> <span>{format.moment(start)}</span>
                      </li>
                    ))}
                  </ul>
                  {kept.bookmark_count > kept.bookmarks.length && (
                    <Text size="sm">
                      {t('removal.moreBookmarks', { count: kept.bookmark_count - kept.bookmarks.length })}
                    </Text>
                  )}
                  <Checkbox
                    label={t('removal.takeProtected')}
                    checked={takesProtected}
                    onChange={(event) => setTakesProtected(event.currentTarget.checked)}
                  />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
      <TextInput
        label={t('removal.typeName', { name: camera.name })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={save.errorOf('name')}
        autoComplete="off"
        data-autofocus
      />
    </DialogForm>
  );
}
