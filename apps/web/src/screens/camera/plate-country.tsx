import { countriesWithFormats } from '@holdfast/domain';
import { Select } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.tsx';

interface PlateCountryProps {
  value: string | null;
  onChange: (country: string | null) => void;
}

/** The countries whose formats help, and the chosen one, which another client may have set to any. */
export function PlateCountry({ value, onChange }: PlateCountryProps) {
  const { t, language } = useI18n();
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const codes = new Set([...countriesWithFormats, ...(value === null ? [] : [value])]);
  const options = [...codes]
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      aria-label={t('camera.country')}
      placeholder={t('camera.countryNone')}
      data={options}
      value={value}
      onChange={onChange}
      clearable
      searchable
      maw={420}
    />
  );
}
