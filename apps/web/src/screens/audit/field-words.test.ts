import { lprEngines } from '@holdfast/domain';
import { expect, it } from 'vitest';
import { showKeys as t } from '../../i18n/test-translate.ts';
import { fieldWord, isSetting, type ValueFormat, valueWord } from './field-words.ts';

it.each([
  ['enabled', '<auditField.enabled>'],
  ['motion_pixel_enabled', '<motion.motion_pixel_enabled>'],
  ['added_to', '<auditField.addedTo>'],
  ['attach_clip', '<alerts.clipPicture>'],
  ['of_a_later_version', 'of a later version'],
  ['toString', 'toString'],
])('calls the field %s %s', (field, word) => expect(fieldWord(field, t)).toBe(word));

const format: ValueFormat = {
  number: (value) => `${value} in words`,
  percent: (fraction) => `${fraction * 100} per cent`,
  bytes: (bytes) => `${bytes} bytes`,
  hours: (hours) => `${hours} hours`,
  duration: (ms) => `${ms} ms`,
  exact: (iso) => `at ${iso}`,
  days: (week) => `days ${week}`,
};

it.each([
  ['record_audio', null, '<audio.policy>'],
  ['record_audio', true, '<audit.on>'],
  ['sub_url', null, '<audit.empty>'],
  ['live_max_bytes', null, '<policy.noLimit>'],
  ['event_retention_days', null, '<auditField.asFootage>'],
  ['added_to', ['Doors', 'Yard'], 'Doors, Yard'],
  ['added_to', [], '<audit.empty>'],
  ['keep', 14, '14 in words'],
  ['live_retention_hours', 24, '24 hours'],
  ['retention', 30, '720 hours'],
  ['live_max_bytes', 5e9, '5000000000 bytes'],
  ['cooldown_seconds', 90, '90000 ms'],
  ['watchlist_fuzz', 0.25, '25 per cent'],
  ['motion_threshold', 0.005, '0.5 in words %'],
  ['name', 'Gate', 'Gate'],
  ['name', '1111100', '1111100'],
  ['mode', 'motion', '<mode.motion>'],
  ['mode', 'of a later version', 'of a later version'],
  ['mode', 'toString', 'toString'],
  ['capabilities', ['playback', 'export'], '<capability.playback>, <capability.export>'],
  ['snoozed_until', '2026-01-01T00:00:00.000Z', 'at 2026-01-01T00:00:00.000Z'],
  ['quiet_days', '1111100', 'days 1111100'],
])('shows the value of %s, %j, as %s', (field, value, word) => expect(valueWord(field, value, t, format)).toBe(word));

it.each(lprEngines)('has a word for the plate engine %s', (engine) =>
  expect(valueWord('lpr_engine', engine, t, format)).toBe(`<engine.${engine}>`),
);

it('leaves out what follows from other fields', () => {
  expect(['lpr_engine', 'lpr_enabled', 'has_secret', 'secret'].filter(isSetting)).toEqual(['lpr_engine', 'secret']);
});
