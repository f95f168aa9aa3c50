import type { NormalizedBox } from '../geometry/box.ts';

export type EventLifecycle = 'start' | 'update' | 'end';

/** A plate as its source read it; the text is untrusted. */
export type RecognizedPlate = {
  text: string;
  /** The text corrected by the country's formats; omitted if it is the same. */
  registration?: string;
  confidence: number | null;
  region: string | null;
  vehicle: Record<string, unknown> | null;
  box: NormalizedBox | null;
  /** Only the native worker sends pictures, and they are validated before. */
  cropJpeg: Uint8Array | null;
};

/** The label of the native worker's reads, and of the external detector's if it detects plates as objects. */
export const PLATE_LABEL = 'license_plate';

/** An event that consists of nothing but a plate: hidden from users who may not see plates. */
export const isPlateEvent = ({ label }: { label: string }): boolean => label === PLATE_LABEL;

/** The common form of the events of all sources. */
export type NormalizedEvent = {
  sourceId: string;
  /** The source's own id of the event: the same id again is a refinement. */
  providerEventId: string;
  cameraId: string;
  tsMs: number;
  /** Null while the event is open. */
  endTsMs: number | null;
  lifecycle: EventLifecycle;
  label: string;
  subLabel: string | null;
  score: number | null;
  topScore: number | null;
  zones: readonly string[];
  box: NormalizedBox | null;
  /** The URL of a whole picture on the source's own server. */
  snapshotUrl: string | null;
  raw: Record<string, unknown> | null;
  plate: RecognizedPlate | null;
};
