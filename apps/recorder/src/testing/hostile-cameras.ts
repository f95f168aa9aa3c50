import net, { type Server, type Socket } from 'node:net';

type Answer = string | Buffer | undefined;
type Behaviour = (socket: Socket) => void;

const SDP = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track1\r\n';

const reply = (number: string, lines: readonly string[] = [], { status = '200 OK', body = '' } = {}): string =>
  [
    `RTSP/1.0 ${status}`,
    `CSeq: ${number}`,
    ...lines,
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n');

const ordinary: Record<string, (number: string, socket: Socket) => Answer> = {
  DESCRIBE: (number) => reply(number, ['Content-Type: application/sdp'], { body: SDP }),
  SETUP: (number) => reply(number, ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 42;timeout=4']),
};

/** Speaks RTSP correctly, except for the given replies. */
const speaking =
  (answers: Partial<Record<string, (number: string, socket: Socket) => Answer>> = {}): Behaviour =>
  (socket) => {
    let asked = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      asked += text;
      for (let end = asked.indexOf('\r\n\r\n'); end >= 0; end = asked.indexOf('\r\n\r\n')) {
        // Receiver reports arrive in between.
        const [, method = '', number = '0'] =
          /([A-Z_]+) \S+ RTSP\/1\.0\r\n[^$]*?CSeq: *(\d+)/.exec(asked.slice(0, end + 4)) ?? [];
        asked = asked.slice(end + 4);
        const answer = (answers[method] ?? ordinary[method] ?? ((n: string) => reply(n, ['Session: 42'])))(
          number,
          socket,
        );
        if (answer !== undefined) socket.write(answer);
      }
    });
  };

const flooding =
  (piece: string | Buffer): Behaviour =>
  (socket) => {
    const bytes = Buffer.from(piece);
    const chunk = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(65_536 / bytes.length)) }, () => bytes));
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', flood);
    flood();
  };

/** Repeats an action as long as the connection lasts. */
const every = (socket: Socket, ms: number, act: (index: number) => void) => {
  let index = 0;
  const timer = setInterval(() => act(index++), ms);
  socket.on('close', () => clearInterval(timer));
};

const framed = (payload: Buffer, { sequence = 0, rtpTime = 0, channel = 0 } = {}): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt8(0x24, 0);
  head.writeUInt8(channel, 1);
  head.writeUInt16BE(12 + payload.length, 2);
  head.writeUInt8(0x80, 4);
  head.writeUInt8(96 | 0x80, 5);
  head.writeUInt16BE(sequence & 0xffff, 6);
  head.writeUInt32BE(rtpTime >>> 0, 8);
  head.writeUInt32BE(7, 12);
  return Buffer.concat([head, payload]);
};

/** Sends arbitrary packets after PLAY. */
const playing = (packet: (index: number) => Buffer, ms = 20): Behaviour =>
  speaking({
    PLAY: (number, socket) => {
      every(socket, ms, (index) => socket.write(packet(index)));
      return reply(number, ['Session: 42']);
    },
  });

const keyframe = Buffer.from([0x65, 0x88, 0x84, 0, 0x33, 0xff]);
const parameterSet = Buffer.from([0x67, 0x42, 0xc0, 0x1e, 0xd9, 0, 0xa0, 0x47, 0xfe, 0xc8]);
const describing = (body: string) => speaking({ DESCRIBE: (number) => reply(number, [], { body }) });
const random = (bytes: number) => Buffer.from(Array.from({ length: bytes }, () => Math.floor(Math.random() * 256)));

