/** Finds the name of a camera by its id, so that a line can show `Gate` instead of a UUID. */
export type CameraName = (id: string) => string | undefined;

export interface TextLineOptions {
  timeOf: (atMs: number) => string;
  cameraName?: CameraName | undefined;
  colors?: boolean;
}

const WARN = 40;
const ERROR = 50;
const levelNames: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
const hidden = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'error']);

/**
 * Turns one JSON log line into a line for people: time, level unless it is info, process, camera, message, other fields.
 * A line that is not JSON is passed through.
 */
export function textLogLine(json: string, options: TextLineOptions): string {
  const record = parse(json);
  if (record === undefined) return json;
  const level = Number(record.level);
  const camera = cameraOf(record, options.cameraName);
  const shown = new Set([
    ...hidden,
    ...(camera === undefined ? [] : ['camera_id', 'stream']),
    // Beside its name, its id is of no use to people.
    ...(record.storage === undefined ? [] : ['storage_id']),
  ]);
  const fields = Object.entries(record)
    .filter(([key, value]) => !shown.has(key) && value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${printable(value)}`);
  const fault = faultOf(record.err ?? record.error, level);
  const line = [
    options.timeOf(Number(record.time)),
    levelNames[level],
    `${plain(String(record.name ?? ''))}:`,
    camera === undefined ? undefined : `${camera}:`,
    plain(String(record.msg ?? '')),
    fields.length === 0 ? undefined : `(${fields.join(', ')})`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return `${colored(`${line}${fault}`, level, options.colors === true)}\n`;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const record: unknown = JSON.parse(json);
    return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function cameraOf(record: Record<string, unknown>, cameraName: CameraName | undefined): string | undefined {
  const name = typeof record.camera_id === 'string' ? cameraName?.(record.camera_id) : undefined;
  if (name === undefined) return undefined;
  return typeof record.stream === 'string' ? `${plain(name)} (${plain(record.stream)})` : plain(name);
}

/** The message of an error on the same line; from level error on its stack below. */
function faultOf(err: unknown, level: number): string {
  if (typeof err !== 'object' || err === null) return err === undefined ? '' : ` ${printable(err)}`;
  const { message, stack } = err as { message?: unknown; stack?: unknown };
  const summary = typeof message === 'string' ? `: ${plain(message)}` : '';
  if (level < ERROR || typeof stack !== 'string') return summary;
  return `${summary}\n${stack
    .split('\n')
    .map((line) => `    ${plain(line.trimStart())}`)
    .join('\n')}`;
}

function printable(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && !/^[\w./:@*+-]+$/.test(text) ? JSON.stringify(plain(text)) : plain(text);
}

/** Names and messages come from cameras and people: without control characters they cannot steer the terminal. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');

const colored = (line: string, level: number, colors: boolean): string => {
  if (!colors || level < WARN) return line;
  return `\u001b[${level < ERROR ? 33 : 31}m${line}\u001b[0m`;
};
