import { execFileSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A street at night: dark, with one bright plate. */
export const SNAPSHOT = execFileSync('ffmpeg', [
  ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=c=black:s=1280x720', '-vf'],
  'drawbox=x=640:y=360:w=128:h=36:color=white:t=fill',
  ...['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'],
]);

/** The picture endpoint of a detector. */
export async function startFakeDetector() {
  let answer: (response: ServerResponse) => void = (response) =>
    void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(SNAPSHOT);
  const server = createServer((request, response) => {
    detector.asked.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const detector = {
    asked: [] as string[],
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    whole: answer,
    set answer(next: (response: ServerResponse) => void) {
      answer = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return detector;
}

/** Sends until the other side gives up. */
export function pour(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200);
  while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}
