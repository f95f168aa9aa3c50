import { describe, expect, it } from 'vitest';
import type { DetectorConfig } from '../../api/queries.ts';
import { detectorEffect, detectorFields, isSameDetectorTest, keepsPassword, testedDetector } from './detector-edit.ts';

const URL = 'mqtt://broker:1883';
const config: DetectorConfig = {
  enabled: true,
  mqtt_url: URL,
  mqtt_prefix: 'frigate',
  mqtt_username: null,
  has_mqtt_password: true,
  http_base_url: null,
  min_score: 0.3,
  catchup_hours: 24,
  source: 'console',
  state: 'subscribed',
  reason: null,
  cause: null,
  faults: {},
  unmapped_cameras: [],
};
const saved = detectorFields(config);
const off = { ...config, enabled: false };
const bare = { ...config, enabled: false, mqtt_url: null };

describe('what saving the detector leads to', () => {
  it.each([
    ['nothing changed', config, saved, undefined],
    ['another confidence', config, { ...saved, min_score: 0.5 }, undefined],
    ['switched off', config, { ...saved, enabled: false }, 'disconnects'],
    ['without its broker', config, { ...saved, mqtt_url: null }, 'disconnects'],
    ['another broker', config, { ...saved, mqtt_url: 'mqtt://other' }, 'moves'],
    ['switched on', off, { ...detectorFields(off), enabled: true }, 'connects'],
    ['switched on without a broker', bare, { ...detectorFields(bare), enabled: true }, 'needs-broker'],
    ['an address while it is off', bare, { ...detectorFields(bare), mqtt_url: URL }, undefined],
  ] as const)('%s', (_title, before, wanted, effect) => expect(detectorEffect(before, wanted)).toBe(effect));
});

it('keeps the password only for the same broker', () => {
  expect(keepsPassword(config, saved)).toBe(true);
  expect(keepsPassword(config, { ...saved, mqtt_url: 'mqtt://other' })).toBe(false);
});

it('sends no empty password with a test, and knows when its answer is out of date', () => {
  expect(testedDetector(saved)).not.toHaveProperty('mqtt_password');
  expect(isSameDetectorTest(saved, { ...saved, min_score: 0.9 })).toBe(true);
  expect(isSameDetectorTest(saved, { ...saved, mqtt_password: 'x' })).toBe(false);
});
