import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { View } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { CameraPicker } from '../../parts/forms/camera-picker.tsx';
import { NameField } from '../../parts/forms/name-field.tsx';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import type { Arrangement } from './arrangement.ts';

interface ViewFormProps {
  /** The view to edit; without one a new view is created from the current wall. */
  view?: View | undefined;
  arrangement: Arrangement;
  onSaved: (view: View) => void;
  onCancel: () => void;
}

export function ViewForm({ view, arrangement, onSaved, onCancel }: ViewFormProps) {
  const t = useT();
  const [name, setName] = useState(view?.name ?? '');
  const [cameraIds, setCameraIds] = useState([...arrangement.cameraIds]);
  const save = useSave({
    call: () => {
      const body = { name: name.trim(), layout: arrangement.layout, camera_ids: cameraIds };
      return view ? api.views.update({ params: { id: view.id }, body }) : api.views.create({ body });
    },
    needs: { name: isBlank(name) },
    done: (saved) => t('wall.viewSaved', { name: saved.name }),
    onShown: onSaved,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onCancel}>
      <NameField
        label={t('wall.viewName')}
        description={t('wall.viewNameHint')}
        value={name}
        onChange={setName}
        error={save.errorOf('name')}
        isFirst
      />
      <CameraPicker
        label={t('wall.viewCameras')}
        placeholder={t('wall.chooseCameras')}
        value={cameraIds}
        onChange={setCameraIds}
      />
    </DialogForm>
  );
}
