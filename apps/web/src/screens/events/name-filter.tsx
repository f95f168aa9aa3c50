import { Pill, TagsInput } from '@mantine/core';
import { matchTypedName } from '../../clips/clip-words.ts';

interface NameFilterProps {
  label: string;
  placeholder: string;
  choices: readonly string[] | undefined;
  /** A name in the reader’s language. */
  textOf: (name: string) => string;
  value: readonly string[] | undefined;
  onChange: (names: string[]) => void;
}

/** Chooses names, or takes them as they are typed, in the reader’s language or as the source writes them. */
export function NameFilter({ label, placeholder, choices = [], textOf, value = [], onChange }: NameFilterProps) {
  return (
    <TagsInput
      label={label}
      placeholder={value.length > 0 ? '' : placeholder}
      data={[...choices]}
      renderOption={({ option }) => textOf(option.value)}
      renderPill={({ option, onRemove }) => (
        <Pill withRemoveButton {...(onRemove && { onRemove })}>
          {textOf(String(option.value))}
        </Pill>
      )}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            `${textOf(option.value)} ${option.value}`.toLowerCase().includes(search.trim().toLowerCase()),
        )
      }
      value={[...value]}
      onChange={(typed) => onChange(typed.map((text) => matchTypedName(text, choices, textOf)))}
      maxTags={100}
      clearable
      acceptValueOnBlur
      maxDropdownHeight={240}
    />
  );
}
