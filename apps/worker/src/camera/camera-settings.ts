import type { CountryCode, Zones } from '@holdfast/domain';

/** What the API says of the camera. */
export interface CameraSettings {
  minConfidence: number;
  zones: Zones;
  country: CountryCode | undefined;
}

export type WantedWork = { kind: 'idle'; reason: string } | { kind: 'read'; settings: CameraSettings };
