import type { Plate } from '../plate/plate.ts';

/** The fields of a read that the derivation needs; callers may pass more and get them back. */
export type PassRead = {
  id: string;
  cameraId: string;
  sourceId: string;
  tsMs: number;
  plate: Plate;
  confidence: number | null;
};

export type PairingOptions = { windowMs: number; fuzz: number };

export const AB_WINDOW_SECONDS = { min: 1, max: 120, default: 8 } as const;
export const AB_FUZZ = { min: 0, max: 0.5, default: 0.25 } as const;
export const AB_READ_CAP = 10_000;

export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A total order, so that no result depends on the order in which rows arrive. */
export const compareReads = (a: PassRead, b: PassRead): number => a.tsMs - b.tsMs || compareIds(a.id, b.id);
