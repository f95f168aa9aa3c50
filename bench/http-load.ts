import { connect, type Socket } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { ServerProcess } from '@holdfast/testkit';
import type { Contender } from './harness.ts';
import { readTreesCpuMs } from './process-tree.ts';

const CONNECTIONS = 16;
const HEAD_END = '\r\n\r\n';

interface Target {
  title: string;
  server: ServerProcess;
  path: string;
  token?: string;
  /** The PostgreSQL of this server, if it has one. */
  databasePid?: number;
  connections?: number;
}

/** Requests one address as fast as possible over keep-alive connections, one request at a time on each. */
export const httpContender = ({
  title,
  server,
  path,
  token,
  databasePid,
  connections = CONNECTIONS,
}: Target): Contender => {
  const pids = [server.pid, ...(databasePid === undefined ? [] : [databasePid])];
  const { hostname, port } = new URL(server.address);
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}\r\n`,
  );
  return {
    title,
    measure: async (durationMs) => {
      const latency = createHistogram();
      const cpuBeforeMs = readTreesCpuMs(pids);
      const began = performance.now();
      const until = began + durationMs;
      await Promise.all(
        Array.from({ length: connections }, () =>
          sendRequests({
            socket: connect({ host: hostname, port: Number(port), noDelay: true }),
            request,
            until,
            latency,
          }),
        ),
      );
      const elapsedMs = performance.now() - began;
      return { elapsedMs, latency, cpuMs: readTreesCpuMs(pids) - cpuBeforeMs };
    },
  };
};

interface RequestLoop {
  socket: Socket;
  request: Buffer;
  until: number;
  latency: RecordableHistogram;
}

// Raw sockets: a full HTTP client costs more than the server and would dominate the measurement.
function sendRequests({ socket, request, until, latency }: RequestLoop): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let missingBytes = 0;
    const ask = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    const answered = () => {
      const now = performance.now();
      latency.record(Math.max(1, Math.round((now - sentAt) * 1e6)));
      if (now < until) return ask();
      socket.destroy();
      resolve();
    };
    socket.once('connect', ask);
    socket.on('data', (chunk) => {
      const wanted = missingBytes > 0 ? missingBytes : replyBytes(chunk);
      if (wanted === undefined || wanted < chunk.length)
        return socket.destroy(new Error(`not the answer that is measured: ${chunk.toString('latin1', 0, 300)}`));
      missingBytes = wanted - chunk.length;
      if (missingBytes === 0) answered();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed a connection')));
  });
}

/** The length of the whole reply; its head must be in the first chunk, which on loopback it is. */
function replyBytes(chunk: Buffer): number | undefined {
  const headEnd = chunk.indexOf(HEAD_END);
  const head = chunk.toString('latin1', 0, Math.max(0, headEnd));
  const bodyBytes = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (bodyBytes === undefined || !head.startsWith('HTTP/1.1 200 ')) return undefined;
  return headEnd + HEAD_END.length + Number(bodyBytes);
}
