import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '@holdfast/testkit';
import { commandLine, processTree } from './process-tree.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

const victims = ['launcher', 'api', 'recorder', 'postgres'] as const;
export type Victim = (typeof victims)[number];

export interface KillRound {
  victim: Victim;
  /** Acknowledged before or during the kill, and found again after it. */
  kept: number;
  recoveryMs: number;
}

/**
 * Kills one process of the running product at a time while cameras are being added, and checks that every acknowledged one
 * exists.
 */
export async function runKillRounds(options: {
  rounds: number;
  random: () => number;
  onRound?: (round: KillRound, index: number) => void;
}): Promise<KillRound[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-kills-'));
  let product = await startProduct(dataDir);
  try {
    const { token } = await product.client().auth.bootstrap({ body: { username: 'ann', password: 'correct horse' } });
    const acknowledged: string[] = [];
    const done: KillRound[] = [];
    for (let index = 0; index < options.rounds; index += 1) {
      const victim = victims[(index + Math.floor(options.random() * victims.length)) % victims.length] ?? 'api';
      const writing = addCameras(product, { token, prefix: `round ${index}`, acknowledged });
      await new Promise((resolve) => setTimeout(resolve, options.random() * 300));
      process.kill(await untilAlive(victim, () => pidOf(victim, product, dataDir)), 'SIGKILL');
      const killedMs = performance.now();
      await writing;
      if (victim === 'launcher') product = await startProduct(dataDir);
      const found = await untilListed(product, token);
      const lost = acknowledged.filter((name) => !found.has(name));
      if (lost.length > 0) throw new Error(`after the kill of ${victim} these are lost: ${lost.join(', ')}`);
      const round = { victim, kept: acknowledged.length, recoveryMs: Math.round(performance.now() - killedMs) };
      done.push(round);
      options.onRound?.(round, index);
    }
    return done;
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function addCameras(
  product: RunningProduct,
  { token, prefix, acknowledged }: { token: string; prefix: string; acknowledged: string[] },
): Promise<void> {
  const client = product.client(token);
  for (let count = 0; count < 5; count += 1) {
    const name = `${prefix}, ${count}`;
    await client.cameras.create({ body: { name, main_url: 'rtsp://127.0.0.1:1/x' } }).then(
      () => acknowledged.push(name),
      () => undefined,
    );
  }
}

async function pidOf(victim: Victim, product: RunningProduct, dataDir: string): Promise<number> {
  if (victim === 'launcher') return product.process.pid ?? Number.NaN;
  if (victim === 'postgres')
    return Number.parseInt(await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
  const main = join('apps', victim, 'src', 'main.ts');
  return processTree(product.process.pid ?? 0).find((pid) => commandLine(pid).endsWith(main)) ?? Number.NaN;
}

/** A process that was killed a round ago may still be restarting. */
async function untilAlive(victim: Victim, find: () => Promise<number>): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const pid = await find().catch(() => Number.NaN);
    if (existsSync(`/proc/${pid}`)) return pid;
    if (Date.now() > deadline) throw new Error(`the ${victim} never came back`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** All processes are running again and the cameras can be read. */
async function untilListed(product: RunningProduct, token: string): Promise<Set<string>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const { items } = await product.client(token).cameras.list();
      return new Set(items.map(({ name }) => name));
    } catch (err) {
      if (Date.now() > deadline) throw new Error(`the product did not recover:\n${product.output()}`, { cause: err });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
