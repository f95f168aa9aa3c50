import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failuresOf } from './failures.ts';
import { root, type Step } from './steps.ts';
import { type Tally, tallyOf } from './tally.ts';

export interface StepResult extends Tally {
  failures: string[];
}

/** Runs one step to its end and counts it: lint and types are one test each. */
export const runStep = async (step: Step, signal: AbortSignal): Promise<StepResult> => {
  if (step.kind === 'check') {
    const { exitCode, said } = await runNode(step.args, { signal, quiet: true });
    if (exitCode !== 0) process.stdout.write(said);
    if (exitCode === 0) return { passed: 1, failed: 0, failures: [] };
    return { passed: 0, failed: 1, failures: [`${step.name}: see above`] };
  }
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-report-'));
  try {
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { exitCode } = await runNode([...step.args, ...reporters], { signal, quiet: false });
    const report = readReport(file);
    const tally = tallyOf(report, exitCode);
    const failures = failuresOf(report, root);
    const isOutside = tally.failed > 0 && failures.length === 0;
    return { ...tally, failures: isOutside ? [`${step.name}: an error outside of any test, see above`] : failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readReport = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const runNode = async (args: readonly string[], options: { signal: AbortSignal; quiet: boolean }) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It ended meanwhile.
    }
  };
  // Asked to stop, the runner still takes down what the tests had set up.
  const stop = () => {
    child.kill('SIGINT');
    setTimeout(() => signalGroup('SIGKILL'), 15_000).unref();
  };
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop, { once: true });
  const [code] = await once(child, 'close');
  options.signal.removeEventListener('abort', stop);
  signalGroup('SIGKILL');
  return { exitCode: typeof code === 'number' ? code : 1, said };
};
