import type { ToolResult } from './run-tool.ts';

/** ffmpeg's complaint as one sentence that says what to do; never its raw text, which may hold the address. */
export function explainFailure(result: Exclude<ToolResult, { kind: 'done' }>): string {
  switch (result.kind) {
    case 'missing':
      return 'ffmpeg was not found: install it, or set FFMPEG_PATH and FFPROBE_PATH.';
    case 'timeout':
      return 'The camera did not send a picture in time: check the address and that the camera is on.';
    case 'failed':
      return explainStderr(result.stderr);
  }
}

const EXPLANATIONS: readonly [RegExp, string][] = [
  [/401 Unauthorized|authorization failed/i, 'The camera refused the user name or password.'],
  [/403 Forbidden|access denied/i, 'The camera refused access: check the rights of its user.'],
  [/404 Not Found|Stream Not Found|server returned 4/i, 'The camera has no stream at that path.'],
  [/Connection refused/i, 'Nothing answers at that address and port.'],
  [/No route to host|Network is unreachable|Host is down/i, 'That address cannot be reached from here.'],
  [/timed out|Operation timed out/i, 'The camera did not answer in time.'],
  [/Invalid data found|could not find codec|Impossible to open/i, 'The address answered, but not with video.'],
];

const explainStderr = (stderr: string): string =>
  EXPLANATIONS.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'The stream could not be read.';
