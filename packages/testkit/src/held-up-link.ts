import net, { type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

export interface HeldUpLink {
  port: number;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 20;

/** A link to a server on this machine that can delay the server's answers, without losing any. */
export async function startHeldUpLink(
  to: NetConnectOpts,
  isHeldUp: (nowMs: number) => boolean,
  host = '127.0.0.1',
): Promise<HeldUpLink> {
  const sockets = new Set<Socket>();
  const link = net.createServer((near) => {
    const far = net.connect(to);
    const waiting: Buffer[] = [];
    const deliver = () => {
      if (!isHeldUp(Date.now())) for (const bytes of waiting.splice(0)) near.write(bytes);
    };
    const timer = setInterval(deliver, LOOK_EVERY_MS);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        clearInterval(timer);
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      waiting.push(bytes);
      deliver();
    });
  });
  await new Promise<void>((resolve) => link.listen(0, host, resolve));
  return {
    port: (link.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => link.close(resolve));
    },
  };
}
