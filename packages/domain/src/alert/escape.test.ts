import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALERT_CHANNELS, alertText, CHANNEL_TEXT } from './channel-text.ts';
import { escapeText, TEXT_FORMATS, type TextFormat } from './escape.ts';

const escaped = (text: string, format: TextFormat, maxLength = 10_000, lines: 'one' | 'many' = 'many') =>
  escapeText({ text, format, maxLength, lines });

describe('escaping', () => {
  it.each<[TextFormat, string, string]>([
    ['plain', '<b>*x*</b> & "y"', '<b>*x*</b> & "y"'],
    ['html', `<a href="x" o='y'>&</a>`, '&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;&lt;/a&gt;'],
    ['slack', '<!channel> <https://x|y> & "z"', '&lt;!channel&gt; &lt;https://x|y&gt; &amp; "z"'],
    ['telegram', 'AB-12 (1.5)! _x_ [a](b)', 'AB\\-12 \\(1\\.5\\)\\! \\_x\\_ \\[a\\]\\(b\\)'],
    ['discord', '**x** [a](https://b) ||c||', '\\*\\*x\\*\\* \\[a\\]\\(https\\://b\\) \\|\\|c\\|\\|'],
    ['discord', '@everyone <@1>', '@\u200beveryone \\<@\u200b1\\>'],
  ])('for %s: %s', (format, text, expected) => expect(escaped(text, format)).toBe(expected));

  it('keeps line breaks in a body and none in a title', () => {
    expect(escaped('a\r\nb\u2028c', 'plain')).toBe('a\nb\nc');
    expect(escaped('a\r\nb\u2028c', 'plain', 99, 'one')).toBe('a b c');
  });

  it('drops control characters, bidirectional marks and broken characters', () =>
    expect(escaped('a\u0000b\u001b[1mc\u202edcba\u2066x\ud800', 'plain')).toBe('a b [1mcdcbax\ufffd'));

  it.each(TEXT_FORMATS)('never exceeds the length and never splits an escape or a character (%s)', (format) => {
    const text = fc.string({ unit: fc.constantFrom('a', '.', '<', '&', '\\', '@', '_', '🚗', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (input, maxLength) => {
        const short = escaped(input, format, maxLength);
        const whole = escaped(input, format);
        expect(short.length).toBeLessThanOrEqual(maxLength);
        expect(short.isWellFormed()).toBe(true);
        if (short !== whole) {
          const kept = short.slice(0, -1);
          const prefixes = [...input.trim()].map((_, index, all) => escapeOnly(all.slice(0, index).join(''), format));
          expect(short.endsWith('…') && prefixes.includes(kept)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['html', /<|>|"|'|&(?!(amp|lt|gt|quot|#39);)/],
    ['slack', /<|>|&(?!(amp|lt|gt);)/],
    ['telegram', /(?<!\\)(?:\\\\)*[_*[\]()~`>#+\-=|{}.!]/],
    ['discord', /(?<!\\)(?:\\\\)*[*_~`|>#\-[\]()<:]|@(?!\u200b)/],
  ] as const)('leaves no character that %s would interpret', (format, acting) => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(escaped(text, format)).not.toMatch(acting);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Escapes without trimming: one character at a time, since trimming would remove blanks. */
function escapeOnly(text: string, format: TextFormat): string {
  return [...text].map((character) => (character === '\n' ? '\n' : escaped(character, format))).join('');
}

describe('alert text', () => {
  it.each(ALERT_CHANNELS)('for %s is within its limits for any values', (channel) => {
    const long = `<script>alert(1)</script>\n@everyone ${'*'.repeat(9000)}`;
    const { title, body } = alertText({
      channel,
      title: [{ kind: 'placeholder', name: 'camera' }],
      body: [{ kind: 'placeholder', name: 'detail' }],
      values: { camera: long, detail: long },
    });
    expect(title.length).toBeLessThanOrEqual(CHANNEL_TEXT[channel].titleMax);
    expect(title).not.toContain('\n');
    expect(body.length).toBeLessThanOrEqual(CHANNEL_TEXT[channel].bodyMax);
  });

  it.each(ALERT_CHANNELS)('for %s has a title even if the template is empty after substitution', (channel) => {
    const title = [{ kind: 'placeholder', name: 'entry_label' } as const];
    expect(alertText({ channel, title, body: [], values: { entry_label: ' ' } }).title).toBe('Holdfast');
  });
});
