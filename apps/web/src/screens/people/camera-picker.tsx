import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';

interface CameraPickerProps {
  label: string;
  description?: string;
  value: string[];
  onChange: (ids: string[]) => void;
}

export function CameraPicker({ label, description, value, onChange }: CameraPickerProps) {
  const t = useT();
  const cameras = useQuery(queries.cameras);
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={value.length === 0 ? t('people.noCameras') : ''}
      data={(cameras.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxDropdownHeight={240}
    />
  );
}
