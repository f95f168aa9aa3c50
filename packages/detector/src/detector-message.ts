import {
  type FrameSize,
  type NormalizedBox,
  PLATE_LABEL,
  type RecognizedPlate,
  readDetectorBox,
  readNormalizedBox,
} from '@holdfast/domain';
import { boundedCopy } from './bounded-copy.ts';

/** One tracked object as of one message. */
export interface Detection {
  providerEventId: string;
  /** The detector's name of the camera. */
  cameraName: string;
  tsMs: number;
  endTsMs: number | null;
  lifecycle: 'start' | 'update' | 'end';
  label: string;
  subLabel: string | null;
  score: number | null;
  topScore: number | null;
  zones: string[];
  box: NormalizedBox | null;
  /** False for stationary objects such as parked cars, which are no reason to record. */
  isMoving: boolean;
  plate: RecognizedPlate | null;
  hasSnapshot: boolean;
  /** It is over, but its end is not to be stored. */
  endsBeforeStart: boolean;
  /** A box was given that is not four numbers; stored without it. */
  hasBadBox: boolean;
  raw: Record<string, unknown>;
}

/** Why a message could not be parsed; counted, never stored. */
export type MessageFault =
  | 'not-json'
  | 'too-large'
  | 'retained'
  | 'no-id'
  | 'no-camera'
  | 'bad-time'
  | 'bad-label'
  | 'false-positive';

export type ReadMessage = { kind: 'detection'; detection: Detection } | { kind: 'fault'; fault: MessageFault };

type Json = Record<string, unknown>;

const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 100;
const MAX_PLATE_LENGTH = 128;
const MAX_ZONES = 64;
/** Times before this, or more than a day ahead, are errors. The clock of a detector may differ, and its time zone may be wrong. */
const EARLIEST_S = 946_684_800;
const AHEAD_S = 86_400;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? storableText(value) : undefined;
/** As the database stores it, so that two ids which would be stored alike are one id from here on. */
const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
const fractionOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;

/** `"text"`, or `["text", score]`. */
function readTextAndScore(value: unknown, longest: number): { text: string; score: number | null } | undefined {
  const [first, score] = Array.isArray(value) ? value : [value, null];
  const text = textOf(first, longest);
  return text === undefined ? undefined : { text, score: fractionOf(score) };
}

function readTime(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (value < EARLIEST_S || value > nowMs / 1000 + AHEAD_S) return undefined;
  // An event cannot be later than the message that reports it.
  return Math.min(nowMs, Math.round(value * 1000));
}

export interface Reading {
  nowMs: number;
  /** The detect resolution of a camera; without it pixel boxes cannot be converted. */
  frameOf: (cameraName: string) => FrameSize | undefined;
}

/** A message of the topic `<prefix>/events`. */
export function readMqttMessage(payload: unknown, reading: Reading): ReadMessage {
  if (!isObject(payload)) return { kind: 'fault', fault: 'not-json' };
  const { type, after, before } = payload;
  const tracked = isObject(after) ? after : before;
  const lifecycle = type === 'new' ? 'start' : type === 'end' ? 'end' : type === 'update' ? 'update' : undefined;
  if (!isObject(tracked) || lifecycle === undefined) return { kind: 'fault', fault: 'not-json' };
  return readTracked(tracked, lifecycle, reading);
}

/** An entry of `/api/events`: the same fields, except that boxes are fractions below `data`. */
export function readHttpEvent(entry: unknown, reading: Reading): ReadMessage {
  if (!isObject(entry)) return { kind: 'fault', fault: 'not-json' };
  const data = isObject(entry.data) ? entry.data : {};
  const flat = { ...entry, score: data.score ?? entry.score, top_score: data.top_score ?? entry.top_score };
  return readTracked(flat, entry.end_time == null ? 'update' : 'end', reading);
}

