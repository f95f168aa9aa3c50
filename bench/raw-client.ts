import { connect, type Socket } from 'node:net';

export interface RawClient {
  /** The status of the reply, once all of it arrived. */
  ask(path: string): Promise<number>;
  close(): void;
}

const READ_BYTES = 256 * 1024;
const HEAD_END = '\r\n\r\n';

/**
 * Requests over kept connections that throw away what they read. A client of `node:http` allocates every body: its garbage
 * collection would be measured as the server's delay.
 */
export function openRawClient({
  address,
  headers,
  connections,
}: {
  address: string;
  headers: Record<string, string>;
  connections: number;
}): RawClient {
  const { hostname, port, host } = new URL(address);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const printed = lines.join('');
  const free: RawConnection[] = [];
  const waiting: ((connection: RawConnection) => void)[] = [];
  const all = Array.from({ length: connections }, () => openConnection(hostname, Number(port)));
  free.push(...all);
  return {
    ask: async (path) => {
      const connection = free.pop() ?? (await new Promise<RawConnection>((resolve) => waiting.push(resolve)));
      const status = await connection.exchange(`GET ${path} HTTP/1.1\r\n${printed}\r\n`);
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
      return status;
    },
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}

interface RawConnection {
  socket: Socket;
  exchange(request: string): Promise<number>;
}

interface Settle {
  resolve(status: number): void;
  reject(err: Error): void;
}

function openConnection(host: string, port: number): RawConnection {
  let head = '';
  let missing: number | undefined;
  let status = 0;
  let settle: Settle = { resolve: () => {}, reject: () => {} };
  const read = (bytes: number, buffer: Uint8Array): boolean => {
    if (missing === undefined) {
      const before = head.length;
      head += Buffer.from(buffer.buffer, buffer.byteOffset, bytes).toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return true;
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      status = Number(head.slice(9, 12));
      if (length === undefined) settle.reject(new Error(`a reply without a length: ${head.slice(0, end)}`));
      missing = Number(length) - (before + bytes - end - HEAD_END.length);
    } else missing -= bytes;
    if (missing === 0) settle.resolve(status);
    return true;
  };
  const socket = connect({
    host,
    port,
    noDelay: true,
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: read },
  });
  socket.on('error', (err) => settle.reject(err));
  socket.on('close', () => settle.reject(new Error('the connection was closed')));
  return {
    socket,
    exchange: (request) =>
      new Promise((resolve, reject) => {
        [head, missing, settle] = ['', undefined, { resolve, reject }];
        socket.write(request);
      }),
  };
}