/** Everything a malicious camera can do to a recorder. */
const hostileBehaviours: Readonly<Record<string, Behaviour>> = {
  'floods requests and never reads': flooding('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
  'never reads after it plays': speaking({
    PLAY: (number, socket) => {
      every(socket, 20, (index) => socket.write(framed(keyframe, { sequence: index, rtpTime: index * 1800 })));
      every(socket, 100, () => socket.write('GET_PARAMETER * RTSP/1.0\r\nCSeq: 1\r\n\r\n'));
      setImmediate(() => socket.pause());
      return reply(number, ['Session: 42']);
    },
  }),
  'floods answers': flooding('RTSP/1.0 200 OK\r\n\r\n'),
  'floods answers with bodies': flooding(`RTSP/1.0 200 OK\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`),
  'floods empty packets': flooding('$\0\0\0'),
  'floods large packets': flooding(framed(Buffer.alloc(65_000, 1))),
  'floods empty lines': flooding('\r\n'),
  'floods pictures once it plays': speaking({
    PLAY: (number, socket) => {
      setImmediate(() => flooding(framed(Buffer.concat([keyframe, Buffer.alloc(30_000)])))(socket));
      return reply(number, ['Session: 42']);
    },
  }),
  'floods random bytes': flooding(random(65_536)),
  'sends headers without end': (socket) => {
    socket.write('RTSP/1.0 200 OK\r\n');
    flooding('X-Filler: aaaaaaaaaaaaaaaaaaaaaaaa\r\n')(socket);
  },
  'sends one line without end': flooding('RTSP/1.0 200 OKKKKKKKKKKKKKKKK'),
  'sends a letter now and then': (socket) =>
    every(socket, 50, (index) => socket.write('RTSP/1.0 200 OK\r\nCSeq: 1\r\nX: y'.charAt(index % 30) || 'y')),
  'sends nothing': () => undefined,
  'sends nothing after it plays': speaking(),
  'hangs up at once': (socket) => void socket.destroy(),
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'hangs up when it is described': speaking({ DESCRIBE: (_number, socket) => void socket.destroy() }),
  'is a web server': (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  'describes itself in garbage': describing('\u0001\u0002 not a description'),
  'describes itself in empty lines': describing(`v=0\r\n${'\n'.repeat(60_000)}`),
  'describes a thousand tracks': describing(
    `v=0\r\n${'m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n'.repeat(1_000)}`,
  ),
  'describes itself in blanks': describing(`v=0\r\nm=video 0 RTP/AVP 96\r\na=fmtp:96 ${' '.repeat(50_000)}\u2028x\r\n`),
  'announces a giant body': speaking({ DESCRIBE: (number) => reply(number, ['Content-Length: 999999999']) }),
  'never sends its body whole': speaking({ DESCRIBE: (number) => reply(number, ['Content-Length: 5000']) + SDP }),
  'redirects to the metadata service': speaking({
    DESCRIBE: (number) => reply(number, ['Location: rtsp://169.254.169.254/'], { status: '302 Found' }),
  }),
  'redirects while it plays': speaking({
    PLAY: (number, socket) => {
      setTimeout(() => socket.write('REDIRECT rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\nLocation: rtsp://y/\r\n\r\n'), 50);
      return reply(number, ['Session: 42']);
    },
  }),
  'rejects every password': speaking({
    DESCRIBE: (number) =>
      reply(number, ['WWW-Authenticate: Digest realm="r", nonce="n"'], { status: '401 Unauthorized' }),
  }),
  'challenges with ten thousand letters': speaking({
    DESCRIBE: (number) =>
      reply(number, [`WWW-Authenticate: Digest realm="${'a="'.repeat(3_000)}`], { status: '401 Unauthorized' }),
  }),
  'names an impossible channel': speaking({
    SETUP: (number) => reply(number, ['Transport: RTP/AVP/TCP;unicast;interleaved=254-999', 'Session: 1']),
  }),
  'asks with a giant sequence number': speaking({
    PLAY: (number, socket) => {
      every(socket, 100, () => socket.write(`OPTIONS * RTSP/1.0\r\nCSeq: ${'9'.repeat(10_000)}\r\n\r\n`));
      return reply(number, ['Session: 42']);
    },
  }),
  'never ends a fragment': playing((index) =>
    framed(Buffer.concat([Buffer.from([0x7c, index === 0 ? 0x85 : 0x05]), Buffer.alloc(1_400)]), { sequence: index }),
  ),
  'sends aggregates that lie': playing((index) =>
    framed(Buffer.from([24, 0xff, 0xff, 0x65, 0, 0, 0, 1]), { sequence: index }),
  ),
  'sends no keyframe': playing((index) =>
    framed(Buffer.from([0x41, 1, 2]), { sequence: index, rtpTime: index * 1800 }),
  ),
  'sends random time stamps': playing((index) =>
    framed(keyframe, { sequence: index, rtpTime: Math.random() * 2 ** 32 }),
  ),
  'runs its clock backwards': playing((index) =>
    framed(keyframe, { sequence: index, rtpTime: 2 ** 31 - index * 1800 }),
  ),
  'freezes its time stamps': playing((index) => framed(keyframe, { sequence: index, rtpTime: 1 })),
  'skips sequence numbers': playing((index) => framed(keyframe, { sequence: index * 997, rtpTime: index * 1800 })),
  'changes its size with each picture': playing((index) =>
    Buffer.concat([
      framed(
        Buffer.concat([parameterSet.subarray(0, 4), Buffer.from([0xd9, index & 0xff]), parameterSet.subarray(6)]),
        { sequence: index * 2, rtpTime: index * 1800 },
      ),
      framed(keyframe, { sequence: index * 2 + 1, rtpTime: index * 1800 }),
    ]),
  ),
  'sends packets cut short': playing((index) => framed(Buffer.alloc(0), { sequence: index, channel: index & 3 })),
};

export interface HostileCamera {
  title: string;
  url: string;
  connections(): number;
}

/** All of them at once, each on its own port. */
export async function startHostileCameras(): Promise<{ cameras: HostileCamera[]; stop(): Promise<void> }> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const cameras = await Promise.all(
    Object.entries(hostileBehaviours).map(async ([title, behave]): Promise<HostileCamera> => {
      let connections = 0;
      const server = net.createServer((socket) => {
        connections += 1;
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
        behave(socket);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      return { title, url: `rtsp://admin:hostile@127.0.0.1:${port}/live`, connections: () => connections };
    }),
  );
  return {
    cameras,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
