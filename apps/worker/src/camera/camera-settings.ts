import type { CountryCode, Zones } from '@holdfast/domain';

/** The camera's settings from the API. */
export interface CameraSettings {
  minConfidence: number;
  zones: Zones;
  country: CountryCode | undefined;
}

export type WantedWork = { kind: 'idle'; reason: string } | { kind: 'read'; settings: CameraSettings };
