import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';
import { redactLogLine } from './redact.ts';
import { type CameraName, textLogLine } from './text-log-line.ts';
import type { WarningLog } from './warning-log.ts';

export type { Logger };

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Text lines or JSON lines. Secrets are removed from the finished line, and so from messages and stacks too. */
export const createLogger = (options: {
  name: string;
  level: LogLevel;
  format?: LogFormat;
  cameraName?: CameraName;
  stream?: DestinationStream;
  /** Gets each line, without secrets. */
  warnings?: WarningLog;
}): Logger => {
  const stream = options.stream ?? destination({ dest: 1, sync: true });
  const printed = options.format === 'json' ? stream : textStream(stream, options.cameraName);
  return pino(
    {
      name: options.name,
      level: options.level,
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      hooks: { streamWrite: redactLogLine },
    },
    options.warnings ? noted(printed, options.warnings) : printed,
  );
};

const noted = (stream: DestinationStream, warnings: WarningLog): DestinationStream => ({
  write: (line) => {
    warnings.note(line);
    stream.write(line);
  },
});

/** Hours, minutes and seconds, without the tables of a formatter in the memory of every process. */
const timeOf = (atMs: number): string => new Date(atMs).toTimeString().slice(0, 8);

function textStream(stream: DestinationStream, cameraName: CameraName | undefined): DestinationStream {
  const colors = process.stdout.isTTY && process.stdout.hasColors();
  return {
    write: (json) => void stream.write(textLogLine(json, { timeOf, cameraName, colors })),
  };
}
