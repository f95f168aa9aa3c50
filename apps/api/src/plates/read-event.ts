import type { Routes, StaticOf } from '@holdfast/contract';
import {
  NATIVE_ALPR_SOURCE_ID,
  type NormalizedEvent,
  PLATE_LABEL,
  type RecognizedPlate,
  readNormalizedBox,
  reasonCode,
} from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';
import { requireCrop } from './crop-field.ts';

type Body = StaticOf<Routes['plates']['ingest']['body']>;

const MAX_VEHICLE_LENGTH = 8 * 1024;

/** The worker's read as an event. It reports a finished pass, so the event begins and ends at once. */
export function readEventOf(body: Body, nowMs: number): NormalizedEvent & { plate: RecognizedPlate } {
  const { crop_jpeg, ...raw } = body;
  const vehicle = body.vehicle ?? null;
  if (vehicle !== null && JSON.stringify(vehicle).length > MAX_VEHICLE_LENGTH)
    throw invalidField('/vehicle', reasonCode('too-many-kibibytes', { limit: MAX_VEHICLE_LENGTH / 1024 }));
  const box = body.bbox ? (readNormalizedBox(body.bbox) ?? null) : null;
  if (body.bbox && box === null) throw invalidField('/bbox', reasonCode('box-without-area'));
  const tsMs = body.ts === undefined ? nowMs : Date.parse(body.ts);
  return {
    sourceId: NATIVE_ALPR_SOURCE_ID,
    // As it will be stored, so that the read is found again under its name.
    providerEventId: body.provider_event_id.toWellFormed(),
    cameraId: body.camera_id.toLowerCase(),
    tsMs,
    endTsMs: tsMs,
    lifecycle: 'end',
    label: PLATE_LABEL,
    subLabel: body.plate,
    score: body.confidence,
    topScore: body.confidence,
    zones: [],
    box,
    snapshotUrl: null,
    raw,
    plate: {
      text: body.plate_raw ?? body.plate,
      registration: body.plate,
      confidence: body.confidence,
      region: body.region ?? null,
      vehicle,
      box,
      cropJpeg: crop_jpeg == null ? null : requireCrop(crop_jpeg, '/crop_jpeg'),
    },
  };
}
