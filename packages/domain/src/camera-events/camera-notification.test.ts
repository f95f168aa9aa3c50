import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CameraNotification, cameraEventLabels, readCameraEvent } from './camera-notification.ts';

const about = (topic: string, data: Record<string, string>, more: Partial<CameraNotification> = {}) =>
  readCameraEvent({ topic, operation: 'changed', source: { VideoSource: '1' }, key: {}, data, ...more });

describe('a message of a camera', () => {
  it.each([
    ['VideoSource/MotionAlarm', { State: 'true' }, 'motion'],
    ['RuleEngine/CellMotionDetector/Motion', { IsMotion: 'true' }, 'motion'],
    ['RuleEngine/MotionRegionDetector/Motion', { State: '1' }, 'motion'],
    ['RuleEngine/FieldDetector/ObjectsInside', { IsInside: 'true' }, 'motion'],
    ['RuleEngine/FieldDetector/ObjectsInside', { IsInside: 'true', ClassTypes: 'Human' }, 'person'],
    ['RuleEngine/FieldDetector/ObjectsInside', { IsInside: 'true', ObjectType: 'Vehicle' }, 'car'],
    ['RuleEngine/MyRuleDetector/PeopleDetect', { State: 'true' }, 'person'],
    ['RuleEngine/MyRuleDetector/VehicleDetect', { State: 'true' }, 'car'],
    ['RuleEngine/MyRuleDetector/DogCatDetect', { State: 'true' }, 'animal'],
    ['RuleEngine/MyRuleDetector/FaceDetect', { State: 'true' }, 'face'],
    ['RuleEngine/MyRuleDetector/Package', { State: 'true' }, 'package'],
    ['RuleEngine/MyRuleDetector/Visitor', { State: 'true' }, 'doorbell'],
    ['RuleEngine/PeopleDetector/People', { IsPeople: 'true' }, 'person'],
    ['RuleEngine/TPSmartEventDetector/TPSmartEvent', { IsVehicle: 'false', IsTPSmartEvent: 'true' }, 'motion'],
    ['UserAlarm/IVA/HumanShapeDetect', { State: 'true' }, 'person'],
    ['CameraApplicationPlatform/VMD/Camera1Profile1', { active: '1' }, 'motion'],
    ['RuleEngine/LoiteringDetector/ObjectIsLoitering', { State: 'true' }, 'motion'],
  ])('%s with %j starts an event of a %s', (topic, data, label) => {
    expect(about(topic, data)).toMatchObject({ label, state: 'started' });
    const [name = ''] = Object.entries(data).find(([, value]) => value === 'true' || value === '1') ?? [];
    expect(about(topic, { ...data, [name]: 'false' })).toMatchObject({ label, state: 'ended' });
    expect(about(topic, data, { operation: 'deleted' })).toMatchObject({ label, state: 'ended' });
  });

  it('about a line that was crossed has no end', () => {
    expect(about('RuleEngine/LineDetector/Crossed', { ObjectId: '1' })).toMatchObject({ state: 'happened' });
    // It was crossed before we began to ask.
    expect(about('RuleEngine/LineDetector/Crossed', { ObjectId: '1' }, { operation: 'initialized' })).toBeUndefined();
  });

  it.each([
    ['Device/Trigger/DigitalInput', { LogicalState: 'true' }],
    ['RuleEngine/TamperDetector/Tamper', { IsTamper: 'true' }],
    ['VideoSource/GlobalSceneChange/ImagingService', { State: 'true' }],
    ['VideoSource/ImageTooDark/ImagingService', { State: 'true' }],
    ['AudioAnalytics/Audio/DetectedSound', { IsSoundDetected: 'true' }],
    ['RuleEngine/CountAggregation/PeopleCounter', { Count: '4' }],
    ['Monitoring/NetworkInterface/Link', { State: 'true' }],
    ['RecordingHistory/Recording/State', { IsRecording: 'true' }],
    ['PTZController/PTZPresets/Motion', { State: 'true' }],
    ['VideoSource/MotionAlarm', { State: 'perhaps' }],
    ['VideoSource/MotionAlarm', { ObjectId: '1' }],
    ['', {}],
  ])('%s with %j is not about something that moves', (topic, data) => {
    expect(about(topic, data)).toBeUndefined();
  });

  it('has the same key at its start and at its end, and another for another rule', () => {
    const keyOf = (source: Record<string, string>, value: string) =>
      about('RuleEngine/CellMotionDetector/Motion', { IsMotion: value }, { source })?.key;
    expect(keyOf({ A: '1', Rule: 'x' }, 'true')).toBe(keyOf({ Rule: 'x', A: '1' }, 'false'));
    expect(keyOf({ Rule: 'x' }, 'true')).not.toBe(keyOf({ Rule: 'y' }, 'true'));
    const token = (name: string) => ({ VideoAnalyticsConfigurationToken: 'a'.repeat(200), VideoSource: name });
    expect(keyOf(token('left'), 'true')).not.toBe(keyOf(token('right'), 'true'));
  });

  it('of any kind is understood or ignored, with a bounded key', () => {
    const words = fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 300 }), { maxKeys: 5 });
    const operation = fc.constantFrom('initialized' as const, 'changed' as const, 'deleted' as const);
    const topic = fc.oneof(fc.string(), fc.constantFrom('VideoSource/MotionAlarm', 'RuleEngine/LineDetector/Crossed'));
    fc.assert(
      fc.property(fc.record({ topic, operation, source: words, key: words, data: words }), (notification) => {
        const event = readCameraEvent(notification);
        if (event === undefined) return;
        expect(cameraEventLabels).toContain(event.label);
        expect(event.key.length).toBeLessThanOrEqual(2_000);
      }),
    );
  });
});
