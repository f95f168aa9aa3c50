import net, { type Socket } from 'node:net';

export interface Picture {
  /** H.265 units are sent whole: TCP has room for them, and only H.264 is fragmented here. */
  nals: readonly Buffer[];
  codec?: 'h264' | 'h265';
  /** 90 kHz. */
  rtpTime: number;
}

export interface BareCameraPlan {
  /** The whole answer to DESCRIBE; `connection` counts from zero. */
  describe?: (connection: number) => string;
  /** Sent instead of RTSP. */
  babble?: (socket: Socket) => void;
  /** Several are sent at once; undefined closes the connection. */
  picture?: (index: number, connection: number) => Picture | readonly Picture[] | undefined;
  /** Between two pictures. */
  pictureMs?: number;
}

export interface BareCamera {
  url: string;
  stop(): Promise<void>;
}

const SDP = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track1\r\n';

/** A minimal RTSP camera, scripted by the test, over TCP only. */
export async function startBareCamera({
  describe = () => SDP,
  babble,
  picture = () => undefined,
  pictureMs = 50,
}: BareCameraPlan): Promise<BareCamera> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (babble) return babble(socket);
    const connection = connections++;
    let asked = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      asked += text;
      for (let end = asked.indexOf('\r\n\r\n'); end >= 0; end = asked.indexOf('\r\n\r\n')) {
        const [method = ''] = asked.split(' ', 1);
        const number = /^CSeq: *(\d+)/im.exec(asked)?.[1] ?? '0';
        asked = asked.slice(end + 4);
        socket.write(answer(method, number, describe(connection)));
        if (method === 'PLAY') play(socket, pictureMs, (index) => picture(index, connection));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `rtsp://127.0.0.1:${port}/live`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(method: string, number: string, description: string): string {
  const head = ['RTSP/1.0 200 OK', `CSeq: ${number}`];
  if (method === 'DESCRIBE') head.push('Content-Type: application/sdp', `Content-Length: ${description.length}`);
  if (method === 'SETUP') head.push('Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 7');
  return `${head.join('\r\n')}\r\n\r\n${method === 'DESCRIBE' ? description : ''}`;
}

function play(
  socket: Socket,
  pictureMs: number,
  picture: (index: number) => Picture | readonly Picture[] | undefined,
): void {
  let index = 0;
  let sequence = 0;
  const timer = setInterval(() => {
    const sent = picture(index++);
    if (sent === undefined) return void socket.destroy();
    // One call to the system for a picture, not one for each packet.
    socket.cork();
    for (const { nals, codec, rtpTime } of [sent].flat())
      for (const [at, nal] of nals.entries()) {
        const payloads = codec === 'h265' ? [nal] : fragments(nal);
        for (const [part, payload] of payloads.entries()) {
          const marker = at === nals.length - 1 && part === payloads.length - 1;
          socket.write(packet({ sequence: sequence++, rtpTime, marker, payload }));
        }
      }
    socket.uncork();
  }, pictureMs);
  socket.on('close', () => clearInterval(timer));
}

const MAX_BYTES = 1_400;

function fragments(nal: Buffer): Buffer[] {
  if (nal.length <= MAX_BYTES) return [nal];
  const [first = 0] = nal;
  const pieces: Buffer[] = [];
  for (let at = 1; at < nal.length; at += MAX_BYTES) {
    const flags = (at === 1 ? 0x80 : 0) | (at + MAX_BYTES >= nal.length ? 0x40 : 0);
    const header = Buffer.from([(first & 0xe0) | 28, flags | (first & 0x1f)]);
    pieces.push(Buffer.concat([header, nal.subarray(at, at + MAX_BYTES)]));
  }
  return pieces;
}

function packet({
  sequence,
  rtpTime,
  marker,
  payload,
}: {
  sequence: number;
  rtpTime: number;
  marker: boolean;
  payload: Buffer;
}): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt8(0x24, 0);
  head.writeUInt16BE(12 + payload.length, 2);
  head.writeUInt8(0x80, 4);
  head.writeUInt8(96 | (marker ? 0x80 : 0), 5);
  head.writeUInt16BE(sequence & 0xffff, 6);
  head.writeUInt32BE(rtpTime >>> 0, 8);
  head.writeUInt32BE(7, 12);
  return Buffer.concat([head, payload]);
}
