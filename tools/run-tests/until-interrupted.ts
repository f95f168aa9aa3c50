/** Aborts at the first stop request. One Ctrl-C arrives twice, from the terminal and from npm, and counts as one. */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM']) process.on(event, () => interrupted.abort());
  return interrupted.signal;
}
