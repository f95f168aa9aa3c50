import { type Reason, reasonCode } from '@holdfast/domain';
import type { ToolResult } from '../ffmpeg/run-tool.ts';

/** The cause of an ffmpeg failure as a reason; never ffmpeg's own text, which may contain the address. */
export function explainFailure(result: Exclude<ToolResult, { kind: 'done' | 'aborted' }>): Reason {
  switch (result.kind) {
    case 'missing':
      return reasonCode('ffmpeg-not-found');
    case 'timeout':
      return reasonCode('camera-timed-out-picture');
    case 'failed':
      return explainStderr(result.stderr);
  }
}

const CONNECTION_REFUSED = reasonCode('camera-connection-refused');
const NO_WAY_THERE = reasonCode('unreachable-from-here');
const NO_ANSWER_IN_TIME = reasonCode('camera-timed-out');

/** Why a connection could not be made. */
export function explainConnectFault(err: unknown): Reason {
  const code = err instanceof Error && 'code' in err ? String(err.code) : '';
  if (code === 'ECONNREFUSED') return CONNECTION_REFUSED;
  if (/^E(HOSTUNREACH|NETUNREACH|HOSTDOWN|ADDRNOTAVAIL)$/.test(code)) return NO_WAY_THERE;
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return reasonCode('camera-not-tls');
  if (/^(ETIMEDOUT|ABORT_ERR)$/.test(code)) return NO_ANSWER_IN_TIME;
  return reasonCode('camera-connection-failed');
}

const EXPLANATIONS: readonly [RegExp, Reason][] = [
  [/401 Unauthorized|authorization failed/i, reasonCode('camera-rejected-login')],
  [/403 Forbidden|access denied/i, reasonCode('camera-denied-access')],
  [/404 Not Found|Stream Not Found|server returned 4/i, reasonCode('camera-has-no-stream')],
  [/Connection refused/i, CONNECTION_REFUSED],
  [/No route to host|Network is unreachable|Host is down/i, NO_WAY_THERE],
  [/timed out|Operation timed out/i, NO_ANSWER_IN_TIME],
  [/not on whitelist|Invalid data found|could not find codec|Impossible to open/i, reasonCode('not-video')],
];

const explainStderr = (stderr: string): Reason =>
  EXPLANATIONS.find(([pattern]) => pattern.test(stderr))?.[1] ?? reasonCode('stream-unreadable');
