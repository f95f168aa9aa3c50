import { type Reading, type ReadMessage, readMqttMessage } from './detector-message.ts';

const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** Parses a message of the events topic. A retained message is about the past. */
export function readPayload(payload: Buffer, { retained }: { retained: boolean }, reading: Reading): ReadMessage {
  if (retained) return { kind: 'fault', fault: 'retained' };
  if (payload.length > MAX_PAYLOAD_BYTES) return { kind: 'fault', fault: 'too-large' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload.toString('utf8'));
  } catch {
    return { kind: 'fault', fault: 'not-json' };
  }
  return readMqttMessage(parsed, reading);
}
