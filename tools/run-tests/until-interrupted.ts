/** Aborts at the first request to stop. One Ctrl-C comes twice, from the terminal and from npm, and is one request. */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM']) process.on(event, () => interrupted.abort());
  return interrupted.signal;
}
