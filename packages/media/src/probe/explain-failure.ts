import type { ToolResult } from '../ffmpeg/run-tool.ts';

/** ffmpeg's complaint as one sentence that says what to do; never its raw text, which may hold the address. */
export function explainFailure(result: Exclude<ToolResult, { kind: 'done' | 'aborted' }>): string {
  switch (result.kind) {
    case 'missing':
      return 'ffmpeg was not found: install it, or set FFMPEG_PATH and FFPROBE_PATH.';
    case 'timeout':
      return 'The camera did not send a picture in time: check the address and that the camera is on.';
    case 'failed':
      return explainStderr(result.stderr);
  }
}

const NOTHING_ANSWERS = 'Nothing answers at that address and port.';
const NO_WAY_THERE = 'That address cannot be reached from here.';
const NO_ANSWER_IN_TIME = 'The camera did not answer in time.';

/** Why a connection could not be made. */
export function explainConnectFault(err: unknown): string {
  const code = err instanceof Error && 'code' in err ? String(err.code) : '';
  if (code === 'ECONNREFUSED') return NOTHING_ANSWERS;
  if (/^E(HOSTUNREACH|NETUNREACH|HOSTDOWN|ADDRNOTAVAIL)$/.test(code)) return NO_WAY_THERE;
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return 'The camera does not speak TLS at that port.';
  if (/^(ETIMEDOUT|ABORT_ERR)$/.test(code)) return NO_ANSWER_IN_TIME;
  return 'The connection to the camera failed.';
}

const EXPLANATIONS: readonly [RegExp, string][] = [
  [/401 Unauthorized|authorization failed/i, 'The camera refused the user name or password.'],
  [/403 Forbidden|access denied/i, 'The camera refused access: check the rights of its user.'],
  [/404 Not Found|Stream Not Found|server returned 4/i, 'The camera has no stream at that path.'],
  [/Connection refused/i, NOTHING_ANSWERS],
  [/No route to host|Network is unreachable|Host is down/i, NO_WAY_THERE],
  [/timed out|Operation timed out/i, NO_ANSWER_IN_TIME],
  [
    /not on whitelist|Invalid data found|could not find codec|Impossible to open/i,
    'The address answered, but not with video.',
  ],
];

const explainStderr = (stderr: string): string =>
  EXPLANATIONS.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'The stream could not be read.';
