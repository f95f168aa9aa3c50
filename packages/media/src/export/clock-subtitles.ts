import type { ClockLine } from '@holdfast/domain';

// Sizes are relative to 720 lines; the renderer scales them to the camera's resolution.
const HEADER = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
WrapStyle: 2

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Clock,monospace,30,&H00FFFFFF,&H60000000,&H60000000,1,3,6,0,7,16,16,16,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

const two = (value: number) => String(value).padStart(2, '0');

function stamp(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}

/** The burnt-in clock as a subtitle script, exact to a hundredth of a second across any number of gaps. */
export function* clockSubtitles(lines: Iterable<ClockLine>): Generator<string> {
  yield HEADER;
  for (const { fromMs, toMs, text } of lines)
    yield `Dialogue: 0,${stamp(fromMs)},${stamp(toMs)},Clock,,0,0,0,,${text}\n`;
}
