// Prepares what tools/run.sh then runs, on any Node of the host (20 or newer), before packages are installed. Plain JavaScript
// without dependencies for that reason.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands } from './bootstrap/commands.mjs';
import { ensureConsole } from './bootstrap/console.mjs';
import { ensureDebianPackages } from './bootstrap/debian-packages.mjs';
import { findNode } from './bootstrap/find-node.mjs';
import { ensureNpmPackages } from './bootstrap/npm-packages.mjs';
import { printPlan } from './bootstrap/print-plan.mjs';
import { StopWith } from './bootstrap/stop-with.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const main = async ([name = '', ...args]) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new StopWith(64, `Unknown command "${name}"; known are ${Object.keys(commands).join(', ')}.`);
  await ensureNpmPackages({ root, withDev: command.withDev });
  const node = findNode(root);
  ensureDebianPackages({ root, packages: command.debian });
  if (command.withConsole) await ensureConsole({ root, node });
  printPlan({ root, node, args: [...command.run, ...args] });
};

try {
  await main(process.argv.slice(2));
} catch (err) {
  if (!(err instanceof StopWith)) throw err;
  process.stderr.write(`${err.message}\n`);
  process.exitCode = err.exitCode;
}
