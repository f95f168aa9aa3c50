import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface BrokerPlan {
  port?: number;
  account?: { username: string; password: string };
  /** Rejects every subscription. */
  denied?: boolean;
  /** Serves TLS with a self-signed certificate, which is in `caFile`. */
  tls?: boolean;
}

export interface Mosquitto {
  port: number;
  caFile: string;
  /** Publishes with QoS 1, as an anonymous client without TLS. */
  publish(topic: string, text: string): Promise<void>;
  /** Stops answering, like a broker that hangs. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** MQTT 3.1.1 without a client library: CONNECT, CONNACK, PUBLISH, PUBACK, DISCONNECT. */
async function publish(port: number, topic: string, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const gone = new AbortController();
  socket.on('error', (err) => gone.abort(err)).on('close', () => gone.abort(new Error('the broker hung up')));
  const answered = () =>
    once(socket, 'data', { signal: gone.signal }).catch(() => Promise.reject(gone.signal.reason as Error));
  const text16 = (value: string) =>
    Buffer.concat([Buffer.of(value.length >> 8, value.length & 0xff), Buffer.from(value)]);
  const packet = (type: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length: number[] = [];
    for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
      length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    return Buffer.concat([Buffer.of(type, ...length), body]);
  };
  try {
    socket.write(packet(0x10, text16('MQTT'), Buffer.of(4, 2, 0, 60), text16('')));
    await answered();
    socket.write(packet(0x32, text16(topic), Buffer.of(0, 1), Buffer.from(text)));
    await answered();
    socket.end(packet(0xe0));
  } finally {
    socket.destroySoon();
  }
}

async function findPlugin(): Promise<string> {
  for await (const path of glob('/usr/lib/*/mosquitto_dynamic_security.so')) return path;
  throw new Error('mosquitto has no plugin for dynamic security');
}

/** A real broker on its own port. */
export async function startMosquitto({ port: wanted, account, denied, tls }: BrokerPlan = {}): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-mosquitto-'));
  await chmod(folder, 0o755);
  const port = wanted ?? (await freePort());
  const lines = [`listener ${port} 127.0.0.1`, `allow_anonymous ${account ? 'false' : 'true'}`, 'persistence false'];
  lines.push('max_queued_messages 0', 'max_inflight_messages 1000');
  if (account) {
    const passwords = join(folder, 'passwords');
    await run('mosquitto_passwd', ['-b', '-c', passwords, account.username, account.password]);
    await chmod(passwords, 0o644);
    lines.push(`password_file ${passwords}`);
  }
  if (denied) {
    // An acl_file grants every subscription and then delivers nothing; only the plugin answers SUBACK with a refusal.
    const rules = join(folder, 'rules.json');
    const access = { publishClientSend: true, publishClientReceive: true, subscribe: false, unsubscribe: true };
    await writeFile(rules, JSON.stringify({ defaultACLAccess: access }), { mode: 0o644 });
    lines.push(`plugin ${await findPlugin()}`, `plugin_opt_config_file ${rules}`);
  }
  const caFile = join(folder, 'cert.pem');
  if (tls) {
    const key = join(folder, 'key.pem');
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', caFile],
    ]);
    await chmod(key, 0o644);
    lines.push(`certfile ${caFile}`, `keyfile ${key}`);
  }
  const config = join(folder, 'mosquitto.conf');
  await writeFile(config, `${lines.join('\n')}\n`, { mode: 0o644 });
  const child: ChildProcess = spawn('mosquitto', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(
    async () => output.includes('running') || hasEnded(),
    () => output,
  );
  if (hasEnded()) throw new Error(`mosquitto ended: ${output}`);
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) {
      const exited = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill(signal);
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  };
  return {
    port,
    caFile,
    publish: (topic, text) => publish(port, topic, text),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