function readTracked(tracked: Json, lifecycle: Detection['lifecycle'], { nowMs, frameOf }: Reading): ReadMessage {
  const fault = (what: MessageFault): ReadMessage => ({ kind: 'fault', fault: what });
  const providerEventId = textOf(tracked.id, MAX_ID_LENGTH);
  if (providerEventId === undefined) return fault('no-id');
  const cameraName = textOf(tracked.camera, MAX_NAME_LENGTH);
  if (cameraName === undefined) return fault('no-camera');
  const label = textOf(tracked.label, MAX_NAME_LENGTH);
  if (label === undefined) return fault('bad-label');
  if (tracked.false_positive === true) return fault('false-positive');
  const tsMs = readTime(tracked.start_time, nowMs);
  if (tsMs === undefined) return fault('bad-time');
  const ended = tracked.end_time == null ? undefined : readTime(tracked.end_time, nowMs);
  if (tracked.end_time != null && ended === undefined) return fault('bad-time');
  // An end without a time is the time of the message; an end before the start is the start.
  const given = lifecycle === 'end' ? (ended ?? nowMs) : ended;
  const endTsMs = given === undefined ? null : Math.max(tsMs, given);
  const frame = frameOf(cameraName);
  const subLabel = readTextAndScore(tracked.sub_label, MAX_PLATE_LENGTH);
  const plate = readPlate(tracked, { label, subLabel, frame });
  return {
    kind: 'detection',
    detection: {
      providerEventId,
      cameraName,
      tsMs,
      endTsMs,
      lifecycle: endTsMs === null ? lifecycle : 'end',
      label,
      subLabel: subLabel?.text ?? null,
      score: fractionOf(tracked.score),
      topScore: fractionOf(tracked.top_score),
      zones: readZones(tracked.entered_zones ?? tracked.zones ?? tracked.current_zones),
      box: readBox(tracked, frame) ?? null,
      isMoving: endTsMs === null && tracked.stationary !== true,
      plate,
      hasSnapshot: tracked.has_snapshot === true,
      endsBeforeStart: ended !== undefined && ended < tsMs,
      hasBadBox: Object.values(givenBox(tracked)).some(isBadBox),
      raw: withoutPictures(tracked),
    },
  };
}

const readZones = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((zone) => textOf(zone, MAX_NAME_LENGTH) ?? []).slice(0, MAX_ZONES) : [];

/** The box of the object itself: from HTTP as fractions, from MQTT or the snapshot in pixels. */
function givenBox(tracked: Json): { fractions: unknown; pixels: unknown } {
  const snapshot = isObject(tracked.snapshot) ? tracked.snapshot : {};
  const data = isObject(tracked.data) ? tracked.data : {};
  return { fractions: data.box, pixels: tracked.box ?? snapshot.box };
}

const isBadBox = (box: unknown): boolean =>
  box != null && !(Array.isArray(box) && box.length === 4 && box.every(Number.isFinite));

function readBox(tracked: Json, frame: FrameSize | undefined): NormalizedBox | undefined {
  const { fractions, pixels } = givenBox(tracked);
  return readNormalizedBox(fractions) ?? readDetectorBox(pixels, frame);
}

function readPlate(
  tracked: Json,
  {
    label,
    subLabel,
    frame,
  }: { label: string; subLabel: { text: string; score: number | null } | undefined; frame: FrameSize | undefined },
): RecognizedPlate | null {
  const data = isObject(tracked.data) ? tracked.data : {};
  const own = readTextAndScore(tracked.recognized_license_plate ?? data.recognized_license_plate, MAX_PLATE_LENGTH);
  const found = own ?? (label === PLATE_LABEL ? subLabel : undefined);
  if (!found) return null;
  const score = fractionOf(tracked.recognized_license_plate_score ?? data.recognized_license_plate_score);
  return {
    text: found.text,
    confidence: found.score ?? score,
    region: null,
    vehicle: label === PLATE_LABEL ? null : { label },
    box: readPlateBox(tracked, label, frame) ?? null,
    cropJpeg: null,
  };
}

/**
 * The box of the plate, in every place and form that the detector uses: attributes of the snapshot or of the object, as
 * corners in pixels, as origin and size, or as fractions. Without it only the picture of the plate is missing.
 */
function readPlateBox(tracked: Json, label: string, frame: FrameSize | undefined): NormalizedBox | undefined {
  if (label === PLATE_LABEL) return readBox(tracked, frame);
  const snapshot = isObject(tracked.snapshot) ? tracked.snapshot : {};
  const data = isObject(tracked.data) ? tracked.data : {};
  for (const list of [snapshot.attributes, tracked.current_attributes, tracked.attributes, data.attributes]) {
    if (!Array.isArray(list)) continue;
    const attribute = list.find((one) => isObject(one) && one.label === PLATE_LABEL) as Json | undefined;
    const box = attribute && readDetectorBox(attribute.box, frame);
    if (box) return box;
  }
  return undefined;
}

/** As sent by the detector, but without pictures, which would be stored with every update, and of a bounded size. */
function withoutPictures(tracked: Json): Json {
  const { thumbnail: _, path_data: __, ...rest } = tracked;
  return boundedCopy(rest);
}
