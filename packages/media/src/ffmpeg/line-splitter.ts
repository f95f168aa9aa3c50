import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  push(chunk: Uint8Array): void;
  /** Hands on what came after the last line end. */
  end(): void;
}

/**
 * Cuts a byte stream into lines and holds at most one of them. A longer line is cut back to its last whole word: half a
 * word could be half a URL, whose password nobody would recognise any more.
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
