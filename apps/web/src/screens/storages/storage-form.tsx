import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Storage } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { NameField } from '../../parts/forms/name-field.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';

export function StorageForm({ storage, onDone }: { storage: Storage | 'new'; onDone: () => void }) {
  const t = useT();
  const isNew = storage === 'new';
  const [name, setName] = useState(isNew ? '' : storage.name);
  const [path, setPath] = useState('');
  const save = useSave({
    call: () =>
      isNew
        ? api.storages.create({ body: { name, path } })
        : api.storages.update({ params: { id: storage.id }, body: { name } }),
    needs: { name: isBlank(name), path: isNew && isBlank(path) },
    done: (saved) => t('storages.saved', { name: saved.name }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      <NameField label={t('storages.name')} value={name} onChange={setName} error={save.errorOf('name')} isFirst />
      {isNew && (
        <TextInput
          label={t('storages.path')}
          description={t('storages.pathHint')}
          placeholder="/mnt/footage"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          error={save.errorOf('path')}
          required
          withAsterisk={false}
        />
      )}
    </DialogForm>
  );
}
