import { execFile } from 'node:child_process';
import { EnvFaults, type EnvFields, type EnvOf, exitCodes, readEnv } from '@holdfast/kit';

/** A program that validates the environment of its own process: it prints one line per fault and exits 78. */
export interface EnvCheck {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * Reads our own fields and lets every process that will be started validate its own, so that all faults are reported together
 * and before anything is written. Apps never import apps, hence programs. A fault of a shared key is reported once.
 */
export const readWholeEnv = async <F extends EnvFields>(options: {
  source: NodeJS.ProcessEnv;
  fields: F;
  checks: readonly EnvCheck[];
}): Promise<EnvOf<F>> => {
  const { source, fields, checks } = options;
  const theirs = Promise.all(checks.map((check) => faultsOf(check, source)));
  const ours = readOwn(source, fields);
  const faults = [...(ours.ok ? [] : ours.faults), ...(await theirs).flat()];
  if (!ours.ok || faults.length > 0) throw new EnvFaults(oncePerKey(faults));
  return ours.env;
};

const readOwn = <F extends EnvFields>(source: NodeJS.ProcessEnv, fields: F) => {
  try {
    return { ok: true, env: readEnv(source, fields) } as const;
  } catch (err) {
    if (err instanceof EnvFaults) return { ok: false, faults: err.faults } as const;
    throw err;
  }
};

const prefix = 'environment: ';

const faultsOf = ({ name, file, args }: EnvCheck, env: NodeJS.ProcessEnv): Promise<string[]> =>
  new Promise((resolve, reject) => {
    execFile(file, args, { env }, (err, _stdout, stderr) => {
      if (err === null) return resolve([]);
      if (err.code !== exitCodes.badConfig)
        return reject(new Error(`${name} could not check its environment: ${stderr.trim() || err.message}`));
      const lines = stderr.split('\n').filter((line) => line.startsWith(prefix));
      resolve(lines.map((line) => line.slice(prefix.length)));
    });
  });

const oncePerKey = (faults: readonly string[]): string[] => {
  const keyOf = (fault: string) => /^\w*/.exec(fault)?.[0];
  return faults.filter((fault, index) => faults.findIndex((other) => keyOf(other) === keyOf(fault)) === index);
};
