import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { NameField } from '../parts/forms/name-field.tsx';
import { isBlank } from '../parts/forms/use-needs.ts';
import { useSave } from '../parts/forms/use-save.ts';

interface RestoreDialogProps {
  camera: { id: string; name: string };
  isOpen: boolean;
  onClose(): void;
}

/** Restores a removed camera; asks for another name if its own is in use. */
export function RestoreDialog({ camera, isOpen, onClose }: RestoreDialogProps) {
  const t = useT();
  return (
    <Dialog title={t('removed.restoreTitle', { name: camera.name.slice(0, 100) })} isOpen={isOpen} onClose={onClose}>
      {isOpen && <RestoreForm camera={camera} onClose={onClose} />}
    </Dialog>
  );
}

function RestoreForm({ camera, onClose }: Omit<RestoreDialogProps, 'isOpen'>) {
  const t = useT();
  const [name, setName] = useState(camera.name);
  const save = useSave({
    call: () =>
      api.cameras.restore({
        params: { id: camera.id },
        body: name.trim() === camera.name ? {} : { name: name.trim() },
      }),
    needs: { name: isBlank(name) },
    done: t('removed.restored', { name: name.trim() }),
    onDone: onClose,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onClose} submit={t('removed.restore')}>
      <Text>{t('removed.restoreHint')}</Text>
      <NameField label={t('camera.name')} value={name} onChange={setName} error={save.errorOf('name')} isFirst />
    </DialogForm>
  );
}
