import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

interface CameraPickerProps {
  label: string;
  description?: string;
  /** What is shown while none is chosen. */
  placeholder: string;
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
}

export function CameraPicker({ placeholder, value, ...rest }: CameraPickerProps) {
  const cameras = useQuery(queries.cameras);
  return (
    <MultiSelect
      {...rest}
      placeholder={value.length === 0 ? placeholder : ''}
      data={(cameras.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={240}
    />
  );
}
