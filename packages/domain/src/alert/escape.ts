/** The text formats of receivers: plain, or a markup in which some characters are special. */
export const TEXT_FORMATS = ['plain', 'discord', 'slack', 'telegram', 'html'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

const DISCORD_MARKS = new Set('\\*_~`|>#-[]()<:');
// Telegram's MarkdownV2 requires these to be escaped everywhere outside an entity.
const TELEGRAM_MARKS = new Set('\\_*[]()~`>#+-=|{}.!');
const HTML_ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
// Slack escapes only these three; links and mentions all need a `<`.
const SLACK_ENTITIES = new Map([...HTML_ENTITIES].filter(([mark]) => '&<>'.includes(mark)));

function escapeCharacter(character: string, format: TextFormat): string {
  switch (format) {
    case 'plain':
      return character;
    case 'discord':
      // A backslash does not stop @everyone; an invisible space after the @ does.
      if (character === '@') return '@\u200b';
      return DISCORD_MARKS.has(character) ? `\\${character}` : character;
    case 'slack':
      return SLACK_ENTITIES.get(character) ?? character;
    case 'telegram':
      return TELEGRAM_MARKS.has(character) ? `\\${character}` : character;
    case 'html':
      return HTML_ENTITIES.get(character) ?? character;
  }
}

const CONTROL = /\p{Cc}/u;
// These change the direction of the following text and can make one plate or name look like another.
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

function cleaned(text: string, lines: 'one' | 'many'): string {
  const oneBreak = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(DIRECTION_MARKS, '');
  return [...oneBreak]
    .map((character) => (character === '\n' && lines === 'many' ? '\n' : CONTROL.test(character) ? ' ' : character))
    .join('')
    .trim();
}

/**
 * Escapes the text for the format, within maxLength. It is shortened before each character is escaped, so that no escape is
 * split.
 */
export function escapeText({
  text,
  format,
  maxLength,
  lines,
}: {
  text: string;
  format: TextFormat;
  maxLength: number;
  lines: 'one' | 'many';
}): string {
  const pieces = [...cleaned(text, lines)].map((character) => escapeCharacter(character, format));
  const whole = pieces.join('');
  if (whole.length <= maxLength) return whole;
  let kept = '';
  for (const piece of pieces) {
    if (kept.length + piece.length + 1 > maxLength) break;
    kept += piece;
  }
  return `${kept}…`;
}
