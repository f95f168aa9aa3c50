import type { MessageKey, Translate } from '../../i18n/i18n.tsx';
import { fieldLabel } from '../../parts/field-labels.ts';

/** Fields that are in entries and in no form, or have another label there. */
const ownLabels = {
  enabled: 'auditField.enabled',
  policy: 'cameraList.policy',
  storage: 'bulk.storage',
  added_to: 'auditField.addedTo',
  removed_from: 'auditField.removedFrom',
  quiet_start: 'auditField.quietStart',
  quiet_end: 'auditField.quietEnd',
  main_password: 'access.password',
  sub_password: 'access.password',
} as const satisfies Record<string, MessageKey>;

const ownLabel = (field: string): (typeof ownLabels)[keyof typeof ownLabels] | undefined =>
  Object.hasOwn(ownLabels, field) ? ownLabels[field as keyof typeof ownLabels] : undefined;

/** A field that is newer than this page has its name in the API. */
export const fieldWord = (field: string, t: Translate): string => {
  const key = ownLabel(field) ?? fieldLabel(field);
  return key ? t(key) : field.replaceAll('_', ' ');
};

interface Words {
  t: Translate;
  number: (value: number) => string;
}

/** A value of a field. Without a choice of its own a camera follows its policy in audio. */
export function valueWord(field: string, value: unknown, { t, number }: Words): string {
  if (field === 'record_audio' && value === null) return t('audio.policy');
  if (value === null || value === undefined || value === '') return t('audit.empty');
  if (typeof value === 'boolean') return value ? t('audit.on') : t('audit.off');
  if (typeof value === 'number') return number(value);
  return Array.isArray(value) ? value.join(', ') || t('audit.empty') : String(value);
}
