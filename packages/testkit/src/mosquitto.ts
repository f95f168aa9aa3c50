import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.ts';

export interface BrokerPlan {
  port?: number;
  account?: { username: string; password: string };
  /** Nobody may subscribe to anything. */
  denied?: boolean;
  /** Serves TLS with a certificate of its own; its authority is in `caFile`. */
  tls?: boolean;
}

export interface Mosquitto {
  port: number;
  caFile: string;
  /** Accepts nothing and answers nothing, as a broker that hangs. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function findPlugin(): Promise<string> {
  for await (const path of glob('/usr/lib/*/mosquitto_dynamic_security.so')) return path;
  throw new Error('mosquitto has no plugin for dynamic security');
}

/** A real broker on a port of its own. */
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
  const child: ChildProcess = spawn('mosquitto', ['-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(
    async () => output.includes('running') || child.exitCode !== null,
    () => output,
  );
  if (child.exitCode !== null) throw new Error(`mosquitto ended: ${output}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
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
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
