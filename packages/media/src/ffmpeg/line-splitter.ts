import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Emits the text after the last line break. */
  end(): void;
}

/**
 * Splits a byte stream into lines, holding one line at most. A longer line is cut after its last complete word: part of
 * a word could be part of a URL, whose password redaction would not recognise.
 */
export function splitLines({ maxLength, onLine }: { maxLength: number; onLine: (line: string) => void }): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let partial = '';
  let overflowed = false;

  const finish = () => {
    const line = overflowed ? `${partial.slice(0, Math.max(0, partial.lastIndexOf(' ')))} …` : partial;
    partial = '';
    overflowed = false;
    if (line !== '') onLine(line);
  };
  const take = (text: string) => {
    const room = maxLength - partial.length;
    if (text.length > room) overflowed = true;
    partial += text.slice(0, room);
  };
  const pushText = (text: string) => {
    const pieces = text.split(/[\r\n]/);
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) finish();
      take(piece);
    }
  };
  return {
    push: (chunk) => pushText(decoder.write(Buffer.from(chunk))),
    end: () => {
      pushText(decoder.end());
      finish();
    },
  };
}
