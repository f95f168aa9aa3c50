import { parseArgs } from 'node:util';
import { type CountryCode, parseCountry } from '@holdfast/domain';

export interface ReadPlatesCommand {
  paths: string[];
  json: boolean;
  /** Folder for annotated pictures; none are written without it. */
  annotate: string | undefined;
  country: CountryCode | undefined;
  /** Frames per second read from a video. */
  fps: number;
  minConfidence: number;
  /** Only the usage is wanted. */
  help: boolean;
}

export class UsageError extends Error {}

export const USAGE = `Reads number plates from pictures and videos.

  npm run read-plates -- <image, video or folder> ...

  --json               one JSON object for each plate instead of a table
  --annotate <folder>  writes the pictures with a frame around each plate
  --country <XX>       ISO 3166 code; tells O from 0 and I from 1 by the country's formats
  --fps <number>       frames per second to read from a video (5)
  --min <0..1>         minimum confidence (0.01; burnt-in clocks and signs are below)
  --help               this text`;

const numberWithin = (text: string, name: string, [min, max]: readonly [number, number]): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new UsageError(`--${name} takes a number from ${min} to ${max}.`);
  return value;
};

/** Throws `UsageError` with a sentence for the user. */
export function parseCommandLine(args: readonly string[]): ReadPlatesCommand {
  const { values, positionals } = parse(args);
  const country = values.country === undefined ? undefined : parseCountry(values.country.toUpperCase());
  if (values.country !== undefined && country === undefined)
    throw new UsageError('--country takes a code of two letters, such as DE.');
  return {
    paths: positionals,
    json: values.json ?? false,
    annotate: values.annotate,
    country,
    fps: numberWithin(values.fps ?? '5', 'fps', [0.1, 60]),
    minConfidence: numberWithin(values.min ?? '0.01', 'min', [0, 1]),
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        annotate: { type: 'string' },
        country: { type: 'string' },
        fps: { type: 'string' },
        min: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (err) {
    throw new UsageError(err instanceof Error ? err.message : 'The command line cannot be read.');
  }
}
