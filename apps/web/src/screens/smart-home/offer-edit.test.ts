import { expect, it } from 'vitest';
import { offerEffect } from './offer-edit.ts';

const URL = 'mqtt://broker';
const chosen = { enabled: true, camera_ids: ['a'], broker: 'own' as const, mqtt_url: null };

it.each([
  ['switched off', { ...chosen, enabled: false }, null, 'nothing'],
  ['without a camera', { ...chosen, camera_ids: [] }, null, 'nothing'],
  ['without an address', chosen, URL, 'needs-broker'],
  ['with an address', { ...chosen, mqtt_url: URL }, null, 'offers'],
  ['at the broker of the detector', { ...chosen, broker: 'detector' as const }, URL, 'offers'],
  ['at a detector without a broker', { ...chosen, broker: 'detector' as const, mqtt_url: URL }, null, 'needs-broker'],
  ['while the detector is not known', { ...chosen, broker: 'detector' as const }, undefined, 'offers'],
])('cameras %s: what saving does', (_title, wanted, detectorUrl, effect) =>
  expect(offerEffect(wanted, detectorUrl)).toBe(effect),
);
