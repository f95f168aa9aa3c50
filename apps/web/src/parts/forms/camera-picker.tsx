import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';

interface CameraPickerProps {
  label: string;
  description?: string;
  /** Shown while none is chosen. */
  placeholder: string;
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string | undefined;
  /** Includes removed cameras, whose footage, bookmarks and events still exist. */
  hasRemoved?: boolean;
  /** The first field of a dialog. */
  hasFirstFocus?: boolean;
}

export function CameraPicker({
  placeholder,
  value,
  hasRemoved = false,
  hasFirstFocus = false,
  ...rest
}: CameraPickerProps) {
  const t = useT();
  const cameras = useQuery(queries.cameras);
  const removed = useQuery({ ...queries.removedCameras, enabled: hasRemoved });
  const choices = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const removedChoices = hasRemoved ? choices(removed.data) : [];
  return (
    <MultiSelect
      {...rest}
      placeholder={value.length === 0 ? placeholder : ''}
      data={[
        ...choices(cameras.data),
        ...(removedChoices.length > 0 ? [{ group: t('removed.title'), items: removedChoices }] : []),
      ]}
      value={value}
      // In a dialog it takes the focus first, and should not cover the rest then.
      openOnFocus={!hasFirstFocus}
      {...(hasFirstFocus && { 'data-autofocus': true })}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={240}
    />
  );
}
