import { expect, it } from 'vitest';
import { showKeys as t } from '../../i18n/test-translate.ts';
import { fieldWord, valueWord } from './field-words.ts';

it.each([
  ['enabled', '<auditField.enabled>'],
  ['motion_pixel_enabled', '<motion.motion_pixel_enabled>'],
  ['added_to', '<auditField.addedTo>'],
  ['of_a_later_version', 'of a later version'],
  ['toString', 'toString'],
])('calls the field %s %s', (field, word) => expect(fieldWord(field, t)).toBe(word));

it.each([
  ['record_audio', null, '<audio.policy>'],
  ['record_audio', true, '<audit.on>'],
  ['sub_url', null, '<audit.empty>'],
  ['added_to', ['Doors', 'Yard'], 'Doors, Yard'],
  ['added_to', [], '<audit.empty>'],
  ['live_retention_hours', 24, '24 in words'],
  ['name', 'Gate', 'Gate'],
])('shows the value of %s, %j, as %s', (field, value, word) =>
  expect(valueWord(field, value, { t, number: (n) => `${n} in words` })).toBe(word),
);
