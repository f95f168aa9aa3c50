import { createServer, type Socket } from 'node:net';
import { generate, type Packet, parser } from 'mqtt-packet';

export interface EventBroker {
  readonly port: number;
  publish(topic: string, message: unknown): void;
  stop(): Promise<void>;
}

/** Followers that do not read are dropped instead of kept in memory. */
const MAX_QUEUED_BYTES = 1024 * 1024;

/** The part of an MQTT broker that a publisher on this machine needs: subscribers get each message at most once. */
export async function startEventBroker(port: number): Promise<EventBroker> {
  const topicsOf = new Map<Socket, Set<string>>();
  const server = createServer((socket) => {
    const topics = new Set<string>();
    topicsOf.set(socket, topics);
    const packets = parser();
    const send = (packet: Packet) => void socket.write(generate(packet));
    packets.on('packet', (packet) => {
      switch (packet.cmd) {
        case 'connect':
          return send({ cmd: 'connack', returnCode: 0, sessionPresent: false });
        case 'subscribe':
          for (const { topic } of packet.subscriptions) topics.add(topic);
          return send({
            cmd: 'suback',
            messageId: packet.messageId ?? 0,
            granted: packet.subscriptions.map(() => 0),
          });
        case 'pingreq':
          return send({ cmd: 'pingresp' });
        case 'disconnect':
          return socket.end();
      }
    });
    packets.on('error', () => socket.destroy());
    socket.on('data', (bytes) => packets.parse(bytes));
    socket.on('error', () => {});
    socket.on('close', () => topicsOf.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    get port() {
      return (server.address() as { port: number }).port;
    },
    publish: (topic, message) => {
      const packet = generate({
        cmd: 'publish',
        topic,
        payload: JSON.stringify(message),
        qos: 0,
        dup: false,
        retain: false,
      });
      for (const [socket, topics] of topicsOf) {
        if (!topics.has(topic)) continue;
        if (socket.writableLength > MAX_QUEUED_BYTES) socket.destroy();
        else socket.write(packet);
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of topicsOf.keys()) socket.destroy();
      }),
  };
}
