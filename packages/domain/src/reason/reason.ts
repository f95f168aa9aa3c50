import { alertReasons } from './alert-reasons.ts';
import { cameraReasons } from './camera-reasons.ts';
import { deliveryReasons } from './delivery-reasons.ts';
import { fetchReasons } from './fetch-reasons.ts';
import { fieldReasons } from './field-reasons.ts';
import { fileReasons } from './file-reasons.ts';
import { hubReasons } from './hub-reasons.ts';
import { motionReasons } from './motion-reasons.ts';
import { recordingReasons } from './recording-reasons.ts';
import { requestReasons } from './request-reasons.ts';
import { webrtcReasons } from './webrtc-reasons.ts';

/** Every reason as a code with an English sentence. Other languages have theirs in the console. */
export const reasonSentences = {
  ...cameraReasons,
  ...recordingReasons,
  ...motionReasons,
  ...hubReasons,
  ...alertReasons,
  ...deliveryReasons,
  ...fetchReasons,
  ...fieldReasons,
  ...fileReasons,
  ...requestReasons,
  ...webrtcReasons,
} as const;

export type ReasonCode = keyof typeof reasonSentences;
export type ReasonValues = Readonly<Record<string, string | number>>;

/**
 * A code with its values in one string (`camera-refused?status=503`), so that it passes through errors, logs and text
 * columns as it is. `readReason` takes it apart, `reasonText` renders it in English.
 */
export type Reason = string & { readonly __brand: 'Reason' };

type PlacesIn<S extends string> = S extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesIn<Rest> : never;
type ValuesOf<C extends ReasonCode> = [PlacesIn<(typeof reasonSentences)[C]>] extends [never]
  ? []
  : [values: Readonly<Record<PlacesIn<(typeof reasonSentences)[C]>, string | number>>];

export function reasonCode<C extends ReasonCode>(code: C, ...[values]: ValuesOf<C>): Reason {
  if (values === undefined) return code as string as Reason;
  const pairs = Object.entries<string | number>(values).map(([name, value]): [string, string] => [name, String(value)]);
  return `${code}?${new URLSearchParams(pairs)}` as Reason;
}

/** A reason from a text column. A sentence that an older version stored there is shown as it is. */
export const storedReason = (text: string): Reason => text as Reason;

export interface ReadReason {
  code: ReasonCode;
  values: ReasonValues;
}

const isCode = (code: string): code is ReasonCode => Object.hasOwn(reasonSentences, code);

/** Undefined for a text that is not a reason, such as a sentence that an older version stored. */
export function readReason(text: string): ReadReason | undefined {
  const at = text.indexOf('?');
  const code = at < 0 ? text : text.slice(0, at);
  if (!isCode(code)) return undefined;
  const entries = at < 0 ? [] : [...new URLSearchParams(text.slice(at + 1))];
  const places = placesOf(code);
  return { code, values: Object.fromEntries(entries.filter(([name]) => places.has(name)).map(typedValue)) };
}

const placesOf = (code: ReasonCode) =>
  new Set([...reasonSentences[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
// Bytes are shown in the units of the reader, so they travel as a number.
const typedValue = ([name, text]: [string, string]): [string, string | number] => [
  name,
  name.endsWith('_bytes') || name === 'limit' || name === 'seconds' ? Number(text) : text,
];

/** The English sentence; a text that is not a reason stays as it is. */
export function reasonText(text: string): string {
  const read = readReason(text);
  if (!read) return text;
  return reasonSentences[read.code].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = read.values[name];
    if (value === undefined) return place;
    return name.endsWith('_bytes') ? `${(Number(value) / 1e9).toFixed(1)} GB` : String(value);
  });
}
