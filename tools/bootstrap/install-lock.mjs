import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

// A pid alone may have been reused; with its start time it identifies one process.
const identityOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
};

const claims = (path, identity) => {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, identity);
  try {
    // A link is created atomically: a half-written lock is never read.
    linkSync(draft, path);
    return true;
  } catch (err) {
    if (err.code !== 'EEXIST') throw err;
    return false;
  } finally {
    rmSync(draft);
  }
};

const removeIfAbandoned = (path) => {
  let owner;
  try {
    owner = readFileSync(path, 'utf8');
  } catch {
    return;
  }
  if (identityOf(Number.parseInt(owner, 10)) === owner) return;
  try {
    renameSync(path, `${path}.abandoned-${process.pid}`);
    rmSync(`${path}.abandoned-${process.pid}`);
  } catch {
    // Another process removed it first.
  }
};

/** One at a time: the second waits, then finds the work done. A lock whose owner died is taken over. */
export const withInstallLock = async (path, work) => {
  mkdirSync(dirname(path), { recursive: true });
  const identity = identityOf(process.pid) ?? `${process.pid} unknown`;
  for (let isReported = false; !claims(path, identity); isReported = true) {
    if (!isReported) process.stderr.write('Waiting for another start that is installing packages ...\n');
    await new Promise((resolve) => setTimeout(resolve, 200));
    removeIfAbandoned(path);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};
