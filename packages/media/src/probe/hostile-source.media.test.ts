import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFrameGrabber } from '../stills/grab-frame.ts';
import { createSourceProber } from './probe-source.ts';

const probe = createSourceProber({ ffprobePath: 'ffprobe', outbound: {}, timeoutMs: 20_000 });
const grab = createFrameGrabber({ ffmpegPath: 'ffmpeg', outbound: {}, timeoutMs: 20_000 });

const servers: Server[] = [];
const sockets = new Set<Socket>();
const listen = async (server: Server): Promise<number> => {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** The target that the hostile source tries to make us contact; nothing may ever connect to it. */
let victim: { port: number; contacts: number };
beforeEach(async () => {
  const seen = { port: 0, contacts: 0 };
  const server = createServer((socket) => {
    seen.contacts += 1;
    socket.destroy();
  });
  seen.port = await listen(server);
  victim = seen;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const hostilePages: Record<string, (victim: string) => string> = {
  'an HLS playlist with a key and segments elsewhere': (there) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXT-X-KEY:METHOD=AES-128,URI="${there}/key"\n#EXTINF:5,\n${there}/0.ts\n`,
  'an HLS playlist of playlists elsewhere': (there) =>
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${there}/variant.m3u8\n`,
  'a DASH manifest': (there) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${there}/</BaseURL><SegmentList duration="9"><Initialization sourceURL="i.mp4"/><SegmentURL media="1.mp4"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
  'a list of files': (there) => `ffconcat version 1.0\nfile '${there}/1.ts'\n`,
  'a session description': () =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${victim.port} TCP/RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
};

describe('an HTTP source', () => {
  it.each(Object.keys(hostilePages))('that answers with %s does not make us contact another host', async (name) => {
    const page = hostilePages[name]?.(`http://127.0.0.1:${victim.port}`) ?? '';
    const port = await listen(createHttpServer((_request, reply) => reply.end(page)));
    const url = `http://127.0.0.1:${port}/stream`;
    expect(await probe(url)).toEqual({
      kind: 'unreachable',
      reason: 'not-video',
    });
    expect(await grab({ url })).toMatchObject({ kind: 'unreachable' });
    expect(victim.contacts).toBe(0);
  });

  it('that redirects does not make us contact another host', async () => {
    const location = `http://127.0.0.1:${victim.port}/`;
    const port = await listen(createHttpServer((_request, reply) => reply.writeHead(302, { location }).end()));
    expect(await probe(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'unreachable' });
    expect(victim.contacts).toBe(0);
  });
});

describe('an RTSP camera', () => {
  /** Answers the methods before `method` normally, and that one as given. */
  const rtspServer = (method: string, answer: (cseq: string) => string) =>
    listen(
      createServer((socket) => {
        socket.setEncoding('latin1').on('data', (text: string) => {
          const cseq = /CSeq: (\d+)/.exec(text)?.[1] ?? '0';
          if (text.startsWith(method)) return socket.write(answer(cseq));
          const sdp = 'v=0\r\no=- 0 0 IN IP4 0.0.0.0\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n';
          const body = text.startsWith('DESCRIBE')
            ? `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`
            : '\r\n';
          return socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\nPublic: OPTIONS, DESCRIBE, SETUP, PLAY\r\n${body}`);
        });
      }),
    );
  const moved = (cseq: string) =>
    `RTSP/1.0 302 Moved\r\nCSeq: ${cseq}\r\nLocation: rtsp://127.0.0.1:${victim.port}/there\r\n\r\n`;

  it.each(['OPTIONS', 'DESCRIBE', 'SETUP'])(
    'that redirects at %s does not make us contact another host',
    async (method) => {
      const port = await rtspServer(method, moved);
      expect(await probe(`rtsp://root:secret@127.0.0.1:${port}/main`)).toEqual({
        kind: 'unreachable',
        reason: 'camera-redirects',
      });
      expect(victim.contacts).toBe(0);
    },
  );

  it.each([
    ['behind another reply', (cseq: string) => `RTSP/1.0 100 Continue\r\nCSeq: ${cseq}\r\n\r\n${moved(cseq)}`],
    ['with bare line ends', (cseq: string) => moved(cseq).replaceAll('\r', '')],
    ['in another version', (cseq: string) => moved(cseq).replace('RTSP/1.0', 'RTSP/2.0')],
    ['behind an odd status line', (cseq: string) => moved(cseq).replace('RTSP/1.0 302', 'RTSP/1.0\t 302')],
    ['behind empty lines', (cseq: string) => `\r\n\r\n${moved(cseq)}`],
    [
      'in a body of doubtful length',
      (cseq: string) =>
        `RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\nContent-Length: 500\r\nContent-Length: 0\r\n\r\n${moved(cseq)}`,
    ],
    ['in an interleaved packet that is too short', (cseq: string) => `$\0\0\x02xx${moved(cseq)}`],
  ])('cannot hide a redirect %s', async (_title, answer) => {
    const port = await rtspServer('DESCRIBE', answer);
    expect(await probe(`rtsp://127.0.0.1:${port}/main`)).toMatchObject({ kind: 'unreachable' });
    expect(victim.contacts).toBe(0);
  });
});
