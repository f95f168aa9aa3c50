import { once } from 'node:events';
import { connect } from 'node:net';

const TOPIC = 'frigate/events';
/** Half of the 16-bit packet ids, so that no id is reused before it is confirmed. */
const MAX_UNCONFIRMED = 30_000;

/** Publishes as fast as the broker takes messages, with QoS 1, and returns when all are confirmed. */
export async function publishAll(port: number, messages: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let confirmed = 0;
  let rest = Buffer.alloc(0);
  let isGreeted = false;
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    // CONNACK and PUBACK are four bytes each.
    const packets = Math.floor(rest.length / 4);
    rest = rest.subarray(packets * 4);
    confirmed += packets - (isGreeted || packets === 0 ? 0 : 1);
    isGreeted ||= packets > 0;
  });
  socket.write(packet(0x10, withLength('MQTT'), Buffer.of(4, 2, 0, 60), withLength('')));
  await once(socket, 'data');
  for (const [n, text] of messages.entries()) {
    const id = (n % 60_000) + 1;
    const isTaken = socket.write(packet(0x32, withLength(TOPIC), Buffer.of(id >> 8, id & 0xff), Buffer.from(text)));
    if (!isTaken) await once(socket, 'drain');
    while (n - confirmed > MAX_UNCONFIRMED) await once(socket, 'data');
  }
  while (confirmed < messages.length) await once(socket, 'data');
  socket.end(packet(0xe0));
}

const withLength = (text: string): Buffer =>
  Buffer.concat([Buffer.of(text.length >> 8, text.length & 0xff), Buffer.from(text)]);

function packet(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.of(type, ...length), body]);
}

/** Events of several cameras at once: a start, updates and an end each, in the order in which a detector sends them. */
export function detectorMessages({
  events,
  updates,
  atOnce,
  cameras,
  nowMs,
}: {
  events: number;
  updates: number;
  /** How many events are open at a time. */
  atOnce: number;
  cameras: readonly string[];
  nowMs: number;
}): string[] {
  const messages: string[] = [];
  for (let first = 0; first < events; first += atOnce)
    for (let step = 0; step < updates + 2; step += 1)
      for (let n = first; n < Math.min(events, first + atOnce); n += 1) {
        const type = step === 0 ? 'new' : step === updates + 1 ? 'end' : 'update';
        const startS = nowMs / 1000 - 3_600 + n / 10;
        const after = {
          id: `${startS.toFixed(3)}-${n}`,
          camera: cameras[n % cameras.length],
          label: 'person',
          start_time: startS,
          end_time: type === 'end' ? startS + 5 : null,
          score: 0.7,
          top_score: 0.8,
          box: [100 + step, 100, 180 + step, 260],
          current_zones: ['drive'],
          entered_zones: ['drive'],
        };
        messages.push(JSON.stringify({ type, before: after, after }));
      }
  return messages;
}
