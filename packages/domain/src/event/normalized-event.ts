import type { NormalizedBox } from '../geometry/box.ts';

export type EventLifecycle = 'start' | 'update' | 'end';

/** A plate as its source read it; the text is untrusted. */
export type RecognizedPlate = {
  text: string;
  /** What the source makes of the text by its country's formats; left out where that is the same. */
  registration?: string;
  confidence: number | null;
  region: string | null;
  vehicle: Record<string, unknown> | null;
  box: NormalizedBox | null;
  /** Only the native worker sends pictures, and only checked ones get this far. */
  cropJpeg: Uint8Array | null;
};

/** Of the native worker's reads, and of the external detector's where it detects plates as objects. */
export const PLATE_LABEL = 'license_plate';

/** An event that is about nothing but a plate: hidden from those who may not see plates. */
export const isPlateEvent = ({ label }: { label: string }): boolean => label === PLATE_LABEL;

/** What every source is turned into before anything is decided about it. */
export type NormalizedEvent = {
  sourceId: string;
  /** The source's own name of the event: the same again is a refinement. */
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
  /** Where the source keeps a whole picture of it, as an address of its own server. */
  snapshotUrl: string | null;
  raw: Record<string, unknown> | null;
  plate: RecognizedPlate | null;
};
