import { createLogger } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlertCrop, createAlertImages } from './alert-images.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const limits = { maxBytes: 1_000 };
const noClips = { locate: () => Promise.reject(new Error('no clip')) };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the picture of an alert', () => {
  it('is left out when its detector does not answer within six seconds', async () => {
    const never = new Promise<AlertCrop>(() => {});
    const image = createAlertImages({ log, clipStore: noClips, cropOf: () => never })('read', ['crop'], limits);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await Promise.race([image, 'still waiting'])).toBe(null);
  });

  it('is left out when its clip cannot even be found within the time of a render', async () => {
    const clipStore = { locate: () => new Promise<never>(() => {}) };
    const cropOf = async (): Promise<AlertCrop> => ({ kind: 'none' });
    const image = createAlertImages({ log, clipStore, cropOf })('read', ['moving'], limits);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await Promise.race([image, 'still waiting'])).toBe(null);
  });

  it('is the next form when the first takes too long', async () => {
    const jpeg = Buffer.from('a picture');
    const clipStore = { locate: () => new Promise<never>(() => {}) };
    const cropOf = async (): Promise<AlertCrop> => ({ kind: 'ok', jpeg });
    const image = createAlertImages({ log, clipStore, cropOf })('read', ['moving', 'crop'], limits);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(await Promise.race([image, 'still waiting'])).toMatchObject({ bytes: jpeg, name: 'plate.jpg' });
  });
});
