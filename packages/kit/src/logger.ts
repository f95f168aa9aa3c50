import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';
import { redactLogLine } from './redact.ts';

export type { Logger };

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines, or readable ones on a terminal. Secrets are taken out of the finished line, in messages and stacks too. */
export const createLogger = (options: {
  name: string;
  level: LogLevel;
  pretty?: boolean;
  stream?: DestinationStream;
}): Logger => {
  const readable = options.pretty ?? process.stdout.isTTY === true;
  const stream = options.stream ?? destination({ dest: 1, sync: true });
  return pino(
    {
      name: options.name,
      level: options.level,
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      hooks: { streamWrite: redactLogLine },
    },
    readable
      ? pretty({ destination: stream, sync: true, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' })
      : stream,
  );
};
